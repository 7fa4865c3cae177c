import { Body, Controller, Delete, Get, HttpCode, Param, Post } from '@nestjs/common';
import { Bus } from '@spanwise/bus/bus';
import {
  activateLicense,
  deactivateLicense,
  license,
  LicenseVersionId,
  licenseVersions,
  UploadLicense,
  uploadLicense,
  type LicenseVersion,
  type LicenseView,
} from '@spanwise/contracts/iam/license';
import { parse } from '@spanwise/contracts/authz/parse';
import { Empty } from '@spanwise/contracts/authz/rpc';
import { Access } from '../../edge/auth/access.js';
import type { Caller } from '../../edge/auth/authentication.js';
import { CurrentCaller } from '../../edge/auth/current-caller.js';
import { pathId } from '../../edge/auth/path-id.js';
import { Operation } from '../../edge/openapi/operation.js';

const READ = { system: 'sys.licenses.read' };
const MANAGE = { system: 'sys.licenses.manage' };

@Controller('api/v1/system/license')
export class LicenseController {
  constructor(private readonly bus: Bus) {}

  @Access(READ)
  @Operation('License', {
    summary: 'The licence of this installation',
    description: 'Without an active one the edition is `oss`. An expired one stops intake until another is activated.',
  })
  @Get()
  get(@CurrentCaller() caller: Caller): Promise<LicenseView> {
    return this.bus.rpc.call(license, new Empty(), caller.signed);
  }

  @Access(MANAGE)
  @Operation('License', {
    summary: 'Deactivate the licence',
    refusals: { not_found: 'No licence is active.' },
  })
  @Delete()
  deactivate(@CurrentCaller() caller: Caller): Promise<LicenseView> {
    return this.bus.rpc.call(deactivateLicense, new Empty(), caller.signed);
  }

  @Access(READ)
  @Operation('LicenseVersions', { summary: 'Uploaded licences, newest first' })
  @Get('versions')
  versions(@CurrentCaller() caller: Caller): Promise<LicenseVersion[]> {
    return this.bus.rpc.call(licenseVersions, new Empty(), caller.signed);
  }

  @Access(MANAGE)
  @Operation('LicenseVersion', {
    summary: 'Upload a licence',
    description:
      'Refused when its signature is invalid, when it was issued for another installation, or when it has expired.',
    body: UploadLicense,
    refusals: { conflict: 'This licence was uploaded before.' },
  })
  @Post('versions')
  upload(@Body() body: unknown, @CurrentCaller() caller: Caller): Promise<LicenseVersion> {
    return this.bus.rpc.call(uploadLicense, parse(UploadLicense, body), caller.signed);
  }

  @Access(MANAGE)
  @Operation('License', {
    summary: 'Activate a licence',
    description: 'Entitlements take effect within a second.',
    path: { id: 'Id of the version' },
    refusals: { conflict: 'The licence has expired, or is not valid yet.' },
  })
  @Post('versions/:id/activate')
  @HttpCode(200)
  activate(@Param('id') id: string, @CurrentCaller() caller: Caller): Promise<LicenseView> {
    const version = pathId(LicenseVersionId, id, 'There is no such version.');
    return this.bus.rpc.call(activateLicense, version, caller.signed);
  }
}
