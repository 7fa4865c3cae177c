/** JSON whose integers keep all their digits: those that a number cannot hold become bigints, and are written as such. */
import { randomUUID } from 'node:crypto';
import { checkJsonDepth, wellFormedJson } from './json-text.js';
import { malformed } from './otlp-error.js';

/** No sender knows it, so that no text of a client can pass for an integer. */
const MARK = `${randomUUID()}:`;
const LONG_INTEGER = /\d{16}/;
/**
 * A text that does not end goes to the end: the next quote in it is not tried as a beginning, which would be quadratic.
 * Runs of characters are one step: a step for each would need a stack as long as the text.
 */
const TEXT_OR_INTEGER = /"[^"\\]*(?:\\[^][^"\\]*)*"?|(?<![\d.eE+-])-?\d{16,}(?![\d.eE])/g;
const MARKED = new RegExp(`"${MARK}(-?\\d+)"`, 'g');

/** Throws `OtlpError`; nesting is bounded by the bytes (API-4). */
export function parseExactJson(bytes: Uint8Array): unknown {
  checkJsonDepth(bytes);
  const text = wellFormedJson(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8'));
  try {
    if (!LONG_INTEGER.test(text)) return JSON.parse(text);
    const marked = text.replaceAll(TEXT_OR_INTEGER, (found) => (found[0] === '"' ? found : `"${MARK}${found}"`));
    return JSON.parse(marked, (_, value: unknown) => (isMarked(value) ? integerOf(value) : value));
  } catch {
    throw malformed('a record is not JSON');
  }
}

export function exactJsonText(value: unknown): string {
  let marked = false;
  const text = JSON.stringify(value, (_, member: unknown) => {
    if (typeof member !== 'bigint') return member;
    marked = true;
    return markedInteger(member);
  });
  return marked ? unmarkedText(text) : text;
}

/** An integer for `JSON.stringify`, where a replacer would be too slow: `unmarkedText` puts its digits in the place. */
export const markedInteger = (integer: bigint): string => `${MARK}${integer}`;
export const unmarkedText = (json: string): string => json.replaceAll(MARKED, '$1');

const isMarked = (value: unknown): value is string => typeof value === 'string' && value.startsWith(MARK);

function integerOf(marked: string): number | bigint {
  const exact = BigInt(marked.slice(MARK.length));
  // Beyond 64 bits a JSON number is a double, as everywhere.
  if (exact !== BigInt.asIntN(64, exact)) return Number(exact);
  return exact >= Number.MIN_SAFE_INTEGER && exact <= Number.MAX_SAFE_INTEGER ? Number(exact) : exact;
}
