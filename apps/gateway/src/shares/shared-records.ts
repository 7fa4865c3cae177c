/** Shares of stored telemetry: a trace, what a saved search finds, the rows of a search job. Answers are JSON text. */
import type { Bus } from '@spanwise/bus/bus';
import { notFound } from '@spanwise/contracts/base/errors';
import {
  CreateShare,
  MakeShare,
  type OpenedShare,
  type SharedQuery,
  type SharedRecords,
} from '@spanwise/contracts/iam/shares';
import { parse } from '@spanwise/contracts/authz/parse';
import { runQuery } from '@spanwise/contracts/telemetry/query';
import type { Constructor } from '@spanwise/contracts/authz/rpc';
import { readSavedView, SavedViewId } from '@spanwise/contracts/telemetry/saved-views';
import { readSearchJob, readSearchJobResults, SearchJobId } from '@spanwise/contracts/telemetry/search-jobs';
import { readTrace, TraceId } from '@spanwise/contracts/telemetry/reads';
import { uuidv7 } from '@spanwise/contracts/base/uuid';
import { rowsOf, sharedAnswer, textOf } from '../telemetry/query/streamed-rows.js';

type Reach = Pick<Bus, 'rpc' | 'streams'>;

/**
 * What the author wants to share, looked up with the author's own credential; a saved search comes with its statement as it is
 * now. Throws `not_found` for what is not there.
 */
export async function shareOfRecords(bus: Reach, wish: CreateShare, signed: string): Promise<MakeShare> {
  const { resource_type: type, resource_id: id = '' } = wish;
  if (type === 'saved_view') {
    const found = await bus.rpc.call(readSavedView, named(SavedViewId, { id }), signed);
    const { statement, time_range_secs, stream } = found;
    return { ...wish, search: { statement, time_range_secs, ...(stream !== undefined && { stream }) } };
  }
  if (type === 'search_job') await bus.rpc.call(readSearchJob, named(SearchJobId, { id }), signed);
  if (type === 'trace') {
    const found = await bus.streams.open(readTrace, named(TraceId, { trace_id: id }), signed);
    found.cancel();
  }
  return wish;
}

/** An id that cannot be one names nothing. */
function named<T extends object>(input: Constructor<T>, id: object): T {
  try {
    return parse(input, id);
  } catch {
    throw notFound('What is to be shared is not there.');
  }
}

/** Throws `not_found` when the thing has gone since. */
export async function readSharedRecords(
  bus: Reach,
  share: OpenedShare & { resource_type: SharedRecords; signed: string },
  wish: SharedQuery,
  leaving: AbortSignal,
): Promise<string> {
  const { resource_type: type, resource_id: id = '', signed } = share;
  switch (type) {
    case 'trace':
      return textOf(await bus.streams.open(readTrace, { trace_id: id }, signed, leaving));
    case 'search_job': {
      const { limit, cursor } = wish;
      const asked = { id, ...(limit !== undefined && { limit }), ...(cursor !== undefined && { cursor }) };
      const page = await bus.streams.open(readSearchJobResults, asked, signed, leaving);
      const rows = await rowsOf(page);
      return `{"rows":[${rows}],${JSON.stringify(page.tail).slice(1)}`;
    }
    case 'saved_view': {
      await bus.rpc.call(readSavedView, { id }, signed);
      const { statement, stream } = share.search!;
      const { from: start, to: end } = share.range!;
      const asked = {
        query_id: uuidv7(),
        form: 'arrays',
        language: 'sql',
        statement,
        time_range: { start, end },
      } as const;
      const more = { ...(stream !== undefined && { stream }), ...(wish.limit !== undefined && { limit: wish.limit }) };
      return sharedAnswer(await bus.streams.open(runQuery, { ...asked, ...more }, signed, leaving));
    }
  }
}
