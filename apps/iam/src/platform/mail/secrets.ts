import { createHash, randomBytes } from 'node:crypto';

const SECRET_BYTES = 32;

/** A secret for a link; what is stored of it is its hash. */
export function makeSecret(): { secret: string; hash: string } {
  const secret = randomBytes(SECRET_BYTES).toString('base64url');
  return { secret, hash: hashOfSecret(secret) };
}

export const hashOfSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex');
