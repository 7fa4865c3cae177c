import { expect, it } from 'vitest';
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
