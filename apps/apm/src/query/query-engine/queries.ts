import type { PartialReason, QuerySummary } from '@spanwise/contracts/telemetry/query';
import { invalidArgument, ServiceError, unavailable } from '@spanwise/contracts/base/errors';
import type { SegmentFiles, TelemetryCatalogue } from '@spanwise/segments/catalogue';
import type { Signal } from '@spanwise/segments/columns';
import type { Admission } from './admission.js';
import type { EnginePool } from './engine-pool.js';
import type { EngineProcess } from './engine-process.js';
import type { QueryMetrics } from './query-metrics.js';
import type { ResultColumn, RowForm } from './row-json.js';
import { ReaderPace } from './reader-pace.js';
import type { QueryOwner, RunningQueries } from './running-queries.js';
import type { SlowQueries } from './slow-queries.js';
import { MAX_STATEMENT_CHARS } from './statement-check.js';
import type { StatementRows } from './statement-rows.js';
import { overflowView } from '../../store/streams/stream-view.js';
import type { StoredRead } from '../../store/stored-state/stored-reads.js';
import { openStreams, type GrantedStreams, type OpenedStreams, type TimeRange } from './stream-scope.js';
import { unfitCounts, unfitFields, type UnfitOfStream } from './unfit-fields.js';
import { viewStatements } from './stream-view.js';

const WINDOW_BYTES = 1024 * 1024;
/** With the start of a process. */
const CHECK_TIME_MS = 8_000;

export interface QueryRequest {
  id: string;
  statement: string;
  range: TimeRange;
  /** A person has chosen the range. */
  chosenRange?: true;
  stream?: { name: string; signal: Signal };
  /** Of a caller who may not query all streams of the organization: the ids of those that they may. */
  heldIds?: readonly string[];
  /** Of a caller to whom other organizations may grant some of theirs. */
  granted?: GrantedStreams;
  form: RowForm;
  maxRows?: number;
  maxBytes?: number;
  timeLimitMs: number;
  /** Waits for its turn as long as it takes. */
  patient?: true;
  /** The reader of its rows decides how long it takes. */
  streamed?: true;
  /** The caller wants to know how far what is stored goes. */
  stored?: StoredRead;
  /** The summary counts values that their fields cannot hold. */
  countsUnfit?: true;
  /** Hears from time to time which share is done, 0 to 1. */
  progress?: (share: number) => void;
}

/** Takes a query's rows: lines of JSON, cut anywhere. What it throws ends the query. */
export interface RowSink {
  begin: (columns: ResultColumn[]) => Promise<void> | void;
  write: (bytes: Uint8Array) => Promise<void> | void;
}

export interface QueryPorts {
  catalogue: TelemetryCatalogue;
  files: SegmentFiles;
  pool: EnginePool;
  admission: Admission;
  running: RunningQueries;
  slow: SlowQueries;
  /** Rows of the segments that one query may read; the newest are read when there are more. */
  maxScannedRows: number;
  metrics?: QueryMetrics;
  /** Hears of every statement that an engine takes on. */
  counts?: { note: (organizationId: string) => void };
}

/** Runs statements over one organization's streams, within every limit. */
export class Queries {
  constructor(readonly ports: QueryPorts) {}

