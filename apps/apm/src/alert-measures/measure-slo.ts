/** How fast error budgets are spent: pairs of a long and a short window (ALERT-14); pure. */
import { SLO_PAIRS, sloFactor, type SloCondition, type SloPair } from '@spanwise/contracts/alerting/alert-conditions';
import type { MeasuredInstance } from '@spanwise/contracts/alerting/measure';
import { representativeOf } from '@spanwise/span-model/sketch';
import type { Group } from '../apm/read/grouping.js';
import { requestsOf } from '../apm/read/red-summary.js';
import { limited } from './measured-instances.js';
import { firstSeenOf, Selection } from './red-figures.js';
import type { MeasuredFigures } from './measure-red.js';
import { KIND_OF, mayHold, nameFilterOf } from './selectors.js';
import type { Tables, Wanted } from './tables.js';
import { longWindowOf } from './windows.js';

export const wantedBySlo = ({ of, filters, pairs }: SloCondition, step: number): Wanted[] =>
  pairs
    .flatMap((pair) => [SLO_PAIRS[pair].longMinutes, SLO_PAIRS[pair].shortMinutes])
    .map((minutes) => ({
      kind: KIND_OF[of],
      range: longWindowOf(step, minutes),
      filter: nameFilterOf(of, filters),
      silent: true,
    }));

export function measureSlo(condition: SloCondition, tables: Tables, step: number): MeasuredFigures {
  const selection = new Selection(condition);
  const rowsOf = (minutes: number) => tables.of(KIND_OF[condition.of], longWindowOf(step, minutes));
  const groupsOf = (minutes: number) =>
    new Map(selection.groupsOf(rowsOf(minutes)).map((group) => [group.identity.join('\0'), group]));
  const pairs = condition.pairs.map((pair) => ({
    pair,
    factor: sloFactor(pair, condition),
    long: groupsOf(SLO_PAIRS[pair].longMinutes),
    short: groupsOf(SLO_PAIRS[pair].shortMinutes),
  }));
  // A group of the longest window is in it whatever the others have.
  const all = new Map(pairs.flatMap(({ long }) => [...long]));
  const instances = [...all].map(([key, group]): MeasuredInstance => {
    const burns = pairs.map(({ pair, factor, long, short }) =>
      burnOf(condition, { pair, factor, long: long.get(key), short: short.get(key) }),
    );
    const burned = burns.flatMap(({ over }) => (over === undefined ? [] : [over]));
    return {
      labels: selection.labelsOf(group),
      value: burned.length === 0 ? null : Math.max(...burned),
      samples: Math.max(...pairs.map(({ long }) => long.get(key)?.totals.sampled ?? 0)),
      ...(burned.length === 0 && { below_floor: true as const }),
      burn_rates: burns.map(({ shown }) => shown),
      first_seen_micros: firstSeenOf(group),
    };
  });
  const longest = Math.max(...condition.pairs.map((pair) => SLO_PAIRS[pair].longMinutes));
  const folded = rowsOf(longest).overflow.some((series) => mayHold(series, selection.filter, selection.labels));
  return { ...limited(instances), ...(folded && { folded: true as const }) };
}

interface PairOfGroup {
  pair: SloPair;
  factor: number;
  long: Group | undefined;
  short: Group | undefined;
}

/** `over` is how many times the slower of both windows is over the factor; undefined of too few requests. */
function burnOf(condition: SloCondition, { pair, factor, ...groups }: PairOfGroup) {
  const burn = (group: Group | undefined): number | null =>
    group === undefined || group.totals.weight === 0
      ? null
      : badShareOf(group, condition.latency_micros) / (1 - condition.objective);
  const [long, short] = [burn(groups.long), burn(groups.short)];
  const events = groups.long === undefined ? 0 : requestsOf(groups.long.totals);
  const isEnough = long !== null && events >= condition.min_events;
  return {
    shown: { pair, long, short, factor },
    // A service without requests does not burn its budget.
    over: isEnough ? Math.min(long, short ?? 0) / factor : undefined,
  };
}

/** Latencies are as exact as their sketch. */
function badShareOf(group: Group, latencyMicros: number | undefined): number {
  const { totals } = group;
  if (latencyMicros === undefined) return totals.errorWeight / totals.weight;
  let slow = 0;
  group.red.sketch.forEach((bucket, units) => {
    if (representativeOf(bucket) > latencyMicros) slow += units;
  });
  return slow / totals.weight;
}
