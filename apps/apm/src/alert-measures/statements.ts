/** Rules over statements, each run once however many rules have it, with limits of their own. */
import { randomUUID } from 'node:crypto';
import type { MetricCondition, MetricSelector, SqlCondition } from '@spanwise/contracts/alerting/alert-conditions';
import { MAX_INSTANCES, type MeasuredInstance, type MeasureSpec } from '@spanwise/contracts/alerting/measure';
import { canonicalJson } from '@spanwise/contracts/base/canonical-json';
import { ServiceError } from '@spanwise/contracts/base/errors';
import type { QuerySummary } from '@spanwise/contracts/telemetry/query';
import type { QueryRange } from '../apm/range/query-range.js';
import type { Queries, QueryRequest } from '../query/query-engine/queries.js';
import type { ResultColumn } from '../query/query-engine/row-json.js';
import { figuresOfRows, measuredMetrics } from './measure-metrics.js';
import { limited } from './measured-instances.js';
import {
  LOOKBACK_MICROS,
  metricStatement,
  placedIn,
  typeFault,
  typesStatement,
  type PlacedSelector,
} from './metric-statement.js';
import { instanceKey, type PastValues } from './past-values.js';
import { comparedWithPast, pastWindows } from './statement-anomaly.js';
import { labelText, numberOf, type MeasuredStatement } from './statement-values.js';
import { windowOf } from './windows.js';

const TIME_LIMIT_MS = 10_000;
/** Of all statements of one step together. */
const TOGETHER_MS = 20_000;
/** Of the past windows of one statement in one step. */
const PAST_MS = 5_000;
const AT_ONCE = 2;
/** So many are counted exactly; beyond that there are just too many. */
const MAX_ROWS = 2 * MAX_INSTANCES;
const MAX_BYTES = 2 * 1024 * 1024;

export type StatementSpec = MeasureSpec & { condition: SqlCondition | MetricCondition };

/** By what is asked, and the window. */
export const statementKey = ({ condition, window_minutes: minutes }: StatementSpec): string =>
  canonicalJson([condition, minutes]);

/** Of one organization and step. */
export interface StatementPorts {
  queries: Queries;
  past: PastValues;
  organizationId: string;
  step: number;
}

/** Never fails: a statement that does has a sentence. Of the organization's own streams. */
export async function measureStatements(
  { queries, past, organizationId, step }: StatementPorts,
  specs: readonly StatementSpec[],
): Promise<Map<string, MeasuredStatement>> {
  const waiting = [...new Map(specs.map((spec) => [statementKey(spec), spec]))];
  const measured = new Map<string, MeasuredStatement>();
  const together = AbortSignal.timeout(TOGETHER_MS);
  const work = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [key, spec] = next;
      const window = windowOf(step, spec.window_minutes);
      const asking = { queries, organizationId, ruleId: spec.id, window, signal: together };
      const answer = await run(asking, spec, { past, step }).catch((error: unknown): MeasuredStatement => ({
        instances: [],
        error: sentenceOf(error, together),
      }));
      measured.set(key, answer);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return measured;
}

function sentenceOf(error: unknown, together: AbortSignal): string {
  if (together.aborted) return `The statements of this step took longer than ${TOGETHER_MS / 1_000} s together.`;
  return error instanceof ServiceError ? error.message : 'The statement could not be run.';
}

/** Of one step: who asks, and for what time. */
interface Asking {
  queries: Queries;
  organizationId: string;
  ruleId: string;
  window: QueryRange;
  signal: AbortSignal;
}

async function run(
  asking: Asking,
  { condition, window_minutes: minutes }: StatementSpec,
  { past, step }: Pick<StatementPorts, 'past' | 'step'>,
): Promise<MeasuredStatement> {
  if (condition.type === 'metric') return runMetric(asking, condition);
  const measured = await runSql(asking, condition);
  const { anomaly } = condition;
  if (anomaly === undefined || measured.error !== undefined) return measured;
  const windows = await keptWindows(asking, condition, pastWindows(step, minutes, anomaly));
  const seasons = await pastSeasons(asking, condition, windows, past);
  const instances = measured.instances.map((instance): MeasuredInstance => {
    const key = instanceKey(instance);
    const points = (seasons ?? []).map((values) => values.get(key)).filter((value) => value !== undefined);
    return { ...instance, ...comparedWithPast(instance.value, points, anomaly) };
  });
  return { ...measured, instances };
}

/** Those since the first record that is kept of the stream: before it a count of 0 says nothing. */
async function keptWindows(
  { queries, organizationId, window }: Asking,
  { stream }: SqlCondition,
  windows: readonly QueryRange[],
): Promise<QueryRange[]> {
  const range = { fromMicros: windows[0]?.fromMicros ?? window.fromMicros, toMicros: window.toMicros };
  const opened = await queries.ports.catalogue.open(organizationId, stream.stream_type, stream.name, range);
  opened?.release();
  const first = Math.min(...(opened?.segments.segments ?? []).map(({ fromMicros }) => fromMicros));
  return windows.filter(({ fromMicros }) => fromMicros >= first);
}

