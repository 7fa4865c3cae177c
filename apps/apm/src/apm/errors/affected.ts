/** Which transactions and versions an error group occurred in; pure. */
import type { AffectedTransaction } from '@spanwise/contracts/apm/details';
import { WEIGHT_ONE } from '@spanwise/span-model/red';
import { OVERFLOW_NAME } from '@spanwise/span-model/series';
import type { ApmRead } from '../read/apm-read.js';
import type { Group } from '../read/grouping.js';
import { topOf } from '../read/section.js';
import type { Series, SeriesRed } from '../read/series.js';
import { transactionSummary } from '../read/summaries.js';

const TRANSACTIONS_LIMIT = 20;

const placeOf = ({ namespace, service, environment }: Series, transaction: string): string =>
  [namespace, service, environment, transaction].join('\0');

/**
 * Transactions with the group's occurrences, the most affected first. A transaction beyond the budget has no row of its
 * own: its occurrences are those of `__other__`. An occurrence does not know the kind of its transaction: two kinds of
 * one name and service are both affected.
 */
export function affectedTransactions(
  occurrences: SeriesRed[],
  transactions: Group[],
  read: ApmRead,
): AffectedTransaction[] {
  const places = new Set(transactions.map(({ series: [first] }) => placeOf(first!, first!.name)));
  const weights = new Map<string, number>();
  for (const { series, totals } of occurrences) {
    const named = placeOf(series, series.detail);
    const place = places.has(named) ? named : placeOf(series, OVERFLOW_NAME);
    weights.set(place, (weights.get(place) ?? 0) + totals.weight);
  }
  const weightOf = ({ series: [first] }: Group): number => weights.get(placeOf(first!, first!.name)) ?? 0;
  const affected = transactions.filter((group) => weightOf(group) > 0);
  const mostFirst = (a: Group, b: Group) =>
    weightOf(b) - weightOf(a) || (a.identity.join('\0') < b.identity.join('\0') ? -1 : 1);
  return topOf(affected, mostFirst, TRANSACTIONS_LIMIT).map((group) => ({
    ...transactionSummary(group, read),
    occurrence_count: Math.round(weightOf(group) / WEIGHT_ONE),
  }));
}

/** Versions that the group occurred in within the range, the one that was seen last first. */
export function affectedVersions(occurrences: SeriesRed[]): string[] {
  const lastSeen = new Map<string, number>();
  for (const { series } of occurrences) {
    if (series.version === '') continue;
    lastSeen.set(series.version, Math.max(series.lastSeenMicros, lastSeen.get(series.version) ?? 0));
  }
  const newestFirst = topOf([...lastSeen], ([a, atA], [b, atB]) => atB - atA || (a < b ? 1 : -1));
  return newestFirst.map(([version]) => version);
}
