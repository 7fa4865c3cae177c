import { describe, expect, it } from 'vitest';
import { domainAdmitted, emailKey } from './email.js';

describe('the key of an e-mail address', () => {
  it.each([
    ['case', 'Ada@Example.ORG', 'ada@example.org'],
    ['full-width letters', 'ａda@example.org', 'ada@example.org'],
    ['an international domain', 'ada@bücher.example', 'ada@xn--bcher-kva.example'],
  ])('is the same whatever the %s', (_, typed, key) => {
    expect(emailKey(typed)).toBe(key);
  });

  it('tells a letter of another script from its double', () => {
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
