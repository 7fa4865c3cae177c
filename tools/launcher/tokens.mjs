// The tokens that the ready screen hands out: made through the product's own API at the first start, kept for the user alone.
import { readSecret, writeSecret } from './keys.mjs';

const TOKENS = { intake: 'ingest', viewer: 'viewer' };

export const tokenFileName = (kind) => `${kind}-token`;

async function post(baseUrl, path, body, token) {
  const response = await fetch(`${baseUrl}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  });
  return response.ok ? response.json() : undefined;
}

async function works(baseUrl, kind, token) {
  if (token === undefined) return false;
  const headers = { authorization: `Bearer ${token}` };
  const asked =
    kind === 'intake'
      ? fetch(`${baseUrl}/v1/traces`, {
          method: 'POST',
          headers: { ...headers, 'content-type': 'application/json' },
          body: '{}',
        })
      : fetch(`${baseUrl}/api/v1/iam/capabilities`, { headers });
  return (await asked).ok;
}

/** @returns {Promise<Record<'intake' | 'viewer', string | undefined>>} undefined where neither a token nor a password works */
export async function ensureTokens(baseUrl, dataDir, email, password) {
  const tokens = {};
  let session;
  for (const [kind, roleKey] of Object.entries(TOKENS)) {
    const kept = readSecret(dataDir, tokenFileName(kind));
    if (await works(baseUrl, kind, kept)) {
      tokens[kind] = kept;
      continue;
    }
    if (password !== undefined) session ??= (await post(baseUrl, '/api/v1/auth/signin', { email, password }))?.token;
    const made =
      session && (await post(baseUrl, '/api/v1/auth/tokens', { name: `launcher ${kind}`, role_key: roleKey }, session));
    tokens[kind] = made?.token;
    if (made?.token) writeSecret(dataDir, tokenFileName(kind), made.token);
  }
  return tokens;
}
