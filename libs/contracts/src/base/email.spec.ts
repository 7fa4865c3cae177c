import { describe, expect, it } from 'vitest';
import { domainAdmitted, emailKey, isPlainAddress } from './email.js';

describe('the key of an e-mail address', () => {
  it.each([
    ['case', 'Ada@Example.ORG', 'ada@example.org'],
    ['full-width letters', 'ａda@example.org', 'ada@example.org'],
    ['an international domain', 'ada@bücher.example', 'ada@xn--bcher-kva.example'],
  ])('is the same whatever the %s', (_, typed, key) => {
    expect(emailKey(typed)).toBe(key);
  });

  it('distinguishes a letter of another script from its double', () => {
    expect(emailKey('аda@example.org')).not.toBe('ada@example.org');
    expect(emailKey('ada@еxample.org')).not.toBe('ada@example.org');
  });

  it.each([
    '',
    'ada',
    '@example.org',
    'ada@',
    'ada@exa mple.org',
    'ada\n@example.org',
    'ada@example.org\r\nBcc: x@y.z',
  ])('is refused for %j', (typed) => {
    expect(emailKey(typed)).toBeUndefined();
  });
});

describe('an e-mail address that only looks like another person’s', () => {
  it.each([
    ['a zero-width space', 'ad\u200ba@example.org'],
    ['a soft hyphen', 'ad\u00ada@example.org'],
    ['a mark of direction', '\u202eada@example.org'],
    ['a filler that shows nothing', 'ad\u3164a@example.org'],
    ['a variation selector', 'ada\ufe0f@example.org'],
    ['a letter of Cyrillic among those of Latin', '\u0430da@example.org'],
    ['a letter of Greek among those of Latin', 'ad\u03b1@example.org'],
    ['a quoted space', '"ada "@example.org'],
    ['a quoted @', '"ada@example.net"@example.org'],
    ['an escaped quotation mark', '"a\\"da"@example.org'],
    ['needless quotation marks', '"Ada.L"@example.org'],
  ])('by %s is refused as a new one', (_, typed) => expect(isPlainAddress(typed)).toBe(false));

  it.each(['Дмитрий.7@example.org', 'ada.l+x@bücher.example'])(
    'is one where a name has letters of one script alone: %s',
    (typed) => expect(isPlainAddress(typed)).toBe(true),
  );
});

describe('a list of domains (ACCESS-8)', () => {
  it.each([
    ['example.org', [], true],
    ['example.org', ['example.org'], true],
    ['mail.example.org', ['example.org'], true],
    ['badexample.org', ['example.org'], false],
    ['example.org.evil.com', ['example.org'], false],
  ])('%s against %j: %s', (domain, allowed, admitted) => {
    expect(domainAdmitted(domain, allowed)).toBe(admitted);
  });
});
