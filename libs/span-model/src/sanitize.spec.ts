import { describe, expect, it } from 'vitest';
import { messageTemplate } from './message-template.js';
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
    ['a card number', 'card 4111 1111 1111 1111 declined', 'card [NUMBER] declined'],
  ])('lose %s', (_, text, expected) => expect(sanitize(text)).toBe(expected));

  it('keep what is no secret', () => {
    const text = 'at com.example.Foo.bar(Foo.java:42) order 12345 not found in /var/data';
    expect(sanitize(text)).toBe(text);
  });

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
  ])('cost little even when built against the patterns: "%s" repeated', (unit) => {
    const text = unit.repeat(Math.ceil(32_768 / unit.length));
    const start = performance.now();
    sanitize(text);
    expect(performance.now() - start).toBeLessThan(250);
  });
});

describe('messages of one cause have one template (semantics D13)', () => {
  it.each([
    ['order 17 not found', 'order 991234 not found'],
    ['GET http://a.example/x?y=1 failed', 'GET https://b.example:8443/z failed'],
    ['user 0b7a9c3e-1d2f-4a5b-8c6d-7e8f9a0b1c2d unknown', 'user ffffffff-1d2f-4a5b-8c6d-7e8f9a0b1c2d unknown'],
    ['at 2026-01-31T10:11:12.123Z', 'at 2025-12-01T00:00:00Z'],
    ['peer 10.0.0.1:8080 refused', 'peer 192.168.1.77:9 refused'],
    ['object 0x7ffe12 lost', 'object 0x0 lost'],
    ['hash deadbeef01 lost', 'hash 0123456789abcdef lost'],
    ['mail to a@example.org', 'mail to b.c@example.com'],
  ])('%s / %s', (a, b) => expect(messageTemplate(a)).toBe(messageTemplate(b)));

  it('but different words stay apart', () => {
    expect(messageTemplate('order 17 not found')).not.toBe(messageTemplate('user 17 not found'));
  });
});
