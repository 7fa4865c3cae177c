import { Controller } from '@nestjs/common';
import { HandleRpc, type ScopedCall } from '@spanwise/bus/rpc-handler';
import {
  activateLicense,
  deactivateLicense,
  license,
  licenseState,
  LicenseVersionId,
  licenseVersions,
  UploadLicense,
  uploadLicense,
  type LicenseState,
  type LicenseVersion,
  type LicenseView,
} from '@spanwise/contracts/iam/license';
import { Empty } from '@spanwise/contracts/authz/rpc';
import { LicenseVersions } from './license-versions.js';

@Controller()
export class LicenseController {
  constructor(private readonly licenseVersions: LicenseVersions) {}

  @HandleRpc(license)
  license(_: Empty): Promise<LicenseView> {
    return this.licenseVersions.license();
  }

  @HandleRpc(licenseState)
  state(_: Empty): Promise<LicenseState> {
    return this.licenseVersions.state();
  }

  @HandleRpc(licenseVersions)
  versions(_: Empty): Promise<LicenseVersion[]> {
    return this.licenseVersions.versions();
  }

  @HandleRpc(uploadLicense)
  upload(input: UploadLicense, { context }: ScopedCall): Promise<LicenseVersion> {
    return this.licenseVersions.upload(input, context);
  }

  @HandleRpc(activateLicense)
  activate(input: LicenseVersionId, { context }: ScopedCall): Promise<LicenseView> {
    return this.licenseVersions.activate(input, context);
  }

  @HandleRpc(deactivateLicense)
  deactivate(_: Empty, { context }: ScopedCall): Promise<LicenseView> {
    return this.licenseVersions.deactivate(context);
  }
}