/** Undefined while not every window has been asked for: the next steps go on with those that are left. */
async function pastSeasons(
  asking: Asking,
  condition: SqlCondition,
  windows: readonly QueryRange[],
  past: PastValues,
): Promise<ReadonlyMap<string, number>[] | undefined> {
  const endsMs = performance.now() + PAST_MS;
  const seasons: ReadonlyMap<string, number>[] = [];
  for (const window of windows) {
    const { statement, stream } = condition;
    const key = canonicalJson([asking.organizationId, statement, stream, window.fromMicros, window.toMicros]);
    let values = past.find(key);
    if (values === undefined) {
      if (performance.now() > endsMs) return undefined;
      const { instances, error } = await runSql({ ...asking, window }, condition);
      if (error !== undefined) throw new ServiceError('invalid_argument', `In a past window: ${error}`);
      values = past.keep(key, instances);
    }
    seasons.push(values);
  }
  return seasons;
}

async function runSql(asking: Asking, { statement, stream }: SqlCondition): Promise<MeasuredStatement> {
  const { fromMicros, toMicros } = asking.window;
  const { columns, rows } = await rowsOf(asking, {
    statement,
    range: { fromMicros, toMicros },
    ...(stream && { stream: { name: stream.name, signal: stream.stream_type } }),
  });
  return instancesOf(columns, rows);
}

async function runMetric(asking: Asking, condition: MetricCondition): Promise<MeasuredStatement> {
  const { fromMicros, toMicros } = asking.window;
  const stored = await asking.queries.ports.catalogue.streams(asking.organizationId);
  const streams = new Set(stored.filter(({ signal }) => signal === 'metrics').map(({ stream }) => stream));
  const figures = async (selector: MetricSelector) => {
    const placed = placedIn(selector, streams);
    const { rows } = await rowsOf(asking, {
      statement: metricStatement(placed, asking.window),
      range: { fromMicros: fromMicros - LOOKBACK_MICROS, toMicros },
    });
    if (rows.every((row) => row.at(-1) === 0)) await requireFit(asking, placed);
    return figuresOfRows(selector, rows);
  };
  const divisor = condition.divided_by;
  return measuredMetrics(condition, await figures(condition), divisor && (await figures(divisor)));
}

/** Nothing was found: perhaps the metric is of a type that the function is not of. */
async function requireFit(asking: Asking, placed: PlacedSelector): Promise<void> {
  const { fromMicros, toMicros } = asking.window;
  const range = { fromMicros, toMicros };
  const { rows } = await rowsOf(asking, { statement: typesStatement(placed), range });
  const fault = typeFault(
    placed,
    rows.map(([type]) => String(type)),
  );
  if (fault !== undefined) throw new ServiceError('invalid_argument', fault);
}

async function rowsOf(
  { queries, organizationId, ruleId, signal }: Asking,
  asked: Pick<QueryRequest, 'statement' | 'range' | 'stream'>,
): Promise<{ columns: ResultColumn[]; rows: unknown[][] }> {
  const pieces: Uint8Array[] = [];
  let columns: ResultColumn[] = [];
  const request = {
    id: randomUUID(),
    ...asked,
    chosenRange: true as const,
    form: 'arrays' as const,
    maxRows: MAX_ROWS,
    maxBytes: MAX_BYTES,
    timeLimitMs: TIME_LIMIT_MS,
  };
  const summary = await queries.run({ organizationId, subject: `alert rule ${ruleId}` }, request, signal, {
    begin: (found) => void (columns = found),
    write: (bytes) => void pieces.push(bytes),
  });
  requireWhole(summary);
  const lines = Buffer.concat(pieces).toString('utf8').split('\n');
  const rows = lines.filter((line) => line !== '').map((line) => JSON.parse(line) as unknown[]);
  return { columns, rows };
}

/** Of a part of the records a value would be wrong; of too many rows some are refused. */
function requireWhole({ partial_reason: reason }: QuerySummary): void {
  if (reason === undefined || reason === 'row_limit') return;
  throw new ServiceError('resource_exhausted', `The statement did not see all of its records: ${reason}.`);
}

/** Column `value`, else the first one that is no text; columns of text are labels, `samples` is what is behind the value. */
export function instancesOf(columns: readonly ResultColumn[], rows: readonly unknown[][]): MeasuredStatement {
  const isText = ({ type }: ResultColumn) => type === 'VARCHAR';
  const at = (name: string) => columns.findIndex((column) => column.name.toLowerCase() === name);
  const value = at('value') >= 0 ? at('value') : columns.findIndex((column) => !isText(column));
  if (value < 0) return { instances: [], error: 'The statement has no column of numbers.' };
  const labels = columns.flatMap((column, index) => (isText(column) && index !== value ? [index] : []));
  const instances = rows.map((row): MeasuredInstance => ({
    labels: Object.fromEntries(labels.map((index) => [labelText(columns[index]!.name), labelText(row[index])])),
    value: numberOf(row[value]),
    samples: at('samples') < 0 ? 1 : Math.max(0, Math.trunc(numberOf(row[at('samples')]) ?? 0)),
  }));
  const names = new Set(instances.map((instance) => JSON.stringify(instance.labels)));
  if (names.size < instances.length)
    return { instances: [], error: 'Several rows of the statement have the same labels: columns of text are labels.' };
  return limited(instances);
}
