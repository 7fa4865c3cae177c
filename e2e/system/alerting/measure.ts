/** How well rules find the faults of a recorded day, and how many pages they send; pure. Minutes are minutes since the epoch. */
import type { Random } from '@spanwise/telemetry/random';

const MINUTE_SECS = 60;
const PERMUTATIONS = 1_000;
/** Minutes without any telemetry between two bursts. */
const BURST_GAP = 2;

export interface RecordedFault {
  service: string;
  fromSecs: number;
  toSecs: number;
}

export interface ServiceMinute {
  service: string;
  minute: number;
  errors: number;
}

export interface RecordedDay {
  faults: RecordedFault[];
  minutes: ServiceMinute[];
  calls: { caller: string; callee: string }[];
}

/** A label set that fires after the step that ends with this minute. */
export interface Firing {
  service: string;
  minute: number;
}

/** A notification of something that fires; the last minute that was evaluated then. */
export interface Page {
  rule: string;
  minute: number;
}

export function faultFigures(day: RecordedDay, firing: readonly Firing[]) {
  const firingAt = new Set(firing.map(({ minute }) => minute));
  const isFiring = new Set(firing.map(({ service, minute }) => `${service} ${minute}`));
  const delays = day.faults.flatMap((fault) => {
    const first = minutesOf(fault).find((minute) => firingAt.has(minute));
    return first === undefined ? [] : [(first + 1) * MINUTE_SECS - fault.fromSecs];
  });
  const fired = day.minutes.filter(({ service, minute }) => isFiring.has(`${service} ${minute}`));
  const isBad = badMinutes(day);
  return {
    faults: day.faults.length,
    /** Something fired in a minute of the fault. */
    hits: delays.length,
    /** From the fault's beginning to the end of the first step that fired. */
    medianDelaySecs: delays.toSorted((a, b) => a - b)[Math.floor(delays.length / 2)] ?? Number.NaN,
    /** Of firing (service, minute): with errors of its own, or with a fault at it or at one that it calls. */
    precision: fired.filter(isBad).length / fired.length,
    /** The same of all (service, minute). */
    baseRate: day.minutes.filter(isBad).length / day.minutes.length,
  };
}

/**
 * How often the service of the fault was named first, or among the first three, as its cause, and the same with the services of
 * the faults exchanged at random, on average. `named`: what was named for each fault, the likeliest first.
 */
export function causeFigures(
  faults: readonly RecordedFault[],
  named: readonly (readonly string[])[],
  random: Random,
): Record<'top1' | 'top3' | 'top1ByChance' | 'top3ByChance', number> {
  const right = (services: readonly string[], among: number) =>
    services.filter((service, at) => named[at]!.slice(0, among).includes(service)).length;
  const services = faults.map(({ service }) => service);
  const others = Array.from({ length: PERMUTATIONS }, () => random.shuffle([...services]));
  const byChance = (among: number) => others.reduce((sum, one) => sum + right(one, among), 0) / PERMUTATIONS;
  return { top1: right(services, 1), top3: right(services, 3), top1ByChance: byChance(1), top3ByChance: byChance(3) };
}

/** `endedAgain`: the minutes in which something ended that was the same fault again later. */
export function pageFigures(
  { minutes }: Pick<RecordedDay, 'minutes'>,
  pages: readonly Page[],
  endedAgain: readonly number[],
  absenceRule: string,
) {
  const bursts = burstsOf(minutes);
  const seen = new Set(minutes.map(({ minute }) => minute));
  const isEmpty = (minute: number) => minute > bursts[0]!.first && minute < bursts.at(-1)!.last && !seen.has(minute);
  return {
    pagesPerBurst: pages.length / bursts.length,
    pagesInEmptyMinutes: pages.filter(({ minute }) => isEmpty(minute)).length,
    /** Because nothing came. */
    absencePages: pages.filter(({ rule }) => rule === absenceRule).length,
    /** Of what ended in an empty minute, how often it was the same fault again later. */
    endedAndFiredAgain: endedAgain.filter(isEmpty).length,
  };
}

/** First and last minute of each stretch of telemetry. */
export function burstsOf(minutes: readonly ServiceMinute[]): { first: number; last: number }[] {
  const seen = [...new Set(minutes.map(({ minute }) => minute))].toSorted((a, b) => a - b);
  const bursts: { first: number; last: number }[] = [];
  for (const minute of seen) {
    const burst = bursts.at(-1);
    if (burst !== undefined && minute - burst.last <= BURST_GAP) burst.last = minute;
    else bursts.push({ first: minute, last: minute });
  }
  return bursts;
}

/** Every minute that the fault touches. */
export function minutesOf({ fromSecs, toSecs }: RecordedFault): number[] {
  const first = Math.floor(fromSecs / MINUTE_SECS);
  const last = Math.floor((toSecs - 1) / MINUTE_SECS);
  return Array.from({ length: last - first + 1 }, (_, at) => first + at);
}

function badMinutes({ faults, calls }: RecordedDay): (at: ServiceMinute) => boolean {
  const faulty = new Set(faults.flatMap((fault) => minutesOf(fault).map((minute) => `${fault.service} ${minute}`)));
  return ({ service, minute, errors }) =>
    errors > 0 ||
    faulty.has(`${service} ${minute}`) ||
    calls.some(({ caller, callee }) => caller === service && faulty.has(`${callee} ${minute}`));
}
