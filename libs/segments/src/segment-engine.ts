/** Makes Parquet files: of lines (`row-lines.ts`), and of other segments. */
import { rm, stat } from 'node:fs/promises';
import type { DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { storedColumns, type Signal } from './columns.js';
import { startEngine, type EngineLimits } from './engine-instance.js';
import { fileChecksum } from './file-checksum.js';
import { MAX_FILTERED_TRACES, traceFilterOf, traceHashSql } from './trace-filter.js';

export interface SegmentFile {
  rows: number;
  bytes: number;
  /** Of `_timestamp`, microseconds, both inclusive. */
  fromMicros: number;
  toMicros: number;
  /** CRC-32 of the file. */
  checksum: number;
  /** Base64 of `traceFilterOf`; absent where records have no trace, or there are too many traces. */
  traceFilter?: string;
}

/** What is taken of unknown files. */
export interface UnknownRows {
  paths: readonly string[];
  /** Files whose rows are there already. */
  known: readonly string[];
  /** Older rows are not taken. */
  notBeforeMicros: number;
  through: Through;
}

/** By shard the last position of the log whose rows are taken; none of a shard that is not in it. */
export type Through = ReadonlyMap<number, { epoch: number; seq: number }>;

/** Rows of a row group: small enough that a file of one hour can be read in parts. */
const ROW_GROUP_ROWS = 61_440;
const SMALLEST_LINE_BUFFER = 1_048_576;

/**
 * The lines of one file that an engine of `memoryBytes` is known to hold, weighed as `lineWeight` says: it sorts them with
 * all their columns, beside the buffers that it reads and writes with.
 */
export const heldLineBytes = (memoryBytes: number): number => memoryBytes / 8;
/** A row takes room for its sixty columns, however little it says. */
const LEAST_ROW_BYTES = 512;
export const lineWeight = (lineBytes: number): number => Math.max(lineBytes, LEAST_ROW_BYTES);

/** Makes one file at a time, so that a file that it cannot hold is too large, and not only too much beside others. */
export class SegmentEngine {
  private turn: Promise<unknown> = Promise.resolve();

  private constructor(
    private readonly instance: DuckDBInstance,
    private readonly connection: DuckDBConnection,
  ) {}

  static async start(limits: EngineLimits): Promise<SegmentEngine> {
    const instance = await startEngine(limits);
    return new SegmentEngine(instance, await instance.connect());
  }

  /** `longestLineBytes` of the file of lines: a reader without enough room for a line refuses it. */
  async fromLines(signal: Signal, lines: string, longestLineBytes: number, target: string): Promise<SegmentFile> {
    const columns = storedColumns(signal)
      .map(({ name, type }) => `'${name}': '${type}'`)
      .join(', ');
    const room = Math.max(SMALLEST_LINE_BUFFER, longestLineBytes + 2);
    const source = `read_json(${literal(lines)}, format = 'newline_delimited', columns = {${columns}}, maximum_object_size = ${room}, compression = 'uncompressed')`;
    return this.inTurn(() => this.write(signal, `select * from ${source}`, target));
  }

  /** Columns that older segments lack are null. */
  async fromSegments(signal: Signal, paths: readonly string[], target: string): Promise<SegmentFile> {
    return this.inTurn(() => this.write(signal, rowsOf(signal, paths), target));
  }

  /**
   * Rows of `paths` that no known file has, each once, by their places in the log, and spans by their ids and side too; undefined where
   * there are none.
   */
  async unknownRows(signal: Signal, asked: UnknownRows, target: string): Promise<SegmentFile | undefined> {
    const known = rowsOf(signal, asked.known);
    const statement = `select * from (${rowsOf(signal, asked.paths)}) as found
        anti join (select distinct ${IDENTITY} from (${known})) using (${IDENTITY}) ${signal === 'traces' ? unlessKnown(known) : ''}
      where _timestamp >= ${Math.floor(asked.notBeforeMicros)} and ${within(asked.through)}
      qualify row_number() over (partition by ${IDENTITY}) = 1`;
    const file = await this.inTurn(() => this.write(signal, statement, target));
    if (file.rows > 0) return file;
    await rm(target);
    return undefined;
  }

  /** How many rows lie beyond. */
  async rowsBeyond(signal: Signal, paths: readonly string[], through: Through): Promise<number> {
    const statement = `select count(*) from (${rowsOf(signal, paths)}) where not (${within(through)})`;
    const reader = await this.inTurn(() => this.connection.runAndReadAll(statement));
    return Number(reader.getRows()[0]![0]);
  }

  /** Of `_timestamp`, both inclusive; undefined of files without rows. */
  async rangeOf(
    signal: Signal,
    paths: readonly string[],
  ): Promise<{ fromMicros: number; toMicros: number } | undefined> {
    const statement = `select min(_timestamp), max(_timestamp) from (${rowsOf(signal, paths)})`;
    const reader = await this.inTurn(() => this.connection.runAndReadAll(statement));
    const [from, to] = reader.getRows()[0]!;
    return from === null ? undefined : { fromMicros: Number(from), toMicros: Number(to) };
  }

  close(): void {
    this.connection.closeSync();
    this.instance.closeSync();
  }

  private inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.turn.then(work);
    this.turn = done.catch(() => undefined);
    return done;
  }

  private async write(signal: Signal, source: string, target: string): Promise<SegmentFile> {
    const columns = storedColumns(signal)
      .map(({ name }) => `"${name}"`)
      .join(', ');
    await this.connection.run(
      `copy (select ${columns} from (${source}) order by _timestamp, _shard, _epoch, _seq, _slice, _index)
         to ${literal(target)} (format parquet, compression zstd, row_group_size ${ROW_GROUP_ROWS})`,
    );
    const reader = await this.connection.runAndReadAll(
      `select count(*), min(_timestamp), max(_timestamp) from read_parquet(${literal(target)})`,
    );
    const [rows, from, to] = reader.getRows()[0]!;
    const traceFilter = await this.traceFilter(signal, target);
    return {
      rows: Number(rows),
      bytes: (await stat(target)).size,
      fromMicros: Number(from),
      toMicros: Number(to),
      checksum: await fileChecksum(target),
      ...(traceFilter && { traceFilter }),
    };
  }

  private async traceFilter(signal: Signal, path: string): Promise<string | undefined> {
    if (!storedColumns(signal).some(({ name }) => name === 'trace_id')) return undefined;
    const reader = await this.connection.runAndReadAll(
      `select distinct ${traceHashSql('trace_id')} from read_parquet(${literal(path)}) where trace_id is not null
        limit ${MAX_FILTERED_TRACES + 1}`,
    );
    return traceFilterOf((reader.getColumns().at(0) ?? []) as bigint[])?.toString('base64');
  }
}

