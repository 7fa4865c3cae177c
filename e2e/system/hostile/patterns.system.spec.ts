/** Every pattern of the sources that see telemetry or a client's text, against texts that are built against it. */
import { createContext, Script } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { leastMs } from '@spanwise/testing/processor-time';
import { hostileTexts, PIECES, piecesOf } from './hostile-texts.js';
import { findPatterns, type FoundPattern } from './pattern-sources.js';

/**
 * A pattern that takes some time for a text of this length is looked at with a longer one, whatever the machine: what is
 * linear takes as many times as long, what is quadratic the square of that. Texts of telemetry are longer, but what grows
 * no faster than a text stays as cheap per character.
 */
const TEXT_CHARS = 8_192;
const SUSPECT_MS = 3;
const LONGER = 4;
const MOST_GROWTH = 8;
const HANGS_MS = 5_000;
/** Of a pattern that never sees a longer text. */
const ALLOWED_MS = 25;

/** Files whose callers bound what their patterns see, all of them the patterns of stored groups: they do not change. */
const BOUNDED: readonly [folder: string, chars: number][] = [
  ['libs/span-model/src/stack/', 1_024],
  ['libs/span-model/src/grouping/g1-frames.ts', 1_024],
  ['libs/span-model/src/grouping/g1-message-template.ts', 2_048],
];
const charsOf = (file: string) => BOUNDED.find(([folder]) => file.startsWith(folder))?.[1] ?? TEXT_CHARS;

/** One for all: to make a context takes longer than most patterns do. */
const world: { measure?: () => number } = {};
const context = createContext(world);
const measuring = new Script('measure()');

/** What `measure` says, or the limit when it does not come back. */
function msWithin(measure: () => number): number {
  world.measure = measure;
  try {
    return measuring.runInContext(context, { timeout: HANGS_MS }) as number;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return HANGS_MS;
    throw error;
  }
}

/** What the pattern takes too long for; undefined when there is no such text. */
function slowText({ file, pattern }: FoundPattern): string | undefined {
  const own = piecesOf(pattern);
  const pairs = own.slice(0, 6).flatMap((one) => own.slice(0, 3).map((other) => one + other));
  const pieces = [...new Set([...PIECES, ...own, ...pairs])];
  const everywhere = pattern.global ? pattern : new RegExp(pattern.source, `${pattern.flags}g`);
  const msFor = (text: string, enoughMs: number) =>
    msWithin(() => leastMs(() => text.replace(everywhere, ''), enoughMs));
  const chars = charsOf(file);
  const suspectMs = chars < TEXT_CHARS ? ALLOWED_MS : SUSPECT_MS;
  for (const { made, textOf } of hostileTexts(['', ...own.slice(0, 2)], pieces)) {
    const ms = msFor(textOf(chars), suspectMs);
    if (ms <= suspectMs) continue;
    const longerMs = ms >= HANGS_MS ? ms : msFor(textOf(LONGER * chars), MOST_GROWTH * ms);
    if (longerMs >= HANGS_MS || longerMs > MOST_GROWTH * ms)
      return `${made} takes ${Math.round(ms)} ms, and ${Math.round(longerMs)} when it is ${LONGER} times as long`;
  }
  return undefined;
}

const found = findPatterns();
const files = [...new Set(found.map(({ file }) => file))];

describe('no pattern takes more time than its text has characters', () => {
  it('of those that there are', () => {
    expect(found.length).toBeGreaterThan(200);
    expect(files).toContain('libs/span-model/src/grouping/g1.ts');
  });

  it.each(files)('%s', (file) => {
    const faults = found.filter((one) => one.file === file).flatMap((one) => slowText(one) ?? []);
    expect(faults).toEqual([]);
  });

  it.each([
    ['the one that stopped the projection', /^\s*Caused by: ([\w$.]+)/gm],
    ['the one that names of paths hung in', /^[^@\s]+(@|%40)[^@\s]+\.[^@\s]+$/],
    ['an exponential one', /^(a+)+$/],
  ])('is found out: %s', (_, pattern) => {
    expect(slowText({ file: 'planted.ts', line: 1, pattern })).toContain('takes');
  });
});
