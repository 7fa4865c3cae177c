/** Licences of the installation. */
import { IsBase64, IsString, IsUUID, MaxLength } from 'class-validator';
import type { Integer } from '../base/integer.js';
import { Empty, READS, rpc } from '../authz/rpc.js';

export type Edition = 'oss' | 'enterprise';

/** What a licence says, in the words of its file. */
export interface LicenseSummary {
  license_id: string;
  issued_to: string;
  features: string[];
  not_before_micros: Integer;
  expires_at_micros?: Integer;
  /** Of all organizations together, in a day of UTC. */
  max_ingest_bytes_per_day?: number;
}

export interface LicenseView {
  edition: Edition;
  /** A licence is active and its signature holds. */
  verified: boolean;
  expired: boolean;
  issued_to?: string;
  /** Entitlements that every organization has at the moment. */
  features: string[];
  max_ingest_bytes_per_day?: number;
  expires_at_micros?: Integer;
  active_version_id?: string;
  /** What a licence for this installation has to name. */
  instance_id: string;
}

export interface LicenseVersion {
  id: string;
  active: boolean;
  summary: LicenseSummary;
  created_by?: string;
  created_at_micros: Integer;
  activated_by?: string;
  activated_at_micros?: Integer;
}

/** A licence file: the bytes that were signed, and their Ed25519 signature. */
export class UploadLicense {
  @IsString() @MaxLength(24_000) @IsBase64() payload_b64: string;
  @IsString() @MaxLength(128) @IsBase64() signature_b64: string;
}

export class LicenseVersionId {
  @IsUUID() id: string;
}

const READ = { system: 'sys.licenses.read' } as const;
const MANAGE = { system: 'sys.licenses.manage' };

export const license = rpc<LicenseView>()('svc.iam.license.get', Empty, READ);
export const licenseVersions = rpc<LicenseVersion[]>()('svc.iam.license.versions', Empty, READ);
export const uploadLicense = rpc<LicenseVersion>()('svc.iam.license.upload', UploadLicense, MANAGE, {
  audit: 'recorded',
});
export const activateLicense = rpc<LicenseView>()('svc.iam.license.activate', LicenseVersionId, MANAGE, {
  audit: 'recorded',
});
/** No version is active any more: the edition is `oss`. */
export const deactivateLicense = rpc<LicenseView>()('svc.iam.license.deactivate', Empty, MANAGE, { audit: 'recorded' });

/** What every gateway has to know of the licence. */
export interface LicenseState {
  edition: Edition;
  /** Set while a licence is active, whether it has expired or not. */
  expires_at_micros?: Integer;
  max_ingest_bytes_per_day?: number;
}

export const licenseState = rpc<LicenseState>()('svc.iam.license.state', Empty, 'internal', READS);
