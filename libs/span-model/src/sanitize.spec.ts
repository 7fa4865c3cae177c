import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { messageTemplate } from './grouping/message-template.js';
import { leastMs } from '@spanwise/testing/processor-time';
import { sanitize } from './sanitize.js';

describe('samples without secrets', () => {
  it.each([
    ['credentials in a URL', 'GET https://bob:hunter2@db.example/x', 'GET https://[REDACTED]@db.example/x'],
    ['such a URL behind punctuation', 'x=-http://bob:hunter2@h/', 'x=-http://[REDACTED]@h/'],
    ['a bearer token', 'Authorization failed: Bearer abcdef1234567890', 'Authorization failed: Bearer [REDACTED]'],
    ['a JWT', 'bad token_eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln!', 'bad token_[REDACTED]!'],
    ['an assigned secret', 'password=hunter2; retry', 'password=[REDACTED]; retry'],
    ['a quoted secret', '{"api_key": "a b c"}', '{"api_key": [REDACTED]}'],
    ['our own API token', 'key sw_abcdefghijkl_0123456789012345678901234567', 'key [REDACTED]'],
    ['an e-mail address', 'unknown user jane.doe@example.org', 'unknown user [EMAIL]'],
    [
      'a prefixed secret',
      'DB_PASSWORD=hunter2 and client_secret: x',
      'DB_PASSWORD=[REDACTED] and client_secret: [REDACTED]',
    ],
    ['a cookie', 'Cookie: sid=1; theme=dark', 'Cookie: [REDACTED]'],
    ['a cloud key', 'key AKIAIOSFODNN7EXAMPLE used', 'key [REDACTED] used'],
    ['a private key', 'x -----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY----- y', 'x [REDACTED] y'],
    [
      'a chat webhook',
      'POST https://hooks.chat.example/services/T0/B0/abc',
      'POST https://hooks.chat.example/[REDACTED]',
    ],
    ['a query string', 'GET /orders?user=7&q=x failed', 'GET /orders?[QUERY] failed'],
    ['a UUID', 'order 0b7a9c3e-1d2f-4a5b-8c6d-7e8f9a0b1c2d', 'order [UUID]'],
    ['a long hex number', 'session 507f1f77bcf86cd799439011 gone', 'session [HEX] gone'],
    ['an address', 'peer 10.0.0.1:8080 refused', 'peer [IP]:8080 refused'],
    ['an IPv6 address', 'peer [fe80::1%eth0], 2001:db8:0:0:0:0:0:7 refused', 'peer [[IP]%eth0], [IP] refused'],
    ['a card number', 'card 4111 1111 1111 1111 declined', 'card [NUMBER] declined'],
  ])('lose %s', (_, text, expected) => expect(sanitize(text)).toBe(expected));

  it.each([
    'at com.example.Foo.bar(Foo.java:42) order 12345 not found in /var/data',
    'System.Data, Version=4.0.0.0, Culture=neutral; library 1.2.3.4567',
    'shop::cart::total::h0123456789abcdef at 12:30:45',
    'pc=0x422f7c what? yes = no',
    'token expired, no password given',
  ])('keep what is no secret: %s', (text) => expect(sanitize(text)).toBe(text));

  it.each([
    'a.',
    'a+',
    '1 ',
    'a@',
    'x@a.',
    'eyJaaaaaaaa-',
    'eyJaaaaaaaa.',
    'token=',
    '"',
    'bearer ',
    'http://a:',
    'sk_a',
    'a_',
    'a-password',
    'cookie',
    '?a',
    'x?',
    '1.',
    '1:',
    'ab:',
    'a1',
    '-----BEGIN ',
    '://hooks.',
    'SG.a',
    '-',
  ])('cost little even when built against the patterns: "%s" repeated', (unit) => {
    const text = unit.repeat(Math.ceil(32_768 / unit.length));
    expect(leastMs(() => sanitize(text), 250)).toBeLessThan(250);
  });
});

/** Texts of words, numbers and what stands for both. */
const anyMessage = fc.array(fc.constantFrom('order ', ' of ', '#', 'x', ': ', '-', '/', '{n}'), { maxLength: 12 });

describe('messages of one cause have one template (APM-14)', () => {
  it.each([
    ['order 17 not found', 'order 991234 not found'],
    ['GET http://a.example/x?y=1 failed', 'GET https://b.example:8443/z failed'],
    ['user 0b7a9c3e-1d2f-4a5b-8c6d-7e8f9a0b1c2d unknown', 'user ffffffff-1d2f-4a5b-8c6d-7e8f9a0b1c2d unknown'],
    ['at 2026-01-31T10:11:12.123Z', 'at 2025-12-01T00:00:00Z'],
    ['peer 10.0.0.1:8080 refused', 'peer 192.168.1.77:9 refused'],
    ['object 0x7ffe12 lost', 'object 0x0 lost'],
    ['order 1234567 not found', 'order 12345678901 not found'],
    ['took -1.5e-7 of 3,14', 'took 2 of 99'],
    ['hash deadbeef01 lost', 'hash 0123456789abcdef lost'],
    ['mail to a@example.org', 'mail to b.c@example.com'],
  ])('%s / %s', (a, b) => expect(messageTemplate(a)).toBe(messageTemplate(b)));

  it('whatever the numbers in them are', () => {
    fc.assert(
      fc.property(
        anyMessage,
        fc.array(fc.nat(), { minLength: 12 }),
        fc.array(fc.nat(), { minLength: 12 }),
        (words, a, b) => {
          const filled = (numbers: number[]) =>
            words.map((word, index) => word.replace('{n}', ` ${numbers[index]}`)).join('');
          expect(messageTemplate(filled(a))).toBe(messageTemplate(filled(b)));
        },
      ),
    );
  });

  it('but different words stay apart', () => {
    expect(messageTemplate('order 17 not found')).not.toBe(messageTemplate('user 17 not found'));
  });
});
