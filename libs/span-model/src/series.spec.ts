import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { identityOf } from './identity.js';
import { keyPart, MAX_PART_BYTES, OVERFLOW_NAME } from './series.js';
import { spanOf } from './span.fixture.js';
import { truncateUtf8, utf8Length } from './utf8.js';

const anyText = fc.string({ unit: 'binary', maxLength: 400 });

describe('a key part', () => {
  it('fits a filter and PostgreSQL, whatever text it is made of, and stays as it is when made again', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const part = keyPart(text, 'x');
        expect(Buffer.byteLength(part)).toBeLessThanOrEqual(MAX_PART_BYTES);
        expect(Buffer.from(part).toString()).toBe(part);
        expect(part).not.toContain('\0');
        expect(part.trim()).not.toBe('');
        expect(part).not.toBe(OVERFLOW_NAME);
        expect(keyPart(part, 'x')).toBe(part);
      }),
    );
  });

  it('keeps 192 bytes, and two longer texts with one beginning apart', () => {
    const fits = 'ä'.repeat(96);
    expect(keyPart(fits)).toBe(fits);
    expect(keyPart(`${fits}a`)).not.toBe(keyPart(`${fits}b`));
    expect(keyPart(`${fits}a`)).toMatch(/^ä+~[0-9a-f]{16}$/);
  });

  it.each([
    ['a blank text', '  \t', 'default'],
    ['the reserved overflow name', OVERFLOW_NAME, '__other__(reserved)'],
    ['the reserved name with spaces around', ` ${OVERFLOW_NAME} `, '__other__(reserved)'],
    ['a NUL', 'a\0b', 'a\ufffdb'],
    ['half a character', 'a\ud800', 'a\ufffd'],
  ])('changes %s', (_, text, expected) => expect(keyPart(text, 'default')).toBe(expected));
});

describe('byte lengths', () => {
  it('are those of UTF-8, and cutting never splits a character', () => {
    fc.assert(
      fc.property(anyText, fc.nat(300), (text, max) => {
        expect(utf8Length(text)).toBe(Buffer.byteLength(text));
        const cut = truncateUtf8(text, max);
        expect(Buffer.byteLength(cut)).toBeLessThanOrEqual(max);
        expect(text.startsWith(cut)).toBe(true);
        const [next] = text.slice(cut.length);
        if (next !== undefined) expect(Buffer.byteLength(cut + next)).toBeGreaterThan(max);
      }),
    );
  });
});

describe('identity of a service (APM-12)', () => {
  it('has defaults for what is unset or empty', () => {
    expect(identityOf(spanOf().resource)).toEqual({
      namespace: 'default',
      service: 'unknown_service',
      environment: 'unknown',
      version: '',
    });
  });

  it('keeps unknown services of different executables apart', () => {
    expect(identityOf(spanOf({ resource: { service: 'unknown_service:java' } }).resource).service).toBe(
      'unknown_service:java',
    );
  });
});
