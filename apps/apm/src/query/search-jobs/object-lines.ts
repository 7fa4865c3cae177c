/**
 * Lines of JSON arrays as lines of JSON objects. The text of the values is passed on as the engine wrote it, so that numbers
 * keep all their digits; and what is added is the same for every row, so that sizes are known beforehand. Pure.
 */

const [QUOTE, BACKSLASH, COMMA, NEWLINE] = ['"', '\\', ',', '\n'].map((text) => text.charCodeAt(0));
const OPENING = new Set(['[', '{'].map((text) => text.charCodeAt(0)));
const CLOSING = new Set([']', '}'].map((text) => text.charCodeAt(0)));
const BRACES = [Buffer.from('{'), Buffer.from('}')];

const keysOf = (columns: readonly string[]): Buffer[] =>
  columns.map((column) => Buffer.from(`${JSON.stringify(column)}:`));

/** Bytes that a row has more as an object than as an array. */
export const objectOverhead = (columns: readonly string[]): number =>
  keysOf(columns).reduce((sum, key) => sum + key.length, 0);

/** `lines` are whole lines, each a JSON array of as many values as there are columns. */
export function objectLines(lines: Buffer, columns: readonly string[]): Buffer {
  const keys = keysOf(columns);
  const pieces: Buffer[] = [];
  let [depth, column, copied] = [0, 0, 0];
  const put = (upTo: number, ...added: Buffer[]) => {
    pieces.push(lines.subarray(copied, upTo), ...added);
    copied = upTo;
  };
  for (let at = 0; at < lines.length; at++) {
    const byte = lines[at];
    if (byte === QUOTE) at = endOfText(lines, at);
    else if (OPENING.has(byte!)) {
      depth++;
      if (depth > 1) continue;
      put(at, BRACES[0]!, keys[0]!);
      copied = at + 1;
    } else if (CLOSING.has(byte!)) {
      depth--;
      if (depth > 0) continue;
      put(at, BRACES[1]!);
      copied = at + 1;
    } else if (byte === COMMA && depth === 1) {
      column++;
      put(at + 1, keys[column]!);
    } else if (byte === NEWLINE) column = 0;
  }
  put(lines.length);
  return Buffer.concat(pieces);
}

/** The place of the closing quote. */
function endOfText(bytes: Buffer, quote: number): number {
  let at = quote + 1;
  while (bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1;
  return at;
}
