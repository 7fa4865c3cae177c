import { once, EventEmitter } from 'node:events';
import { DuckDBInstance, type DuckDBConnection, type DuckDBDataChunk } from '@duckdb/node-api';
import { ServiceError } from '@spanwise/contracts/base/errors';
import { streamedChunks } from '@spanwise/segments/streamed-chunks';
import { engineError } from './engine-error.js';
import type { EngineLimits, FromEngine, RunRequest, StatementEnd, ToEngine } from './engine-protocol.js';
import { MACROS } from './macros.js';
import { rowExpression, type ResultColumn } from './row-json.js';
import { checkStatement } from './statement-check.js';
import { quotedName, quotedText } from './sql-text.js';

/** Rows go in pieces of about this size, well below what a message of the bus may hold. */
const PIECE_BYTES = 192 * 1024;
const NEWLINE = 10;
const PROGRESS_MS = 500;
/** What does not fit its field is counted for as long as the rows took, and for so long at least. */
const LEAST_COUNT_MS = 1_000;
/** Progress is counted, not printed; a footer is read once, although views are bound more than once. */
const SETTINGS = [
  'set enable_progress_bar = true',
  'set enable_progress_bar_print = false',
  'set parquet_metadata_cache = true',
  // A moment without a zone is one of UTC, wherever the machine stands.
  "set TimeZone = 'UTC'",
];
const RESULT = 'spanwise_query.result';

interface Instance {
  instance: DuckDBInstance;
  connection: DuckDBConnection;
}

/** Runs statements on behalf of apm. The instance of the next statement is made ahead, so that no query waits for it. */
export class EngineProcessSide {
  private next: Promise<Instance> | undefined;
  /** Reads callers' texts into syntax trees and nothing else; locked from its beginning. */
  private reader: Promise<Instance> | undefined;
  private current: Instance | undefined;
  /** The same for every instance. */
  private hiding: string | undefined;
  private stopped = false;
  /** The statement's rows are out. */
  private counting = false;
  private freeBytes = 0;
  private readonly window = new EventEmitter();

  constructor(
    private readonly limits: EngineLimits,
    private readonly send: (message: FromEngine) => void,
  ) {}

  async prepare(): Promise<void> {
    this.next ??= this.open();
    this.reader ??= this.open(['set enable_external_access = false', 'set lock_configuration = true']);
    await Promise.all([this.next, this.reader]);
  }

  async take(message: ToEngine): Promise<void> {
    if (message.kind === 'check') return this.answering(() => this.check(message.statement));
    if (message.kind === 'run') {
      return this.answering(() => this.run(message.request), message.request.files.length > 0);
    }
    if (message.kind === 'taken') {
      this.freeBytes += message.bytes;
      this.window.emit('more');
      return;
    }
    this.stopped = true;
    this.current?.connection.interrupt();
    this.window.emit('more');
  }

  private async answering(work: () => Promise<void>, readsStreams = false): Promise<void> {
    const progressTimer = setInterval(() => this.tellProgress(), PROGRESS_MS);
    try {
      await work();
    } catch (thrown) {
      const { stopped, ...error } = faultOf(thrown, readsStreams);
      await this.close();
      this.send({ kind: 'failed', error, stopped: stopped || this.stopped });
    } finally {
      clearInterval(progressTimer);
    }
  }

  private async check(statement: string): Promise<void> {
    this.stopped = false;
    const { connection } = await this.reader!;
    const reader = await connection.runAndReadAll('select json_serialize_sql($1::varchar)', [statement]);
    this.send({ kind: 'checked', checked: checkStatement(String(reader.getRows()[0]![0])) });
  }

  private async run(request: RunRequest): Promise<void> {
    this.current = await (this.next ?? this.open());
    this.next = undefined;
    const { connection } = this.current;
    this.freeBytes = request.windowBytes;
    await connection.run(`set allowed_paths = [${request.files.map(quotedText).join(', ')}]`);
    await connection.run('set enable_external_access = false');
    for (const view of request.views) await connection.run(view);
    await connection.run('create schema spanwise_query');
    await connection.run('set lock_configuration = true');
    if (this.stopped) throw new Error('INTERRUPT Error');
    await connection.run(`create view ${RESULT} as\n${request.statement}`);
    const columns = await columnsOf(connection);
    this.send({ kind: 'columns', columns });
    const startedMs = performance.now();
    const limit = request.maxRows === undefined ? '' : ` limit ${request.maxRows + 1}`;
    const lines = `select ${rowExpression(columns, request.form)} from ${RESULT}${limit}`;
    const end = await this.sendRows(
      streamedChunks(connection, lines, () => this.stopped),
      request,
    );
    const timeMs = Math.max(LEAST_COUNT_MS, performance.now() - startedMs);
    const counts = request.counts && (await this.countAll(connection, request.counts, timeMs));
    this.send({ kind: 'end', end: { ...end, ...(counts && { counts }) } });
    // The answer does not wait for what the instance takes to give its memory back.
    await this.close();
    this.send({ kind: 'free' });
  }

