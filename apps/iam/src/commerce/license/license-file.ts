/** A licence file: JSON that its issuer has signed with Ed25519. Pure. */
import { createPublicKey, verify } from 'node:crypto';
import type { LicenseSummary } from '@spanwise/contracts/iam/license';
import { FEATURES } from '@spanwise/contracts/authz/permissions';
import type { NamedKey } from '@spanwise/host/config';

export interface LicenseFile {
  payload: Buffer;
  signature: Buffer;
}

export interface License extends LicenseSummary {
  instance_id: string;
}

const SIGNATURE_BYTES = 64;
const MAX_PAYLOAD_BYTES = 16_384;
const FORMAT = 1;

/** The licence, or the sentence that says why the file is none for this instance. Time is not checked here. */
export function readLicense(file: LicenseFile, issuers: readonly NamedKey[], instanceId: string): License | string {
  if (file.payload.length > MAX_PAYLOAD_BYTES) return 'The licence is too large.';
  if (!issuers.some(({ key }) => isSignedBy(file, key))) return 'The signature of the licence does not hold.';
  const license = licenseIn(file.payload);
  if (license === undefined) return 'The licence is of a form that is not known here.';
  if (license.instance_id !== instanceId) return 'The licence is for another installation.';
  return license;
}

function isSignedBy({ payload, signature }: LicenseFile, publicKey: Buffer): boolean {
  if (signature.length !== SIGNATURE_BYTES) return false;
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: publicKey.toString('base64url') };
  return verify(null, payload, createPublicKey({ key: jwk, format: 'jwk' }), signature);
}

function licenseIn(payload: Buffer): License | undefined {
  let parsed: Record<string, unknown>;
  try {
    parsed = JSON.parse(payload.toString('utf8')) as Record<string, unknown>;
  } catch {
    return undefined;
  }
  if (parsed === null || typeof parsed !== 'object' || parsed.format !== FORMAT) return undefined;
  const { license_id: id, issued_to: issuedTo, instance_id: instanceId, features } = parsed;
  const { not_before_micros: notBefore, expires_at_micros: expires, max_ingest_bytes_per_day: maxBytes } = parsed;
  const texts = [id, issuedTo, instanceId].every((text) => typeof text === 'string' && text.length <= 255);
  const numbers = isCount(notBefore) && isOptionalCount(expires) && isOptionalCount(maxBytes);
  if (!texts || !numbers || !Array.isArray(features)) return undefined;
  return {
    license_id: id as string,
    issued_to: issuedTo as string,
    instance_id: instanceId as string,
    // A newer issuer may name what this version does not have.
    features: FEATURES.filter((feature) => features.includes(feature)),
    not_before_micros: notBefore as number,
    ...(expires !== undefined && { expires_at_micros: expires as number }),
    ...(maxBytes !== undefined && { max_ingest_bytes_per_day: maxBytes as number }),
  };
}

const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) >= 0;
const isOptionalCount = (value: unknown): boolean => value === undefined || isCount(value);

export const isExpired = ({ expires_at_micros: expires }: LicenseSummary, nowMs: number): boolean =>
  expires !== undefined && expires <= nowMs * 1_000;

export const isNotYetValid = ({ not_before_micros: from }: LicenseSummary, nowMs: number): boolean =>
  from > nowMs * 1_000;

/** Entitlements at this moment: those of a licence that holds, none else. */
export const featuresNow = (license: License | undefined, nowMs: number): string[] =>
  license === undefined || isExpired(license, nowMs) || isNotYetValid(license, nowMs) ? [] : license.features;

/** Text that is base64 in its one form, as bytes; undefined otherwise. */
export function strictBase64(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64');
  return bytes.toString('base64') === text ? bytes : undefined;
}
