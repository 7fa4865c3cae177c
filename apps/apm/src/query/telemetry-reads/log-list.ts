import { invalidArgument } from '@spanwise/contracts/base/errors';
import type { Completeness } from '@spanwise/contracts/telemetry/query';
import type { CursorTail, FieldFilter, LogListBody, SearchAroundBody } from '@spanwise/contracts/telemetry/reads';
import { traceIdOf } from '@spanwise/otlp/trace-ids';
import { COLUMNS } from '@spanwise/segments/columns';
import { quotedName, quotedText } from '../query-engine/sql-text.js';
import { allOf, conditionOf } from './filters.js';
import type { SignedCursors } from '@spanwise/host/signed-cursor';
import { cutPage, NO_PAGE, type PageSide } from './page-cut.js';
import { rangesOfTrace, windowOf, type TelemetryReader } from './reader.js';

/** Time and identity of a row. */
interface LogPosition {
  timestamp: number;
  id: string;
}

export interface LogPageState extends PageSide<LogPosition> {
  stream: string;
  from: number;
  to: number;
  filters: FieldFilter[];
  freeText: string[];
  limit: number;
}

const DEFAULT_LIMIT = 20;
const MAX_LIMIT = 100;
const AROUND_MICROS = 86_400_000_000;
const DEFAULT_AROUND = 50;
const MAX_AROUND = 1_000;
const LOGS_OF_A_TRACE = 1_000;

/** Of a record for people: the JSON columns as objects. */
const ITEM = [
  '_timestamp',
  '_event_id',
  ...COLUMNS.logs
    .map(({ name }) => name)
    .filter((name) => !name.startsWith('_') && name !== 'resource' && name !== 'attributes')
    .map(quotedName),
  'resource::json as resource',
  'attributes::json as attributes',
].join(', ');
const NEWEST_FIRST = 'order by _timestamp desc, _event_id desc';
const OLDEST_FIRST = 'order by _timestamp, _event_id';

/** One page of a stream's logs, the newest first, as lines of JSON; a stream that is not there is empty. */
export async function logPage(
  reader: TelemetryReader,
  cursors: SignedCursors<LogPageState>,
  body: LogListBody,
  signal: AbortSignal,
): Promise<{ lines: string[]; tail: CursorTail }> {
  const state = stateOf(body, cursors, reader.organizationId);
  const range = { fromMicros: state.from, toMicros: state.to };
  if (!(await reader.has('logs', state.stream)))
    return { lines: [], tail: { ...NO_PAGE, ...(await reader.nothing(range, 'logs')) } };
  const { lines, completeness } = await reader.lines(logListStatement(state), range, signal);
  const { after, before, ...list } = state;
  const seal = (side: PageSide<LogPosition>) => cursors.seal(reader.organizationId, { ...list, ...side });
  const page = cutPage(lines, state.limit, { after, before }, positionOf, seal);
  return { ...page, tail: { ...page.tail, ...completeness } };
}

function positionOf(line: string): LogPosition {
  const { _timestamp: timestamp, _event_id: id } = JSON.parse(line) as { _timestamp: number; _event_id: string };
  return { timestamp, id };
}

function stateOf(body: LogListBody, cursors: SignedCursors<LogPageState>, organizationId: string): LogPageState {
  const limit = Math.min(body.limit ?? DEFAULT_LIMIT, MAX_LIMIT);
  if (body.cursor === undefined) {
    const { fromMicros: from, toMicros: to } = windowOf(body);
    const { stream = 'default', filters = [], free_text: freeText = [] } = body;
    return { stream, from, to, filters, freeText, limit };
  }
  const held = cursors.open(body.cursor, organizationId);
  const asked: [string, unknown, unknown][] = [
    ['stream', body.stream, held.stream],
    ['from', body.from, held.from],
    ['to', body.to, held.to],
    ['filters', body.filters && JSON.stringify(body.filters), JSON.stringify(held.filters)],
    ['free_text', body.free_text && JSON.stringify(body.free_text), JSON.stringify(held.freeText)],
  ];
  const other = asked.find(([, given, kept]) => given !== undefined && given !== kept);
  if (other !== undefined) {
    throw invalidArgument(`The member ${other[0]} differs from the request that returned the cursor.`, [
      { field: other[0], reason: 'differs from the cursor' },
    ]);
  }
  return { ...held, limit: body.limit === undefined ? held.limit : limit };
}

