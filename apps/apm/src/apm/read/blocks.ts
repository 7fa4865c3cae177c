/**
 * Blocks of buckets that have come to rest: an hour of minutes, a day of hours (ADR 13). Each has a revision that changes
 * with any write to its rows, by any role, so that what was made of them can be kept.
 */
import { HOUR_MICROS } from '@spanwise/span-model/time-units';
import { wholeSpan, type BucketSpan, type QueryRange } from '../range/query-range.js';
import { readRevisions } from './revisions.store.js';
import type { Snapshot } from './snapshot.js';
import type { SeriesChoice } from './series.js';

/** Hours in a block, and buckets in an hour. */
const SHAPES = { rollup_minutes: { hours: 1, perHour: 60 }, rollup_hours: { hours: 24, perHour: 1 } } as const;
/** The newest hours are written with every flush: to keep anything of them would be in vain. */
const RESTLESS_MICROS = HOUR_MICROS / 4;

export interface Block extends BucketSpan {
  /** The same only for the same rows of the same organization. */
  revision: string;
}

export interface SplitSpan {
  blocks: Block[];
  /** What is no whole block, has not come to rest, or has no rows with a revision. */
  rest: BucketSpan[];
}

/** The blocks of a range in its own resolution. Filters to one name leave few rows: they are not worth a block. */
export async function splitRange(snapshot: Snapshot, range: QueryRange, filters: SeriesChoice): Promise<SplitSpan> {
  const whole = wholeSpan(range);
  const { hours, perHour } = SHAPES[whole.table];
  const size = hours * perHour;
  const restingEnd = Math.floor((snapshot.nowMicros - RESTLESS_MICROS) / HOUR_MICROS) * perHour;
  const first = Math.ceil(whole.from / size) * size;
  const end = Math.floor(Math.min(whole.to, restingEnd) / size) * size;
  if (filters.name !== undefined || end <= first) return { blocks: [], rest: [whole] };
  const revisions = await readRevisions(snapshot, first / perHour, end / perHour);
  const blocks: Block[] = [];
  for (let from = first; from < end; from += size) {
    const hour = from / perHour;
    const known = Array.from({ length: hours }, (_, index) => revisions.get(hour + index) ?? '');
    blocks.push({ table: whole.table, from, to: from + size, revision: known.join() });
  }
  const rest = [
    { table: whole.table, from: whole.from, to: first },
    { table: whole.table, from: end, to: whole.to },
  ];
  return { blocks, rest: rest.filter((span) => span.to > span.from) };
}

/** Key of what is made of a block for some question. */
export const blockKey = (snapshot: Snapshot, block: Block, sort: string, filters: SeriesChoice): string =>
  JSON.stringify([sort, snapshot.organizationId, block.table, block.from, block.revision, filters]);

/** Neighbours as one span: each span is a statement's part of its own. */
export function joined(spans: readonly BucketSpan[]): BucketSpan[] {
  const result: BucketSpan[] = [];
  for (const { table, from, to } of spans.toSorted((a, b) => a.from - b.from)) {
    const last = result.at(-1);
    if (last?.to === from) last.to = to;
    else result.push({ table, from, to });
  }
  return result;
}