  /**
   * Resolves once `sink` has all rows. Throws `invalid_argument` for what the statement does wrong, `cancelled` when
   * it is cancelled, `resource_exhausted` at a limit before the first row; limits after it make a partial answer.
   */
  async run(owner: QueryOwner, request: QueryRequest, signal: AbortSignal, sink: RowSink): Promise<QuerySummary> {
    refuseUnreadable(request.statement);
    const { running, slow, admission, pool, metrics } = this.ports;
    const startedMs = performance.now();
    const query = running.begin(request.id, owner, request.statement);
    const stopped = AbortSignal.any([signal, query.abort.signal]);
    let outcome = 'failed';
    let scannedRows = 0;
    try {
      const { patient, streamed } = request;
      const leave = await admission.enter({
        organizationId: owner.organizationId,
        signal: stopped,
        ...(patient && { patient, job: true }),
        ...(streamed && { streamed }),
      });
      const summary = await pool.use(
        (engine) =>
          this.paced(request, query.abort, sink, (paced) => this.runIn(engine, owner, request, stopped, paced)),
        stopped,
        leave,
      );
      outcome = summary.partial_reason ?? 'done';
      scannedRows = summary.scanned_rows;
      return { ...summary, took_ms: Math.round(performance.now() - startedMs) };
    } catch (error) {
      if (!stopped.aborted) throw error;
      outcome = 'cancelled';
      throw reasonOf(stopped);
    } finally {
      running.end(query);
      const tookMs = Math.round(performance.now() - startedMs);
      metrics?.note(outcome, tookMs, scannedRows);
      slow.note(owner.organizationId, {
        id: request.id,
        user_id: owner.subject,
        statement: query.statement,
        started_at_micros: query.startedAtMicros,
        took_ms: tookMs,
        outcome,
      });
    }
  }

  /** Throws `invalid_argument` for what could never be run; whether its streams are there is not asked. */
  async check(organizationId: string, statement: string): Promise<void> {
    refuseUnreadable(statement);
    const { admission, pool } = this.ports;
    const timeLimit = AbortSignal.timeout(CHECK_TIME_MS);
    const read = async (engine: EngineProcess) => {
      const stop = () => engine.stop();
      timeLimit.addEventListener('abort', stop);
      await engine.check(statement).finally(() => timeLimit.removeEventListener('abort', stop));
    };
    try {
      await pool.use(read, timeLimit, await admission.enter({ organizationId, signal: timeLimit }));
    } catch (error) {
      throw timeLimit.aborted ? unavailable('The statement could not be checked in time: try again.') : error;
    }
  }

  /** A stream ends when its reader is too slow for those who wait. */
  private async paced<T>(
    { streamed }: QueryRequest,
    abort: AbortController,
    sink: RowSink,
    work: (sink: RowSink) => Promise<T>,
  ): Promise<T> {
    if (!streamed) return work(sink);
    const { signal } = abort;
    const gone = new Promise<never>((_, reject) =>
      signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true }),
    );
    gone.catch(() => undefined);
    const pace = new ReaderPace(
      () => this.ports.admission.state.waiting > 0,
      (error) => abort.abort(error),
    );
    const write = (bytes: Uint8Array) =>
      // Also where the reader takes nothing at all any more.
      pace.take(bytes.length, Promise.race([Promise.resolve(sink.write(bytes)), gone]));
    return work({ begin: sink.begin.bind(sink), write }).finally(() => pace.end());
  }

  private async runIn(
    engine: EngineProcess,
    owner: QueryOwner,
    request: QueryRequest,
    cancelled: AbortSignal,
    sink: RowSink,
  ): Promise<Omit<QuerySummary, 'took_ms'>> {
    const timeLimit = AbortSignal.timeout(request.timeLimitMs);
    const stopped = AbortSignal.any([cancelled, timeLimit]);
    const stop = () => engine.stop();
    stopped.addEventListener('abort', stop);
    let opened: OpenedStreams | undefined;
    const delivered = { rows: 0, whole: true };
    let columns: ResultColumn[] = [];
    let unfit: UnfitOfStream[] = [];
    try {
      stopped.throwIfAborted();
      this.ports.counts?.note(owner.organizationId);
      const checked = await engine.check(request.statement);
      await request.stored?.begin();
      opened = await openStreams(this.ports.catalogue, this.ports.files, {
        organizationId: owner.organizationId,
        tables: checked.tables,
        free: checked.free,
        range: request.range,
        ...(request.chosenRange && { chosenRange: true }),
        maxRows: this.ports.maxScannedRows,
        ...(request.stream && { stream: request.stream }),
        ...(request.heldIds && { heldIds: request.heldIds }),
        ...(request.granted && { granted: request.granted }),
      });
      noteRead(request, opened);
      for (const damage of opened.unreadable) this.ports.metrics?.noteUnreadable(damage);
      stopped.throwIfAborted();
      if (request.countsUnfit) unfit = unfitCounts(opened.views, checked);
      const rows = await engine.run(
        {
          files: opened.views.flatMap(({ wholeFiles, edgeFiles }) => [...wholeFiles, ...edgeFiles]),
          views: [...new Set(opened.views.flatMap((view) => viewStatements(view, checked)))],
          statement: request.statement,
          ...(unfit.length > 0 && { counts: unfit.map(({ count }) => count.statement) }),
          form: request.form,
          windowBytes: WINDOW_BYTES,
          ...(request.maxRows !== undefined && { maxRows: request.maxRows }),
          ...(request.maxBytes !== undefined && { maxBytes: request.maxBytes }),
        },
        request.progress,
      );
      columns = rows.columns;
      await deliver(rows, sink, delivered);
      const damaged = opened.unreadable.length > 0;
      const reason = damaged ? 'segment_unreadable' : (rows.end.cut ?? (opened.cut ? 'scan_limit' : undefined));
      return { ...summaryOf(columns, rows.end.rows, opened, reason), ...unfitFields(unfit, rows.end.counts) };
    } catch (error) {
      if (cancelled.aborted || !timeLimit.aborted) throw error;
      // An answer that is cut in time is one only where rows stand for themselves.
      if (delivered.rows > 0 && delivered.whole) {
        return { ...summaryOf(columns, delivered.rows, opened!, 'time_limit'), ...unfitFields(unfit) };
      }
      throw tooSlow(request.timeLimitMs, (opened?.views.length ?? 0) > 0);
    } finally {
      stopped.removeEventListener('abort', stop);
      opened?.release();
    }
  }
}