export function logListStatement(state: LogPageState): string {
  const conditions = state.filters.map((filter) => conditionOf('logs', filter));
  for (const words of state.freeText) conditions.push(`contains(lower(body), lower(${quotedText(words)}))`);
  const { after, before } = state;
  if (after !== undefined) conditions.push(beyond('<', after));
  if (before !== undefined) conditions.push(beyond('>', before));
  return `select ${ITEM} from logs.${quotedName(state.stream)} where ${allOf(conditions)}
    ${before === undefined ? NEWEST_FIRST : OLDEST_FIRST} limit ${state.limit + 1}`;
}

const beyond = (past: '<' | '>', { timestamp, id }: LogPosition): string =>
  `_timestamp ${past} ${timestamp} or (_timestamp = ${timestamp} and _event_id ${past} ${quotedText(id)})`;

/** Logs of all streams that name the trace, the oldest first, at most 1,000. */
export async function logsOfOneTrace(
  reader: TelemetryReader,
  asked: { trace_id: string; from?: number; to?: number },
  signal: AbortSignal,
): Promise<{ lines: string[]; tail: CursorTail }> {
  const logs = await reader.allOf('logs', traceIdOf(asked.trace_id));
  const ranges = rangesOfTrace(asked);
  if (logs === undefined) return { lines: [], tail: { ...NO_PAGE, ...(await reader.nothing(ranges[0]!, 'logs')) } };
  const statement = `select ${ITEM} from ${logs}
    order by _timestamp, _event_id limit ${LOGS_OF_A_TRACE + 1}`;
  let answer = await reader.lines(statement, ranges[0]!, signal);
  if (answer.lines.length === 0 && ranges.length > 1) answer = await reader.lines(statement, ranges[1]!, signal);
  const { lines, completeness } = answer;
  const has_more = lines.length > LOGS_OF_A_TRACE;
  return { lines: lines.slice(0, LOGS_OF_A_TRACE), tail: { ...NO_PAGE, has_more, ...completeness } };
}

/** The text of the answer: records of a stream on both sides of a moment, within a day (QUERY-5). */
export async function aroundText(
  reader: TelemetryReader,
  body: SearchAroundBody,
  signal: AbortSignal,
): Promise<string> {
  const { event_timestamp_us: moment, event_fingerprint: id, stream_type: type = 'logs' } = body;
  const pointer = JSON.stringify({ ts: moment, ...(id !== undefined && { fingerprint: id }) });
  const empty = '{"columns":[],"rows":[]}';
  const range = { fromMicros: Math.max(0, moment - AROUND_MICROS), toMicros: moment + AROUND_MICROS };
  const passing = (body.filters ?? []).map((filter) => conditionOf(type, filter));
  let whole: Completeness = {};
  const around = (halves: string): string =>
    `{"pointer":${pointer},${halves}${Object.keys(whole).length === 0 ? '' : `,${JSON.stringify(whole).slice(1, -1)}`}}`;
  if (!(await reader.has(type, body.stream))) {
    whole = await reader.nothing(range, type);
    return around(`"before":${empty},"after":${empty}`);
  }
  const half = async (past: '<' | '>', count = DEFAULT_AROUND): Promise<string> => {
    const limit = Math.min(count, MAX_AROUND);
    const direction = past === '<' ? 'desc' : 'asc';
    // Records of the same moment are distinguished by their identity; without one they come after.
    const side =
      id === undefined ? `_timestamp ${past === '<' ? '<' : '>='} ${moment}` : beyond(past, { timestamp: moment, id });
    const statement = `select * from (select * from ${type}.${quotedName(body.stream)} where ${allOf([side, ...passing])}
      order by _timestamp ${direction}, _event_id ${direction} limit ${limit}) order by _timestamp, _event_id`;
    const { lines, columns, completeness } = await reader.lines(statement, range, signal, 'arrays');
    whole = { ...whole, ...completeness };
    return `{"columns":${JSON.stringify(columns)},"rows":[${lines.join(',')}]}`;
  };
  return around(`"before":${await half('<', body.before)},"after":${await half('>', body.after)}`);
}
