/** Random texts of marks, halves of pairs, NUL and control characters. */

/** The same in every run. */
let state = 46;
const below = (limit: number): number => (state = (state * 48_271) % 2_147_483_647) % limit;

const SOUND = ['🔥', 'e\u0301\u0323', '\u{1f468}\u200d\u{1f469}', 'x', '"', '\\u0000', '\\ud83d'];
const UNITS = [...SOUND, '\ud83d', '\udd25', '\0', '\u0001'];
const LENGTHS = [1, 1, 2, 5, 63, 127, 255, 1_024, 4_096, 16_384, 65_536];

/** One that PostgreSQL, JSON or a message may not hold as it is, of 1 to 65,536 characters. */
export function hostileText(): string {
  const of = below(2) === 0 ? SOUND : UNITS;
  const units = Array.from({ length: 1 + below(3) }, () => of[below(of.length)]);
  const unit = units.join('');
  return unit.repeat(Math.max(1, Math.floor(LENGTHS[below(LENGTHS.length)]! / unit.length)));
}
