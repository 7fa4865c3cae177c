/** Whom the rules of a recorded day would have woken, and what they would have said; pure. */
import type { Random } from '@spanwise/telemetry/random';
import { burstsOf, PERMUTATIONS, type RecordedDay, type RecordedFault } from './fault-measure.js';

/** Somebody was told of something that fires. */
export interface Page {
  /** The last of what was judged then. */
  minute: number;
  rule: string;
}

export interface RootFigures {
  /** The service of the fault was named first, or among the first three. */
  top1: number;
  top3: number;
  /** The same with the services of the faults exchanged at random, on average. */
  top1ByChance: number;
  top3ByChance: number;
}

export interface PageFigures {
  pages: number;
  pagesPerBurst: number;
  mostInABurst: number;
  /** Minutes between two bursts, without any telemetry. */
  emptyMinutes: number;
  pagesInEmptyMinutes: number;
  /** Told because nothing came. */
  absencePages: number;
  /** Of what ended in an empty minute, how often it was the same trouble again later. */
  endedAndFiredAgain: number;
}

/** `named`: services that were named as the cause of each fault, the likeliest first. */
export function rootFigures(
  faults: readonly RecordedFault[],
  named: readonly (readonly string[])[],
  random: Random,
): RootFigures {
  const right = (services: readonly string[], among: number) =>
    services.filter((service, at) => named[at].slice(0, among).includes(service)).length;
  const services = faults.map(({ service }) => service);
  const others = Array.from({ length: PERMUTATIONS }, () => random.shuffle([...services]));
  const byChance = (among: number) => others.reduce((sum, one) => sum + right(one, among), 0) / PERMUTATIONS;
  return { top1: right(services, 1), top3: right(services, 3), top1ByChance: byChance(1), top3ByChance: byChance(3) };
}

/** `endedAgain`: the minutes in which something ended that was the same trouble again later. */
export function pageFigures(
  { minutes }: Pick<RecordedDay, 'minutes'>,
  pages: readonly Page[],
  endedAgain: readonly number[],
  absenceRule: string,
): PageFigures {
  const bursts = burstsOf(minutes);
  const seen = new Set(minutes.map(({ minute }) => minute));
  const isEmpty = (minute: number) =>
    minute > bursts[0].first && minute < bursts[bursts.length - 1].last && !seen.has(minute);
  // What is told after a burst is about it.
  const counts = bursts.map(
    ({ first }, at) =>
      pages.filter(({ minute }) => minute >= first && minute < (bursts[at + 1]?.first ?? Infinity)).length,
  );
  const all = bursts[bursts.length - 1].last - bursts[0].first + 1;
  return {
    pages: pages.length,
    pagesPerBurst: pages.length / bursts.length,
    mostInABurst: Math.max(...counts),
    emptyMinutes: all - seen.size,
    pagesInEmptyMinutes: pages.filter(({ minute }) => isEmpty(minute)).length,
    absencePages: pages.filter(({ rule }) => rule === absenceRule).length,
    endedAndFiredAgain: endedAgain.filter(isEmpty).length,
  };
}
