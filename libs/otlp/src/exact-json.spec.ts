import { expect, it } from 'vitest';
import { parseOtlpJson } from './json-text.js';
import { exactJsonText, markedInteger, parseExactJson, unmarkedText } from './exact-json.js';

const LONG = 1_793_000_000_123_456_789n;

it('keeps all digits of integers that a number cannot hold, there and back', () => {
  const text = `{"a":${LONG},"b":1,"c":"${LONG}"}`;
  const value = parseExactJson(Buffer.from(text));
  expect(value).toEqual({ a: LONG, b: 1, c: String(LONG) });
  expect(exactJsonText(value)).toBe(text);
});

it('writes marked integers as such, and nothing else', () => {
  const value = { start: markedInteger(LONG), before: markedInteger(-LONG), text: `:${LONG}` };
  expect(unmarkedText(JSON.stringify(value))).toBe(`{"start":${LONG},"before":-${LONG},"text":":${LONG}"}`);
});

it.each([
  ['half of a pair', String.raw`{"a\ud83d":"\udd25x"}`, { 'a\ufffd': '\ufffdx' }],
  ['a pair, which stays', String.raw`{"a":"\ud83d\udd25"}`, { a: '🔥' }],
  ['two halves in the wrong order', String.raw`["\uDD25\uD83D"]`, ['\ufffd\ufffd']],
  ['a half before a pair', String.raw`["\ud83d\ud83d\udd25"]`, ['\ufffd🔥']],
  ['what looks like one behind a backslash', String.raw`["\\ud83d"]`, ['\\ud83d']],
])('has U+FFFD in place of halves of surrogate pairs: %s', (_, text, value) => {
  for (const parse of [parseExactJson, parseOtlpJson]) expect(parse(Buffer.from(text))).toEqual(value);
});
