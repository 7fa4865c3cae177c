/** How a licence is shown. Pure. */
import type { LicenseSummary, LicenseVersion } from '@spanwise/contracts/iam/license';
import { microsOf } from '@spanwise/contracts/base/micros';
import type { VersionRow } from './license.store.js';

export function versionView(row: VersionRow): LicenseVersion {
  return {
    id: row.id,
    active: row.active,
    summary: summaryOf(row.payload),
    ...(row.created_by !== null && { created_by: row.created_by }),
    created_at_micros: microsOf(row.created_at),
    ...(row.activated_by !== null && { activated_by: row.activated_by }),
    ...(row.activated_at !== null && { activated_at_micros: microsOf(row.activated_at) }),
  };
}

/** What was verified at the upload, as its file says it. */
function summaryOf(payload: Buffer): LicenseSummary {
  const {
    license_id,
    issued_to,
    features,
    not_before_micros,
    expires_at_micros: expires,
    max_ingest_bytes_per_day: cap,
  } = JSON.parse(payload.toString('utf8')) as LicenseSummary;
  return {
    license_id,
    issued_to,
    features,
    not_before_micros,
    ...(expires !== undefined && { expires_at_micros: expires }),
    ...(cap !== undefined && { max_ingest_bytes_per_day: cap }),
  };
}
