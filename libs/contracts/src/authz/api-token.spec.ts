import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { apiTokenPrefix, makeApiToken } from './api-token.js';

describe('an API token (ACCESS-1)', () => {
  it('names its prefix, which is part of it', () => {
    const { prefix, token } = makeApiToken();
    expect(token).toMatch(/^sw_[0-9A-Za-z]{12}_[0-9A-Za-z]{49}$/);
    expect(apiTokenPrefix(token)).toBe(prefix);
  });

  it('is refused when any one character is another', () => {
    const { token } = makeApiToken();
    for (let at = 0; at < token.length; at++) {
      const changed = token.slice(0, at) + (token[at] === 'x' ? 'y' : 'x') + token.slice(at + 1);
      expect(apiTokenPrefix(changed), `character ${at}`).toBeUndefined();
    }
  });

  it('is none of 100,000 random texts', () => {
    const ofItsForm = () => `sw_${randomBytes(6).toString('hex')}_${randomBytes(25).toString('hex').slice(0, 49)}`;
    const ofAnyForm = () => `sw_${randomBytes(48).toString('base64url')}`;
    const invented = Array.from({ length: 100_000 }, (_, at) => (at % 4 === 0 ? ofAnyForm() : ofItsForm()));
    expect(invented.filter((text) => apiTokenPrefix(text) !== undefined)).toEqual([]);
  });
});
