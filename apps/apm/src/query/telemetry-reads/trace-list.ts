import { invalidArgument } from '@spanwise/contracts/base/errors';
import type { CursorTail, FieldFilter, TraceListBody, TraceSort } from '@spanwise/contracts/telemetry/reads';
import { traceIdOf } from '@spanwise/otlp/trace-ids';
import { quotedText } from '../query-engine/sql-text.js';
import { allOf, conditionOf } from './filters.js';
import type { SignedCursors } from '@spanwise/host/signed-cursor';
import { cutPage, NO_PAGE, type PageSide } from './page-cut.js';
import { rangesOfTrace, windowOf, type TelemetryReader } from './reader.js';

/** Sort value and trace id of a row. */
interface TracePosition {
  value: string;
  traceId: string;
}

export interface TracePageState extends PageSide<TracePosition> {
  from: number;
  to: number;
  q?: string;
  filters: FieldFilter[];
  sort: TraceSort;
  limit: number;
}

const DEFAULT_LIMIT = 20;
const MAX_LIMIT = 100;
/** Of 16 digits without some zeros at least: shorter ones are words. */
const LIKE_AN_ID = /^[0-9a-f]{12,32}$/i;

const SORTS: Readonly<Record<TraceSort, { by: string; direction: 'asc' | 'desc' }>> = {
  latest: { by: 'start_ns', direction: 'desc' },
  earliest: { by: 'start_ns', direction: 'asc' },
  duration_desc: { by: 'duration_ns', direction: 'desc' },
  duration_asc: { by: 'duration_ns', direction: 'asc' },
  span_count_desc: { by: 'span_count', direction: 'desc' },
  errors_desc: { by: 'error_count', direction: 'desc' },
};

/** One page of traces as lines of JSON. A trace counts with all of its spans in the range. */
export async function tracePage(
  reader: TelemetryReader,
  cursors: SignedCursors<TracePageState>,
  body: TraceListBody,
  signal: AbortSignal,
): Promise<{ lines: string[]; tail: CursorTail }> {
  const found = await traceById(reader, cursors, body, signal);
  if (found !== undefined) return found;
  const state = stateOf(body, cursors, reader.organizationId);
  return pageOf(reader, cursors, state, await reader.allOf('traces'), signal);
}

/** The trace that `q` is the id of, in 30 days where the request names no range; undefined where there is none. */
async function traceById(
  reader: TelemetryReader,
  cursors: SignedCursors<TracePageState>,
  { q, ...body }: TraceListBody,
  signal: AbortSignal,
) {
  const others = [body.from, body.to, body.cursor];
  if (q === undefined || !LIKE_AN_ID.test(q.trim()) || others.some((other) => other !== undefined)) return undefined;
  const state = { ...stateOf(body, cursors, reader.organizationId), from: rangesOfTrace(body).at(-1)!.fromMicros };
  const spans = await reader.allOf('traces', traceIdOf(q));
  const page = await pageOf(reader, cursors, state, spans, signal);
  return page.lines.length === 0 ? undefined : page;
}

async function pageOf(
  reader: TelemetryReader,
  cursors: SignedCursors<TracePageState>,
  state: TracePageState,
  spans: string | undefined,
  signal: AbortSignal,
): Promise<{ lines: string[]; tail: CursorTail }> {
  const range = { fromMicros: state.from, toMicros: state.to };
  if (spans === undefined) return { lines: [], tail: { ...NO_PAGE, ...(await reader.nothing(range, 'traces')) } };
  const { lines, completeness } = await reader.lines(traceListStatement(spans, state), range, signal);
  const { after, before, ...list } = state;
  const seal = (side: PageSide<TracePosition>) => cursors.seal(reader.organizationId, { ...list, ...side });
  const position = (line: string) => positionOf(line, SORTS[state.sort].by);
  const page = cutPage(lines, state.limit, { after, before }, position, seal);
  return { ...page, tail: { ...page.tail, ...completeness } };
}

/** Beside a cursor only `limit` and `wait_for` may be given (the rest is in it). */
function stateOf(body: TraceListBody, cursors: SignedCursors<TracePageState>, organizationId: string): TracePageState {
  const limit = Math.min(body.limit ?? DEFAULT_LIMIT, MAX_LIMIT);
  if (body.cursor === undefined) {
    const { fromMicros: from, toMicros: to } = windowOf(body);
    const { q, filters = [], sort = 'latest' } = body;
    return { from, to, filters, sort, limit, ...(q !== undefined && q !== '' && { q }) };
  }
  const { cursor: _cursor, limit: _limit, wait_for: _wait, ...others } = body;
  const [other] = Object.keys(others).filter((name) => others[name as keyof typeof others] !== undefined);
  if (other !== undefined) {
    throw invalidArgument('Beside a cursor only limit and wait_for can be given.', [
      { field: other, reason: 'is in the cursor' },
    ]);
  }
  const held = cursors.open(body.cursor, organizationId);
  return { ...held, limit: body.limit === undefined ? held.limit : limit };
}

export function traceListStatement(spans: string, state: TracePageState): string {
  const { by, direction } = SORTS[state.sort];
  const conditions = state.filters.map((filter) => conditionOf('traces', filter));
  if (state.q !== undefined) {
    const text = quotedText(state.q);
    conditions.push(
      `trace_id = ${quotedText(traceIdOf(state.q) ?? state.q)} or contains(lower(name), lower(${text})) or contains(lower("service.name"), lower(${text}))`,
    );
  }
  const matching =
    conditions.length === 0 ? '' : `where trace_id in (select trace_id from spans where ${allOf(conditions)})`;
  const { where, order } = sideOf(state, by, direction);
  const first = (column: string) =>
    `coalesce(first(${column} order by coalesce(parent_span_id, '') <> '', start_time_unix_nano), '')`;
  return `
    with spans as (select * from ${spans}),
    traces as (
      select trace_id, ${first('"service.name"')} as service, ${first('name')} as operation,
        min(start_time_unix_nano) as start_ns,
        max(greatest(end_time_unix_nano, start_time_unix_nano)) - min(start_time_unix_nano) as duration_ns,
        count(*) as span_count, count(*) filter (status_code = 'ERROR') as error_count
      from spans ${matching} group by trace_id)
    select trace_id, service, operation, start_ns, duration_ns / 1e6 as duration_ms, duration_ns, span_count, error_count
    from traces ${where} order by ${order} limit ${state.limit + 1}`;
}

/** Rows of one value are in the order of their ids; towards the page before, everything turns around. */
function sideOf({ after, before }: TracePageState, by: string, direction: 'asc' | 'desc') {
  const [forward, back] = direction === 'desc' ? ['<', '>'] : ['>', '<'];
  const beyond = ({ value, traceId }: TracePosition, past: string, ids: string) =>
    `where ${by} ${past} ${value} or (${by} = ${value} and trace_id ${ids} ${quotedText(traceId)})`;
  if (before !== undefined) {
    const turned = direction === 'desc' ? 'asc' : 'desc';
    return { where: beyond(before, back, '<'), order: `${by} ${turned}, trace_id desc` };
  }
  const order = `${by} ${direction}, trace_id`;
  return { where: after === undefined ? '' : beyond(after, forward, '>'), order };
}

/** The digits of the line as they are: they may be more than a number of JavaScript holds. */
function positionOf(line: string, by: string): TracePosition {
  const value = new RegExp(`"${by}":(-?\\d+)`).exec(line)?.[1];
  if (value === undefined) throw new Error(`a trace has no ${by}`);
  return { value, traceId: (JSON.parse(line) as { trace_id: string }).trace_id };
}
