import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutText, inCodePoints, inJsonBytes, inUnits } from './cut-text.js';
import { storable, storableJson, unstorableMember } from './storable-text.js';

const COMBINING = 'e\u0301\u0323';
const FAMILY = '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}';
const part = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('\ud83d', '\udd25', '\0', '\u0001', '🔥', FAMILY, COMBINING, '\r\n', '🇩🇪', 'x'),
);
const anyText = fc.array(part, { maxLength: 40 }).map((parts) => parts.join(''));
const startsOf = (text: string): Set<number> =>
  new Set([...new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(text)].map(({ index }) => index));

describe('a text that is cut', () => {
  it.each([
    ['is left as it is where it has room', 'fire 🔥', 7, 'fire 🔥'],
    ['ends before an emoji that has no room', `${'x'.repeat(8)}🔥`, 9, `${'x'.repeat(8)}…`],
    ['ends before a family that has no room', `ab${FAMILY}c`, 8, 'ab…'],
    ['ends before a letter with its marks', `ab${COMBINING}`, 4, 'ab…'],
    ['ends within a grapheme that has no room by itself', `a${'\u0301'.repeat(20)}`, 5, `a${'\u0301'.repeat(3)}…`],
  ])('%s', (_, text, limit, cut) => {
    expect(cutText(text, limit)).toBe(cut);
  });

  it.each([
    ['units', inUnits],
    ['code points', inCodePoints],
    ['bytes of JSON', inJsonBytes],
  ])('never exceeds its limit in %s, ends between graphemes and can be stored', (_, sizeOf) => {
    fc.assert(
      fc.property(anyText, fc.integer({ min: 3, max: 60 }), (text, limit) => {
        const cut = cutText(text, limit, sizeOf);
        expect(sizeOf(cut)).toBeLessThanOrEqual(limit);
        expect(unstorableMember(cut)).toBeUndefined();
        const whole = storable(text);
        if (cut === whole) return;
        expect(sizeOf(whole)).toBeGreaterThan(limit);
        expect(whole.startsWith(cut.slice(0, -1))).toBe(true);
        const first = [...new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(whole)][0]!.segment;
        if (cut.length - 1 >= first.length) expect(startsOf(whole)).toContain(cut.length - 1);
      }),
    );
  });

  it.each(['\ud83d', '\u0301', 'x', '\u0001', '🔥'])('may be a run of 64 KB of %j', (unit) => {
    const run = unit.repeat(65_536 / unit.length);
    expect(inUnits(cutText(run, 1_024))).toBeLessThanOrEqual(1_024);
    expect(inJsonBytes(cutText(run, 1_024, inJsonBytes))).toBeLessThanOrEqual(1_024);
  });
});

describe('JSON for a column', () => {
  it('has U+FFFD in place of half a pair and NUL, also in names; what only looks like one stays', () => {
    const value = { 'a\0': ['\ud83d', 'x\0y', 1, null, true], path: '\\u0000 \\ud83d', fire: '🔥' };
    expect(JSON.parse(storableJson(value))).toEqual({
      'a\ufffd': ['\ufffd', 'x\ufffdy', 1, null, true],
      path: '\\u0000 \\ud83d',
      fire: '🔥',
    });
  });

  it('is that of the value where everything can be stored, and can always be stored', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.dictionary(anyText, anyText), (value, texts) => {
        const json = storableJson({ value, texts });
        expect(unstorableMember(JSON.parse(json))).toBeUndefined();
        if (unstorableMember({ value, texts }) === undefined) expect(json).toBe(JSON.stringify({ value, texts }));
      }),
    );
  });
});
