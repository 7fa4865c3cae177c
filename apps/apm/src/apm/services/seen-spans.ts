/** What was seen of services beside their requests; pure. */
import { CLOCK_SKEW } from '@spanwise/span-model/series';
import { SPAN_KIND_NAMES } from '@spanwise/span-model/span';
import type { Series, SeriesRed } from '../read/series.js';

export interface SeenSpans {
  span_count: number;
  /** Kinds of these spans, in OTLP's order. */
  kinds: string[];
  clock_skew?: number;
}

/** Of series of spans. */
export function seenIn(spans: readonly SeriesRed[]): SeenSpans {
  const all = spans.filter(({ series }) => series.detail === '');
  const kinds = new Set(all.map(({ series }) => series.category));
  const skewed = sampledOf(spans.filter(({ series }) => series.detail === CLOCK_SKEW));
  return {
    span_count: sampledOf(all),
    kinds: SPAN_KIND_NAMES.filter((kind) => kinds.has(kind)),
    ...(skewed > 0 && { clock_skew: skewed }),
  };
}

const sampledOf = (rows: readonly SeriesRed[]): number => rows.reduce((sum, { totals }) => sum + totals.sampled, 0);

/** Those of each service. */
export function byService(
  spans: readonly SeriesRed[],
  identityOf: (series: Series) => string[],
): Map<string, SeenSpans> {
  const groups = new Map<string, SeriesRed[]>();
  for (const row of spans) {
    const key = identityOf(row.series).join('\0');
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [row]);
    else group.push(row);
  }
  return new Map([...groups].map(([key, rows]) => [key, seenIn(rows)]));
}

export const NOTHING_SEEN: SeenSpans = { span_count: 0, kinds: [] };

export function mergeSeen(all: readonly SeenSpans[]): SeenSpans {
  const skewed = all.reduce((sum, { clock_skew = 0 }) => sum + clock_skew, 0);
  return {
    span_count: all.reduce((sum, { span_count }) => sum + span_count, 0),
    kinds: SPAN_KIND_NAMES.filter((kind) => all.some(({ kinds }) => kinds.includes(kind))),
    ...(skewed > 0 && { clock_skew: skewed }),
  };
}