function refuseUnreadable(statement: string): void {
  if (statement.length > MAX_STATEMENT_CHARS) {
    throw invalidArgument(`A statement has at most ${MAX_STATEMENT_CHARS} characters.`);
  }
  // The engine's parser takes it for the end of the text.
  if (statement.includes('\0')) throw invalidArgument('A statement has no NUL characters.');
}

function noteRead({ stored }: QueryRequest, { views }: OpenedStreams): void {
  const own = views.filter(({ names }) => names.every(({ catalog }) => catalog === undefined));
  stored?.reads(own.map(({ signal }) => signal));
  if (own.length < views.length) stored?.readsOthers();
}

async function deliver(rows: StatementRows, sink: RowSink, delivered: { rows: number; whole: boolean }): Promise<void> {
  try {
    await sink.begin(rows.columns);
    for (let piece = await rows.next(); piece !== undefined; piece = await rows.next()) {
      await sink.write(piece.bytes);
      delivered.rows += piece.rows;
      delivered.whole = piece.rows > 0;
    }
  } finally {
    await rows.close();
  }
}

const summaryOf = (columns: ResultColumn[], rows: number, opened: OpenedStreams, reason?: PartialReason) => ({
  columns: columns.map(({ name }) => name),
  rows,
  scanned_rows: opened.rows,
  ...(reason !== undefined && { partial: true as const, partial_reason: reason }),
  ...overflowOf(opened),
});

function overflowOf({ views, overflows }: OpenedStreams): Pick<QuerySummary, 'unplaced_fields' | 'field_overflow'> {
  const unplaced = new Set(views.flatMap((view) => view.unplaced.map(({ name }) => name)));
  return {
    ...(unplaced.size > 0 && { unplaced_fields: [...unplaced] }),
    ...(overflows.length > 0 && {
      field_overflow: overflows.map(({ stream, signal, ...overflow }) => ({
        stream,
        stream_type: signal,
        ...overflowView(overflow),
      })),
    }),
  };
}

const tooSlow = (limitMs: number, readsStreams: boolean): ServiceError =>
  new ServiceError(
    'resource_exhausted',
    `The query ran for ${limitMs / 1_000} s, which is the limit, and had no rows yet: ${readsStreams ? 'narrow the time range' : 'ask for less'}.`,
    undefined,
    1,
  );

const reasonOf = (signal: AbortSignal): Error =>
  signal.reason instanceof ServiceError ? signal.reason : new ServiceError('cancelled', 'The query was cancelled.');
