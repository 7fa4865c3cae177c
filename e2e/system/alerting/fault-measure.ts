/** How well rules find the faults of a recorded day, from what they were judged to be; pure. */
import type { Random } from '@spanwise/telemetry/random';

const MINUTE_SECS = 60;

/** Minutes are minutes since the epoch. */
export interface RecordedFault {
  service: string;
  type: string;
  fromSecs: number;
  toSecs: number;
}

export interface ServiceMinute {
  service: string;
  minute: number;
  errors: number;
}

export interface Call {
  caller: string;
  callee: string;
}

/** A label set that fires after the step that ends with this minute. */
export interface Firing {
  rule: string;
  service: string;
  minute: number;
  /** It began in this step. */
  begins: boolean;
}

export interface RecordedDay {
  faults: RecordedFault[];
  minutes: ServiceMinute[];
  calls: Call[];
}

export interface FaultFigures {
  faults: number;
  /** Something fired in a minute of the fault. */
  hits: number;
  /** The faulted service or one that calls it fired. */
  placed: number;
  /** The same with the services of the faults exchanged at random, on average. */
  placedByChance: number;
  /** From the fault's beginning to the end of the first step that fired. */
  medianDelaySecs: number;
  cleanMinutes: number;
  cleanAlarmed: number;
  cleanAlarmedWithErrors: number;
  /** Of firing (service, minute): with errors of its own, or with a fault at it or at one that it calls. */
  precision: number;
  baseRate: number;
  bursts: number;
  /** Label sets that began to fire, for each burst. */
  beginningsPerBurst: number;
}

export const PERMUTATIONS = 1_000;
/** Minutes without any telemetry between two bursts. */
const BURST_GAP = 2;

export function faultFigures({ faults, minutes, calls }: RecordedDay, firing: readonly Firing[], random: Random) {
  const seen = [...new Set(minutes.map(({ minute }) => minute))].toSorted((a, b) => a - b);
  const firingAt = new Map<number, Set<string>>();
  for (const { minute, service } of firing) firingAt.set(minute, (firingAt.get(minute) ?? new Set()).add(service));
  const near = neighbours(calls);
  const isPlaced = (fault: RecordedFault, service = fault.service) =>
    minutesOf(fault).some((minute) => near.callersOf(service).some((one) => firingAt.get(minute)?.has(one)));
  const services = faults.map(({ service }) => service);
  const byChance = Array.from({ length: PERMUTATIONS }, () => {
    const others = random.shuffle([...services]);
    return faults.filter((fault, at) => isPlaced(fault, others[at])).length;
  });
  const delays = faults.flatMap((fault) => {
    const first = minutesOf(fault).find((minute) => firingAt.has(minute));
    return first === undefined ? [] : [(first + 1) * MINUTE_SECS - fault.fromSecs];
  });
  const faulty = new Set(faults.flatMap(minutesOf));
  const clean = seen.filter((minute) => !faulty.has(minute));
  const erring = new Set(minutes.filter(({ errors }) => errors > 0).map(({ minute }) => minute));
  const alarmed = clean.filter((minute) => firingAt.has(minute));
  const bad = badMinutes({ faults, minutes, calls });
  const judged = minutes.filter(({ service, minute }) => firingAt.get(minute)?.has(service));
  const bursts = burstsOf(minutes).length;
  return {
    faults: faults.length,
    hits: delays.length,
    placed: faults.filter((fault) => isPlaced(fault)).length,
    placedByChance: byChance.reduce((sum, one) => sum + one, 0) / PERMUTATIONS,
    medianDelaySecs: delays.toSorted((a, b) => a - b)[Math.floor(delays.length / 2)] ?? Number.NaN,
    cleanMinutes: clean.length,
    cleanAlarmed: alarmed.length,
    cleanAlarmedWithErrors: alarmed.filter((minute) => erring.has(minute)).length,
    precision: judged.filter(bad).length / judged.length,
    baseRate: minutes.filter(bad).length / minutes.length,
    bursts,
    beginningsPerBurst: firing.filter(({ begins }) => begins).length / bursts,
  } satisfies FaultFigures;
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

function neighbours(calls: readonly Call[]) {
  const of = (key: 'caller' | 'callee', other: 'caller' | 'callee') => {
    const map = new Map<string, Set<string>>();
    for (const call of calls) map.set(call[key], (map.get(call[key]) ?? new Set([call[key]])).add(call[other]));
    return (service: string) => [...(map.get(service) ?? [service])];
  };
  return { callersOf: of('callee', 'caller'), calleesOf: of('caller', 'callee') };
}

function badMinutes({ faults, calls }: RecordedDay): (at: ServiceMinute) => boolean {
  const { calleesOf } = neighbours(calls);
  const faulty = new Set(faults.flatMap((fault) => minutesOf(fault).map((minute) => `${fault.service} ${minute}`)));
  return ({ service, minute, errors }) =>
    errors > 0 || calleesOf(service).some((one) => faulty.has(`${one} ${minute}`));
}
