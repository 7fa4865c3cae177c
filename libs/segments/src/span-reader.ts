/** Stored spans in the order in which the log was processed, delta by delta. */
import type { DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { storedColumns } from './columns.js';
import { startEngine, type EngineLimits } from './engine-instance.js';
import { SPAN_COLUMNS, StoredSpans } from './stored-span.js';
import { streamedChunks } from './streamed-chunks.js';
import type { SpanRecord } from '@spanwise/span-model/span';

export interface DeltaSpan {
  shard: number;
  /** Number of the delta that counted the span. */
  delta: number;
  /** Excluded from metrics: it arrived after the lateness horizon. */
  late: boolean;
  /** Valid until the next one. */
  span: SpanRecord;
}

export interface DeltaRange {
  /** Of span starts, microseconds, half-open. */
  fromMicros: number;
  toMicros: number;
  /** Newest delta to read of each shard. */
  throughDelta: ReadonlyMap<number, number>;
}

const PLACE = ['_shard', '_delta', '_epoch', '_seq', '_slice', '_index'];
const quoted = (name: string): string => `"${name}"`;
const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** Reads segments of spans of one organization. Memory is the engine's and one piece of rows. */
export class SpanReader {
  private constructor(
    private readonly instance: DuckDBInstance,
    private readonly connection: DuckDBConnection,
  ) {}

  /** `paths`: files of all segments that may hold a span of a delta that touches a range that is asked for. */
  static async open(limits: EngineLimits, paths: readonly string[]): Promise<SpanReader> {
    const instance = await startEngine(limits);
    const connection = await instance.connect();
    const empty = storedColumns('traces').map(({ name, type }) => `null::${type} as ${quoted(name)}`);
    const files = `[${paths.map(literal).join(', ')}]`;
    const rows =
      paths.length === 0
        ? ''
        : ` union all by name select * from read_parquet(${files}, union_by_name = true, hive_partitioning = false)`;
    await connection.run(`create view spans as select ${empty.join(', ')} where false${rows}`);
    return new SpanReader(instance, connection);
  }

  /** Spans of the range that do not say in which delta they were counted. */
  async withoutDelta({ fromMicros, toMicros }: Pick<DeltaRange, 'fromMicros' | 'toMicros'>): Promise<number> {
    const reader = await this.connection.runAndReadAll(
      `select count(*) from spans where ${within(fromMicros, toMicros)} and _delta is null`,
    );
    return Number(reader.getRows()[0]![0]);
  }

  /**
   * Every span of every delta that has a span in the range, those outside of the range too: what is paired in a batch
   * needs all of it. Ordered by shard and delta, then by offset in the log.
   */
  async *deltas(range: DeltaRange): AsyncGenerator<DeltaSpan> {
    const { fromMicros, toMicros, throughDelta } = range;
    const known = [...throughDelta].map(([shard, delta]) => `(_shard = ${shard} and _delta <= ${delta})`);
    const limit = known.length === 0 ? 'false' : `(${known.join(' or ')})`;
    await this.connection.run(
      `create or replace temp table touched as
         select distinct _shard, _delta from spans where ${within(fromMicros, toMicros)} and ${limit}`,
    );
    const names = [...PLACE.slice(0, 2), '_late', ...SPAN_COLUMNS];
    const statement = `select ${names.map(quoted).join(', ')}
      from spans semi join touched using (_shard, _delta) order by ${PLACE.join(', ')}`;
    const spans = new StoredSpans();
    for await (const chunk of streamedChunks(this.connection, statement)) {
      for (const values of chunk.getRows()) {
        const row = Object.fromEntries(names.map((name, at) => [name, values[at]]));
        yield {
          shard: Number(row._shard),
          delta: Number(row._delta),
          late: row._late === true,
          span: spans.read(row),
        };
      }
    }
  }

  close(): void {
    this.connection.closeSync();
    this.instance.closeSync();
  }
}

const within = (fromMicros: number, toMicros: number): string =>
  `_timestamp >= ${Math.trunc(fromMicros)} and _timestamp < ${Math.trunc(toMicros)}`;