/** Where a row lies in the log; epochs may come again after a restore, with other rows. */
const IDENTITY = '_shard, _epoch, _seq, _slice, _index, _timestamp';

const IS_TAKEN = `coalesce(kind in ('SERVER', 'CONSUMER'), false)`;

/** Spans are one by their ids and side (PROTO-3). */
const unlessKnown = (known: string): string => `
  anti join (select distinct trace_id, span_id, ${IS_TAKEN} as taken from (${known})) as spans
    on found.trace_id = spans.trace_id and found.span_id = spans.span_id and ${IS_TAKEN} = spans.taken`;

/** All rows of files; columns that older ones lack are null. */
function rowsOf(signal: Signal, paths: readonly string[]): string {
  const empty = storedColumns(signal).map(({ name, type }) => `null::${type} as "${name}"`);
  const files = `read_parquet([${paths.map(literal).join(', ')}], union_by_name = true)`;
  return `select ${empty.join(', ')} where false${paths.length === 0 ? '' : ` union all by name select * from ${files}`}`;
}

function within(through: Through): string {
  const shards = [...through].map(
    ([shard, { epoch, seq }]) =>
      `(_shard = ${shard} and (_epoch < ${epoch} or (_epoch = ${epoch} and _seq <= ${seq})))`,
  );
  return shards.length === 0 ? 'false' : `(${shards.join(' or ')})`;
}

const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;
