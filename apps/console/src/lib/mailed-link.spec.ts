import { describe, expect, it } from 'vitest';
import { mailedLink, safeNext } from './mailed-link.js';

const TOKEN = 'a'.repeat(43);

describe('a mailed link', () => {
  it('says what it is for', () => {
    expect(mailedLink(`#reset_token=${TOKEN}`)).toEqual({ kind: 'reset_token', token: TOKEN });
    expect(mailedLink(`#invitation_token=${TOKEN}`)?.kind).toBe('invitation_token');
  });

  it.each(['', '#', `#other_token=${TOKEN}`, '#reset_token=short', `#reset_token=${TOKEN}&x=1`, `#toString=${TOKEN}`])(
    '%s is none',
    (hash) => expect(mailedLink(hash)).toBeUndefined(),
  );
});

describe('where signing in leads to', () => {
  it('is a path of the console', () => {
    expect(safeNext('/services/checkout?range=6h')).toBe('/services/checkout?range=6h');
    for (const next of [undefined, '', 'https://evil.example', '//evil.example', '/\\evil.example', '/signin'])
      expect(safeNext(next)).toBe('/');
  });
});
