import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isMailAddress, templatePath } from './templated-path.js';

describe('a path without its ids (APM-7)', () => {
  it.each([
    ['/users/42', '/users/{id}'],
    ['/users/42?tab=1#x', '/users/{id}'],
    ['/o/0b7a9c3e-1d2f-4a5b-8c6d-7e8f9a0b1c2d/items', '/o/{id}/items'],
    ['/blob/deadbeef1', '/blob/{id}'],
    ['/feedface', '/feedface'],
    ['/days/2026-01-31', '/days/{id}'],
    ['/mail/a.b@example.org', '/mail/{id}'],
    ['/mail/a.b%40example.org', '/mail/{id}'],
    ['/t/dGhpcyBpcyBhIHRlc3Qx', '/t/{id}'],
    ['/internationalization-settings', '/internationalization-settings'],
    ['/api/v1/users', '/api/v1/users'],
    ['/', '/'],
    ['/1/2/3/4/5/6/7/8/9', '/{id}/{id}/{id}/{id}/{id}/{id}/{id}/{id}'],
  ])('%s -> %s', (path, expected) => expect(templatePath(path)).toBe(expected));
});

it('a mail address in a path is what its expression, which is cubic, says', () => {
  const piece = fc.constantFrom('a', 'b.c', '@', '%40', '%4', '0', '.', ' ', '\n', '%');
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 14 }), (pieces) => {
      const segment = pieces.join('');
      expect(isMailAddress(segment)).toBe(/^[^@\s]+(@|%40)[^@\s]+\.[^@\s]+$/.test(segment));
    }),
    { numRuns: 20_000 },
  );
});
