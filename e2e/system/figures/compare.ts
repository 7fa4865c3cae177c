/** Compares rows of the product with reference rows. */
import type { Percentile, Percentiles } from '@spanwise/telemetry/oracle';
import type { ApiErrorItem, ApiRed, ErrorReference, ReferenceRow } from './data-set.js';

export interface Observed {
  key: string;
  red: ApiRed;
}

/** One question about a set, and how the answer differs from the reference. */
export class Comparison {
  rows = 0;
  readonly mismatches: string[] = [];

  constructor(readonly name: string) {}

  fail(sentence: string): void {
    this.mismatches.push(sentence);
  }
}

/** `where` names the question that was asked, for mismatches. */
export function compareRows(into: Comparison, expected: ReferenceRow[], observed: Observed[], where: string): void {
  const byKey = new Map<string, ApiRed[]>();
  for (const { key, red } of observed) byKey.set(key, [...(byKey.get(key) ?? []), red]);
  for (const row of expected) {
    into.rows += 1;
    const reds = byKey.get(row.key) ?? [];
    byKey.delete(row.key);
    const at = `${where}: ${row.key}`;
    if (reds.length === 0) {
      into.fail(`${at}: expected ${row.count} requests and ${row.errors} errors, but the product has no such row`);
      continue;
    }
    compareCount(into, at, 'requests', row.count, sum(reds, 'request_count'));
    compareCount(into, at, 'errors', row.errors, sum(reds, 'error_count'));
    if (reds.length === 1 && row.percentiles) comparePercentiles(into, at, row.percentiles, reds[0]!);
  }
  for (const [key, reds] of byKey) {
    const [requests, errors] = [sum(reds, 'request_count'), sum(reds, 'error_count')];
    // A name that is known within retention but silent in the range may be listed with zeros.
    if (requests > 0 || errors > 0)
      into.fail(
        `${where}: ${key}: not in the answers, but the product counts ${requests} requests and ${errors} errors`,
      );
  }
}

const sum = (reds: ApiRed[], member: 'request_count' | 'error_count'): number =>
  reds.reduce((total, red) => total + red[member], 0);

/** Exact; the product shows weighted counts as whole numbers. */
function compareCount(into: Comparison, at: string, what: string, expected: number, actual: number): void {
  if (Math.round(expected) !== actual) into.fail(`${at}: ${what} expected ${expected}, product ${actual}`);
}

const TOLERANCE = 0.01;
const TOLERANCE_MICROS = 1;

/** Between nearest rank and linear interpolation, or next to them. */
export function comparePercentiles(into: Comparison, at: string, expected: Percentiles, red: ApiRed): void {
  for (const name of ['p50', 'p95', 'p99'] as const) {
    const actual = red[`${name}_micros`];
    if (actual === undefined) into.fail(`${at}: ${name} is missing`);
    else if (!isNear(expected[name], actual))
      into.fail(
        `${at}: ${name} nearest rank ${expected[name].nearest}, linear ${expected[name].linear}, product ${actual} µs`,
      );
  }
}

function isNear({ nearest, linear }: Percentile, actual: number): boolean {
  const [low, high] = [Math.min(nearest, linear), Math.max(nearest, linear)];
  const distance = Math.max(0, low - actual, actual - high);
  return distance <= TOLERANCE_MICROS || distance <= TOLERANCE * (actual < low ? low : high);
}

export function compareErrors(into: Comparison, reference: ErrorReference, observed: ApiErrorItem[]): void {
  const byKey = new Map<string, ApiErrorItem[]>();
  for (const item of observed) {
    const key = reference.keyOf(item);
    byKey.set(key, [...(byKey.get(key) ?? []), item]);
  }
  for (const row of reference.rows) {
    into.rows += 1;
    const items = byKey.get(row.key) ?? [];
    byKey.delete(row.key);
    const occurrences = items.reduce((total, item) => total + item.occurrence_count, 0);
    const shown = () =>
      items.map(({ error, occurrence_count }) => `${error.error_type} ${occurrence_count}×`).join(', ');
    if (occurrences !== row.occurrences)
      into.fail(`${row.key}: occurrences expected ${row.occurrences}, product ${occurrences} (${shown()})`);
    if (row.groups !== undefined && items.length !== row.groups)
      into.fail(`${row.key}: groups expected ${row.groups}, product ${items.length} (${shown()})`);
  }
  if (!reference.complete) return;
  for (const [key, items] of byKey) {
    // A group that is known within retention but silent in the range may be listed with zeros.
    const seen = items.filter((item) => item.occurrence_count > 0);
    if (seen.length > 0) into.fail(`${key}: ${seen.length} groups that are not in the answers`);
  }
}
