/** The one place where a text is made shorter for people; keys of figures are cut by `@spanwise/span-model`. Pure. */
import { storable } from './storable-text.js';

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
const ELLIPSIS = '…';

/** What a text, or one character of it, counts against the limit. */
export type TextSize = (part: string) => number;

export const inUnits: TextSize = (part) => part.length;
export const inCodePoints: TextSize = (part) => [...part].length;
/** Bytes within a JSON text: a control character takes six. */
export const inJsonBytes: TextSize = (part) => Buffer.byteLength(JSON.stringify(part)) - 2;

/**
 * At most `limit` by `sizeOf`, an ellipsis at the end of what was cut included. It ends between two graphemes; one that has no
 * room by itself is cut between two of its characters. What PostgreSQL cannot keep becomes U+FFFD.
 */
export function cutText(text: string, limit: number, sizeOf: TextSize = inUnits): string {
  // No size counts a character of two units as less than one.
  const known = storable(text.slice(0, 2 * limit + 2));
  if (known.length >= text.length && sizeOf(known) <= limit) return known;
  const end = endOfFitting(known, limit - sizeOf(ELLIPSIS), sizeOf);
  const boundary = graphemes.segment(known).containing(end)?.index ?? end;
  return `${known.slice(0, boundary === 0 ? end : boundary)}${ELLIPSIS}`;
}

/** Where the characters end that have room. */
function endOfFitting(text: string, limit: number, sizeOf: TextSize): number {
  let [left, end] = [limit, 0];
  for (const character of text) {
    left -= sizeOf(character);
    if (left < 0) break;
    end += character.length;
  }
  return end;
}
