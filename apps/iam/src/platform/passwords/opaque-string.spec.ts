import { hash } from '@node-rs/argon2';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isFreeform, passwordForms, preparedPassword } from './opaque-string.js';
import { passwordFault } from './password-policy.js';
import { Passwords } from './passwords.js';

const COMPOSED = 'Schlüssel für Zoë';
const TAKEN_APART = COMPOSED.normalize('NFD');

describe('a password (RFC 8265)', () => {
  it.each([
    ['taken apart', TAKEN_APART, COMPOSED],
    ['with other spaces', 'two\u3000words\u00a0here', 'two words here'],
    ['of full width, in its case', 'Ｃｏｒｒｅｃｔ', 'Ｃｏｒｒｅｃｔ'],
    ['with a ligature', 'o\ufb03cial key', 'o\ufb03cial key'],
    ['of parts of syllables', '비밀번호입니다요'.normalize('NFD'), '비밀번호입니다요'],
  ])('%s is prepared', (_, typed, prepared) => {
    expect(preparedPassword(typed)).toBe(prepared);
    expect(isFreeform(prepared)).toBe(true);
  });

  it('is prepared once for all, whatever it is', () =>
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (typed) => {
        const prepared = preparedPassword(typed);
        expect(preparedPassword(prepared)).toBe(prepared);
        expect(passwordForms(prepared)).toEqual([prepared]);
      }),
    ));

  it.each([
    ['a control character', 'correct\u0007horse'],
    ['a line end', 'correct\nhorse'],
    ['a mark of direction', 'correct\u202ehorse'],
    ['a space of no width', 'correct\u200bhorse'],
    ['a character of private use', 'correct\ue000horse'],
    ['a character that there is not', 'correct\u0378horse'],
    ['half a character', 'correct\ud800horse'],
    ['an old part of a syllable', 'correct\u1113horse'],
  ])('with %s is not taken', (_, typed) => expect(passwordFault(typed)).toMatch(/characters that not every device/));

  it('is as long as it is prepared', () => {
    expect(passwordFault('äöüäöüä'.normalize('NFD'))).toBe('must have 8 to 256 characters');
    expect(passwordFault('äöüß'.repeat(64).normalize('NFD'))).toBeUndefined();
  });
});

describe('a hash', () => {
  const passwords = new Passwords(1_024);

  it('is of both spellings of one password', async () => {
    for (const [set, given] of [
      [COMPOSED, TAKEN_APART],
      [TAKEN_APART, COMPOSED],
    ]) {
      expect(await passwords.match(await passwords.hash(set!), given!)).toBe('prepared');
    }
  });

  it('from before the profile holds as it was typed, and for nothing else', async () => {
    const before = await hash(TAKEN_APART, { memoryCost: 1_024 });
    expect(await passwords.match(before, TAKEN_APART)).toBe('as typed');
    expect(await passwords.verify(before, TAKEN_APART)).toBe(true);
    expect(await passwords.match(before, COMPOSED)).toBe('no');
  });

  it('of no user is compared as often, and never right', async () => {
    expect(await passwords.match(undefined, TAKEN_APART)).toBe('no');
    expect(await passwords.verify(undefined, 'no user has this password')).toBe(false);
  });
});
