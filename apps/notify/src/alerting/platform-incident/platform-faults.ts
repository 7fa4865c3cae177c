/** What is wrong with the whole installation, of what, and since when (ALERT-140). Pure. */
import type { PlatformFault, PlatformReason } from '@spanwise/contracts/alerting/incidents';
import type { AlertProgress } from '@spanwise/contracts/alerting/measure';
import { LATE_FOR_MICROS, MAX_LAG_MICROS, WELL_LAG_MICROS } from '../alert-evaluation/platform.js';

const MAX_FAULTS = 50;

/** One look at it. */
export interface Look {
  nowMicros: number;
  /** Undefined where apm did not answer. */
  progress: AlertProgress | undefined;
  /** When a process last had an answer; where none ever did, since when this process asks. */
  seenMicros: number;
  /** Since when this process has seen each shard late without a break. */
  late: LateShards;
}

/** Microseconds by shard; by undefined where apm does not distinguish shards. */
export type LateShards = ReadonlyMap<number | undefined, number>;

/** `known`: what was wrong at the last look. Undefined where it cannot be said: what was said before stays. */
export function faultsNow(
  { nowMicros, progress, seenMicros, late }: Look,
  known: readonly PlatformFault[],
): PlatformFault[] | undefined {
  if (progress === undefined) {
    if (nowMicros - seenMicros <= MAX_LAG_MICROS) return undefined;
    return firstSeen([...known, { reason: 'unreachable', since_micros: seenMicros }], known);
  }
  const old = nowMicros - LATE_FOR_MICROS;
  const intake = (progress.faults ?? []).filter(({ since_micros: since }) => since <= old);
  return firstSeen([...laggingShards(nowMicros, progress, late, known), ...intake], known);
}

/** Two are the same while reason and instance or shard are. */
export const faultKey = ({ reason, gateway_id: gateway, shard }: PlatformFault): string =>
  [reason, gateway ?? shard ?? ''].join(' ');

/** Those of `faults` that are not among `others`. */
export function without(faults: readonly PlatformFault[], others: readonly PlatformFault[]): PlatformFault[] {
  const keys = new Set(others.map(faultKey));
  return faults.filter((fault) => !keys.has(faultKey(fault)));
}

/** After a start the log's time is that of the last stop: it is late for a moment, and nothing is wrong. */
export function lateShards(nowMicros: number, progress: AlertProgress | undefined, before: LateShards): LateShards {
  if (progress === undefined) return before;
  const late = shardsOf(progress).filter((one) => nowMicros - one.stream_time_micros > MAX_LAG_MICROS);
  return new Map(late.map(({ shard }) => [shard, before.get(shard) ?? nowMicros]));
}

const shardsOf = ({
  shards,
  stream_time_micros: streamTime,
}: AlertProgress): { shard?: number; stream_time_micros: number }[] =>
  shards ?? (streamTime === undefined ? [] : [{ stream_time_micros: streamTime }]);

/** What lags goes on until it has nearly caught up, so that a lag about the limit is one fault and not one a minute. */
function laggingShards(
  nowMicros: number,
  progress: AlertProgress,
  late: LateShards,
  known: readonly PlatformFault[],
): PlatformFault[] {
  const { replaying } = progress;
  return shardsOf(progress).flatMap(({ shard, stream_time_micros: counted }): PlatformFault[] => {
    const was = known.some((one) => (one.reason === 'lag' || one.reason === 'replay') && one.shard === shard);
    const lag = nowMicros - counted;
    const isLate = lag > MAX_LAG_MICROS && (was || nowMicros - (late.get(shard) ?? nowMicros) >= LATE_FOR_MICROS);
    if (!isLate && !(was && (lag > WELL_LAG_MICROS || replaying))) return [];
    const of = shard !== undefined && { shard };
    return [{ reason: replaying ? 'replay' : 'lag', ...of, since_micros: counted }];
  });
}

/** Each once, with the moment at which it began, the oldest first. */
function firstSeen(faults: readonly PlatformFault[], known: readonly PlatformFault[]): PlatformFault[] {
  const began = new Map(known.map((one) => [faultKey(one), one.since_micros]));
  const byKey = new Map<string, PlatformFault>();
  for (const fault of faults) {
    const key = faultKey(fault);
    const since = Math.min(fault.since_micros, began.get(key) ?? Infinity, byKey.get(key)?.since_micros ?? Infinity);
    byKey.set(key, { ...fault, since_micros: since });
  }
  const oldestFirst = (one: PlatformFault, other: PlatformFault) =>
    one.since_micros - other.since_micros || (faultKey(one) < faultKey(other) ? -1 : 1);
  return [...byKey.values()].sort(oldestFirst).slice(0, MAX_FAULTS);
}

const WORDS: Record<PlatformReason, (what: string) => string> = {
  lag: (shard) => `Telemetry${shard} is counted more than two minutes late`,
  replay: (shard) => `Telemetry${shard} is being counted again`,
  unreachable: () => 'Figures cannot be read',
  no_gateway: (gateway) =>
    gateway === '' ? 'No gateway took telemetry' : `Gateway${gateway} is gone without a goodbye`,
  refusing: (gateway) => `Gateway${gateway} refuses telemetry by a fault of the platform`,
  gap: () => 'A part of the log was lost',
  standstill: () => 'Alert rules are not evaluated',
};

/** A sentence for each. */
export function inWords(faults: readonly PlatformFault[]): string {
  const said = faults.map(({ reason, gateway_id: gateway, shard, since_micros: since }) => {
    const what = gateway !== undefined ? ` ${gateway}` : shard === undefined ? '' : ` of shard ${shard}`;
    return `${WORDS[reason](what)}, since ${new Date(since / 1_000).toISOString().slice(0, 19)}Z.`;
  });
  return [...said, 'Alert rules that look at it neither fire nor resolve.'].join(' ');
}
