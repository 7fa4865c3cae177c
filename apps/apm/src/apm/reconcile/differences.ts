/** Counts of the rollups beside those of the spans; pure. */
import type { ReconciledDifference, ReconciledService, SpanCounts } from '@spanwise/contracts/apm/reconcile';
import type { Resolution } from '@spanwise/contracts/apm/apm';
import { OVERFLOW_NAME } from '@spanwise/span-model/series';
import { MICROS } from '../range/query-range.js';

/** Of one service and hour; an hour at the end of a range may be a part of one. */
export interface ServiceHour extends SpanCounts {
  namespace: string;
  service: string;
  hour: number;
}

export interface CountedRange {
  resolution: Resolution;
  fromMicros: number;
  toMicros: number;
  rollups: readonly ServiceHour[];
}

const keyOf = ({ namespace, service, hour }: Pick<ServiceHour, 'namespace' | 'service' | 'hour'>): string =>
  `${String(hour).padStart(9, '0')}\0${namespace}\0${service}`;

/** Rows of equal key added up. */
export function summed(rows: Iterable<ServiceHour>): ServiceHour[] {
  const sums = new Map<string, ServiceHour>();
  for (const row of rows) {
    const key = keyOf(row);
    const sum = sums.get(key);
    if (sum === undefined) sums.set(key, { ...row });
    else {
      sum.requests += row.requests;
      sum.errors += row.errors;
    }
  }
  return [...sums].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
}

/** Every row of a resolution whose hour lies in its range, with what the spans of that hour say. */
export function paired(range: CountedRange, recount: readonly ServiceHour[]): ReconciledDifference[] {
  const inRange = ({ hour }: ServiceHour) =>
    (hour + 1) * MICROS.hour > range.fromMicros && hour * MICROS.hour < range.toMicros;
  const rollups = new Map(summed(range.rollups).map((row) => [keyOf(row), row]));
  const counted = new Map(foldedAlike(recount.filter(inRange), rollups).map((row) => [keyOf(row), row]));
  return [...new Set([...rollups.keys(), ...counted.keys()])].sort().map((key) => {
    const [own, other] = [rollups.get(key), counted.get(key)];
    const { namespace, service, hour } = (own ?? other)!;
    return {
      namespace,
      service,
      resolution: range.resolution,
      range: {
        from: Math.max(range.fromMicros, hour * MICROS.hour),
        to: Math.min(range.toMicros, (hour + 1) * MICROS.hour),
      },
      rollups: countsOf(own),
      recount: countsOf(other),
    };
  });
}

/**
 * Services beyond an hour's budget are one row of the rollups: what the spans have more of a service than its own row
 * holds is looked for there.
 */
function foldedAlike(recount: readonly ServiceHour[], rollups: ReadonlyMap<string, ServiceHour>): ServiceHour[] {
  const overflow = { namespace: OVERFLOW_NAME, service: OVERFLOW_NAME };
  return summed(
    recount.flatMap((row) => {
      const { hour } = row;
      if (!rollups.has(keyOf({ ...overflow, hour }))) return [row];
      const own = rollups.get(keyOf(row)) ?? { requests: 0, errors: 0 };
      const [requests, errors] = [Math.min(row.requests, own.requests), Math.min(row.errors, own.errors)];
      const rest = { ...overflow, hour, requests: row.requests - requests, errors: row.errors - errors };
      const kept = { ...row, requests, errors };
      return requests === 0 && errors === 0 && !rollups.has(keyOf(row)) ? [rest] : [kept, rest];
    }),
  );
}

export const differs = ({ rollups, recount }: ReconciledService): boolean =>
  rollups.requests !== recount.requests || rollups.errors !== recount.errors;

export const countsOf = (row: SpanCounts | undefined): SpanCounts => ({
  requests: row?.requests ?? 0,
  errors: row?.errors ?? 0,
});

/** Services over the whole range, from the rows of one resolution. */
export function byService(rows: readonly ReconciledDifference[]): ReconciledService[] {
  const services = new Map<string, ReconciledService>();
  for (const { namespace, service, rollups, recount } of rows) {
    const key = `${namespace}\0${service}`;
    const known = services.get(key);
    if (known === undefined)
      services.set(key, { namespace, service, rollups: { ...rollups }, recount: { ...recount } });
    else {
      add(known.rollups, rollups);
      add(known.recount, recount);
    }
  }
  return [...services.values()];
}

export function totalsOf(services: readonly ReconciledService[]): { rollups: SpanCounts; recount: SpanCounts } {
  const totals = { rollups: { requests: 0, errors: 0 }, recount: { requests: 0, errors: 0 } };
  for (const { rollups, recount } of services) {
    add(totals.rollups, rollups);
    add(totals.recount, recount);
  }
  return totals;
}

function add(into: SpanCounts, counts: SpanCounts): void {
  into.requests += counts.requests;
  into.errors += counts.errors;
}