  private async sendRows(chunks: AsyncIterable<DuckDBDataChunk>, request: RunRequest): Promise<StatementEnd> {
    let rows = 0;
    let bytes = 0;
    let lines: string[] = [];
    let held = 0;
    const flush = async () => {
      if (lines.length === 0) return;
      const piece = Buffer.from(`${lines.join('\n')}\n`);
      const count = lines.length;
      lines = [];
      held = 0;
      await this.sendPiece(piece, count);
    };
    for await (const chunk of chunks) {
      for (const line of chunk.getColumnValues(0) as string[]) {
        if (rows === request.maxRows) return flush().then(() => ({ rows, cut: 'row_limit' }));
        bytes += line.length + 1;
        if (bytes > (request.maxBytes ?? Infinity)) return flush().then(() => ({ rows, cut: 'byte_limit' }));
        if (held + line.length >= PIECE_BYTES) await flush();
        lines.push(line);
        rows++;
        held += line.length + 1;
      }
    }
    await flush();
    return { rows };
  }

  /** The rows are out: what is not counted in time, or at all, takes nothing from them. */
  private async countAll(
    connection: DuckDBConnection,
    statements: readonly string[],
    timeMs: number,
  ): Promise<StatementEnd['counts']> {
    this.counting = true;
    let late = false;
    const timer = setTimeout(() => {
      late = true;
      connection.interrupt();
    }, timeMs);
    const counts: (number[] | null)[] = [];
    for (const statement of statements) {
      const reader = late || this.stopped ? null : await connection.runAndReadAll(statement).catch(() => null);
      counts.push(reader && reader.getRows()[0]!.map(Number));
    }
    clearTimeout(timer);
    this.counting = false;
    return counts;
  }

  /** Whole rows in each message where they fit: an answer that is cut in time ends behind one. */
  private async sendPiece(piece: Buffer, rows: number): Promise<void> {
    let left = rows;
    for (let at = 0; at < piece.length;) {
      const fits = piece.length - at <= PIECE_BYTES;
      const cut = fits ? -1 : piece.lastIndexOf(NEWLINE, at + PIECE_BYTES - 1) + 1;
      const part = piece.subarray(at, cut > at ? cut : at + PIECE_BYTES);
      while (this.freeBytes <= 0 && !this.stopped) await once(this.window, 'more');
      if (this.stopped) throw new Error('INTERRUPT Error');
      this.freeBytes -= part.length;
      const ended = fits ? left : part.reduce((count, byte) => (byte === NEWLINE ? count + 1 : count), 0);
      this.send({ kind: 'rows', bytes: part, rows: ended });
      left -= ended;
      at += part.length;
    }
  }

  private async open(settings: readonly string[] = []): Promise<Instance> {
    const instance = await DuckDBInstance.create(':memory:', {
      threads: String(this.limits.threads),
      memory_limit: `${Math.floor(this.limits.memoryBytes / 1024)}KiB`,
      max_temp_directory_size: '0B',
      temp_directory: '',
      autoinstall_known_extensions: 'false',
      autoload_known_extensions: 'false',
      allow_community_extensions: 'false',
    });
    const connection = await instance.connect();
    for (const setting of [...SETTINGS, ...settings]) await connection.run(setting);
    this.hiding ??= await hidingStatements(connection);
    await connection.run([this.hiding, ...MACROS].join(';\n'));
    return { instance, connection };
  }

  private async close(): Promise<void> {
    this.current?.connection.closeSync();
    this.current?.instance.closeSync();
    this.current = undefined;
    this.next ??= this.open();
  }

  private tellProgress(): void {
    const percentage = this.current?.connection.progress.percentage ?? -1;
    if (percentage >= 0 && !this.counting) this.send({ kind: 'progress', share: Math.min(1, percentage / 100) });
  }
}

/**
 * A bare name means the view of that name here before it means the engine's catalogue: what shows settings, paths or
 * definitions shows nothing, even to a statement that the check let through. A stream of such a name takes its place.
 */
async function hidingStatements(connection: DuckDBConnection): Promise<string> {
  const reader = await connection.runAndReadAll('select distinct view_name from duckdb_views() where internal');
  const views = reader.getRows().map(([name]) => {
    const words = quotedText(`There is no stream ${String(name)}.`);
    return `create view ${quotedName(String(name))} as select error(${words})::varchar as "no such stream"`;
  });
  return views.join(';');
}

function faultOf(thrown: unknown, readsStreams: boolean): ReturnType<typeof engineError> {
  if (thrown instanceof ServiceError) return { kind: thrown.kind, message: thrown.message, stopped: false };
  return engineError(thrown instanceof Error ? thrown.message : String(thrown), readsStreams);
}

async function columnsOf(connection: DuckDBConnection): Promise<ResultColumn[]> {
  const reader = await connection.runAndReadAll(`select column_name, column_type from (describe ${RESULT})`);
  return reader.getRows().map(([name, type]) => ({ name: String(name), type: String(type) }));
}
