import 'reflect-metadata';
import { randomBytes, randomInt } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { MAX_DOWNLOAD_TOKEN_CHARS } from '@spanwise/contracts/iam/downloads';
import { readGrant, signGrant, type DownloadGrant } from './download-links.js';

const NOW = Date.parse('2026-11-21T12:00:00Z');
const ID = '00000000-0000-7000-8000-00000000abcd';
const GRANT: DownloadGrant = {
  method: 'GET',
  objectType: 'search_job',
  objectId: ID,
  expiresAtMs: NOW + 300_000,
  maker: { subject: ID, subject_type: 'api_token', credential_id: ID, organization_id: ID, scope: 'organization' },
};
const [old, current, foreign] = ['old', 'current', 'foreign'].map((kid) => ({ kid, key: randomBytes(32) }));
const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

describe('a link', () => {
  const token = signGrant([current!, old!], GRANT);

  it('says again what was signed, and fits into the bound of one', () => {
    expect(readGrant([current!, old!], token, NOW)).toEqual(GRANT);
    expect(token.length).toBeLessThan(MAX_DOWNLOAD_TOKEN_CHARS);
  });

  it('outlives the rotation of its key, and ends with the removal of it', () => {
    expect(readGrant([foreign!, current!], token, NOW)).toEqual(GRANT);
    expect(readGrant([foreign!], token, NOW)).toBeUndefined();
  });

  it('ends at its moment', () => {
    expect(readGrant([current!], token, GRANT.expiresAtMs - 1)).toEqual(GRANT);
    expect(readGrant([current!], token, GRANT.expiresAtMs)).toBeUndefined();
  });

  it.each(['', '.', 'a.', '.a', `${token}.`, `${token}=`, ` ${token}`, token.split('.')[0]])('%j is none', (text) => {
    expect(readGrant([current!], text!, NOW)).toBeUndefined();
  });

  it('changed in any one of its characters is none', () => {
    for (let at = 0; at < token.length; at++) {
      const other = DIGITS[randomInt(64)];
      if (other === token[at]) continue;
      const edited = token.slice(0, at) + other + token.slice(at + 1);
      expect([edited, readGrant([current!], edited, NOW)]).toEqual([edited, undefined]);
    }
  });

  it('with the MAC of another link is none', () => {
    const later = signGrant([current!], { ...GRANT, expiresAtMs: GRANT.expiresAtMs + 1 });
    expect(readGrant([current!], `${later.split('.')[0]}.${token.split('.')[1]}`, NOW)).toBeUndefined();
  });
});
