/** Secrets of one-time links (DELIVERY-27): the organization in clear, so that its rows can be asked, and 256 random bits. */
import { createHash, randomBytes } from 'node:crypto';

const ORGANIZATION_BYTES = 16;
const RANDOM_BYTES = 32;

export interface OpenedToken {
  organizationId: string;
  /** All that is stored. */
  hash: Buffer;
}

export function makeToken(organizationId: string): { token: string; hash: Buffer } {
  const organization = Buffer.from(organizationId.replaceAll('-', ''), 'hex');
  const bytes = Buffer.concat([organization, randomBytes(RANDOM_BYTES)]);
  return { token: bytes.toString('base64url'), hash: hashOf(bytes) };
}

/** Undefined for what no link can have. */
export function openToken(token: string): OpenedToken | undefined {
  if (!/^[\w-]{64}$/.test(token)) return undefined;
  const bytes = Buffer.from(token, 'base64url');
  const hex = bytes.toString('hex', 0, ORGANIZATION_BYTES);
  return { organizationId: hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-'), hash: hashOf(bytes) };
}

const hashOf = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest();
