import { cellOf, EFFECTS, KINDS, type Kind } from './power.js';

const SIZES = [20, 50, 100, 300, 1_000, 3_000];
const SMALL_SIZES = [20, 50, 100, 300];
const MOST_FALSE_VERDICTS = 0.05;
/** Smallest effects that ADR 18 says are found: kind, requests, effect and the least share. */
const MUST_FIND: readonly [kind: Kind, requests: number, effect: string, share: number][] = [
  ['service', 50, 'x 2', 0.95],
  ['service', 100, '+50 %', 0.85],
  ['service', 300, '+25 %', 0.8],
  ['service', 100, 'errors +20 %', 0.9],
  ['service', 300, 'errors +5 %', 0.5],
  ['transaction', 50, 'x 2', 0.95],
  ['transaction', 300, '+25 %', 0.9],
  ['dependency', 50, 'x 2', 0.95],
  ['dependency', 300, '+25 %', 0.9],
];
const MOST_MISSED = 0.05;

/** Prints power and false verdicts by kind, size and effect; answers what is wrong with them. */
export function printPower(isSmall: boolean): string[] {
  const [sizes, runs] = isSmall ? [SMALL_SIZES, 30] : [SIZES, 200];
  const effects = Object.keys(EFFECTS);
  const faults: string[] = [];
  const nulls = { runs: 0, wrong: 0 };
  const intervals = { runs: 0, missed: 0 };
  for (const kind of KINDS) {
    console.log(
      `  ${kind}: share found by requests of each version, ${runs} comparisons each; in brackets "cannot tell"`,
    );
    console.log(`  ${'requests'.padStart(8)}${effects.map((effect) => effect.padStart(14)).join('')}`);
    for (const size of sizes) {
      const cells = effects.map((effect) => ({ effect, ...cellOf(kind, size, effect, runs) }));
      const texts = cells.map(({ found, cannotTell }) => `${percent(found)} (${percent(cannotTell)})`.padStart(14));
      console.log(`  ${String(size).padStart(8)}${texts.join('')}`);
      nulls.runs += runs;
      nulls.wrong += Math.round((cells[0].found + cells[0].better) * runs);
      if (kind === 'service') {
        intervals.runs += runs * cells.filter(({ effect }) => EFFECTS[effect].slowest === 1).length;
        intervals.missed += cells.reduce((sum, { missed }) => sum + missed, 0);
      }
      for (const [of, requests, effect, share] of MUST_FIND) {
        const { found } = cells.find((cell) => cell.effect === effect)!;
        if (of === kind && requests === size && found < share)
          faults.push(`${effect} of a ${kind} at ${size} requests is found in ${percent(found)} %`);
      }
    }
  }
  const share = nulls.wrong / nulls.runs;
  console.log(
    `  ${(share * 100).toFixed(1)} % of ${nulls.runs} comparisons without a change were called one, at most 5 % may`,
  );
  const missed = intervals.missed / intervals.runs;
  console.log(
    `  ${(missed * 100).toFixed(1)} % of ${intervals.runs} intervals of the duration did not hold the factor that was planted, at most 5 % may`,
  );
  if (missed > MOST_MISSED) faults.push('too many intervals of the duration did not hold the factor');
  if (share > MOST_FALSE_VERDICTS) faults.push('too many comparisons without a change were called one');
  return faults;
}

const percent = (share: number): string => (share * 100).toFixed(0);
