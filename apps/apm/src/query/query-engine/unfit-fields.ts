/** What a statement's fields cannot hold and read as null, counted (QUERY-12). Pure. */
import type { UnfitFields } from '@spanwise/contracts/telemetry/query';
import type { CheckedStatement } from './statement-check.js';
import { unfitCount, type StreamView, type UnfitCount } from './stream-view.js';

export interface UnfitOfStream {
  view: StreamView;
  count: UnfitCount;
}

/** Once for each stream, however often the statement names it. */
export function unfitCounts(views: readonly StreamView[], checked: CheckedStatement): UnfitOfStream[] {
  const asked = new Map<string, UnfitOfStream>();
  for (const view of views) {
    const count = unfitCount(view, checked);
    if (count !== undefined) asked.set(count.statement, { view, count });
  }
  return [...asked.values()];
}

/** `counts` of each, where they are known: fields of which all records of the range fit are left out. */
export function unfitFields(asked: readonly UnfitOfStream[], counts: readonly (number[] | null)[] = []): UnfitFields {
  const unfit = asked.flatMap(({ view, count: { fields } }, at) =>
    fields.flatMap(({ name, type }, index) => {
      const records = counts[at]?.[index];
      if (records === 0) return [];
      const { name: stream } = view.names[0]!;
      return [{ stream, stream_type: view.signal, name, data_type: type, ...(records !== undefined && { records }) }];
    }),
  );
  return unfit.length === 0 ? {} : { unfit_fields: unfit };
}
