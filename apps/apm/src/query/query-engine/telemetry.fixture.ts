/** Stored telemetry as the store leaves it: Parquet files of rows, and a catalogue of them in memory. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { DuckDBInstance } from '@duckdb/node-api';
import type {
  FieldOverflow,
  Segment,
  SegmentFiles,
  StreamField,
  StreamLimits,
  TelemetryCatalogue,
} from '@spanwise/segments/catalogue';
import { COLUMNS, type Signal } from '@spanwise/segments/columns';
import { fileChecksum } from '@spanwise/segments/file-checksum';
import {
  BLOCK_BYTES,
  blockIndex,
  mayHold,
  traceFilterOf,
  traceHash,
  traceHashSql,
} from '@spanwise/segments/trace-filter';
import { CheckedFiles } from '../../store/segments/checked-files.js';
import { Admission, placesOf, type AdmissionLimits } from './admission.js';
import { EnginePool } from './engine-pool.js';
import type { EngineLimits } from './engine-protocol.js';
import { Queries, type QueryRequest } from './queries.js';
import { RunningQueries } from './running-queries.js';
import { SlowQueries } from './slow-queries.js';
import { quotedName, quotedText } from './sql-text.js';

export const OWNER = { organizationId: '00000000-0000-7000-8000-0000000000a1', subject: 'user-1' };
export const OTHER_OWNER = { organizationId: '00000000-0000-7000-8000-0000000000b2', subject: 'user-2' };
/** 2026-01-01. */
export const T0 = 1_767_225_600_000_000;
export const RANGE = { fromMicros: T0, toMicros: T0 + 3_600_000_000 };

interface Stream {
  id: string;
  signal: Signal;
  stream: string;
  limits: StreamLimits;
  fields: readonly StreamField[];
  /** Without a place. */
  unplaced: readonly StreamField[];
  overflow?: FieldOverflow;
  segments: Segment[];
}

export class StoredTelemetry implements TelemetryCatalogue, SegmentFiles {
  private readonly organizations = new Map<string, Stream[]>();
  private readonly filters = new Map<string, Buffer>();
  private readonly checked = new CheckedFiles();
  private rows = 0;
  /** Opened and not released. */
  held = 0;

  private constructor(readonly folder: string) {}

  static async create(): Promise<StoredTelemetry> {
    return new StoredTelemetry(await mkdtemp(join(tmpdir(), 'spanwise-segments-')));
  }

  async remove(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
  }

  /** Writes one segment. Columns that a row lacks are null; `rows` may be an SQL text that makes them. */
  async add(
    organizationId: string,
    signal: Signal,
    stream: string,
    rows: readonly Record<string, unknown>[] | string,
    fields: readonly StreamField[] = [],
  ): Promise<Segment> {
    const id = randomUUID();
    const file = join(this.folder, `${id}.parquet`);
    const instance = await DuckDBInstance.create(':memory:');
    const connection = await instance.connect();
    const source = typeof rows === 'string' ? rows : this.valuesOf(signal, rows);
    await connection.run(`create table given as ${source}`);
    const given = new Set(
      (await connection.runAndReadAll('select column_name from (describe given)')).getRows().flat(),
    );
    const columns = COLUMNS[signal].map(({ name, type }) =>
      given.has(name) ? `${quotedName(name)}::${type} as ${quotedName(name)}` : `null::${type} as ${quotedName(name)}`,
    );
    await connection.run(
      `copy (select ${columns.join(', ')} from given order by _timestamp) to ${quotedText(file)} (format parquet, compression zstd)`,
    );
    const [count, from, to] = (
      await connection.runAndReadAll('select count(*), min(_timestamp), max(_timestamp) from given')
    ).getRows()[0]!;
    if (given.has('trace_id')) {
      const hashes = await connection.runAndReadAll(
        `select distinct ${traceHashSql('trace_id')} from given where trace_id is not null`,
      );
      this.filters.set(id, traceFilterOf(hashes.getRows().map(([hash]) => hash as bigint))!);
    }
    connection.closeSync();
    instance.closeSync();
    const checksum = await fileChecksum(file);
    const segment = {
      id,
      key: file,
      bytes: 1,
      rows: Number(count),
      fromMicros: Number(from),
      toMicros: Number(to),
      checksum,
    };
    this.streamOf(organizationId, signal, stream, fields).segments.push(segment);
    return segment;
  }

  /** The stream has had fields beyond its places. */
  overflow(organizationId: string, stream: string, unplaced: readonly StreamField[], hasMoreNames: boolean): void {
    const found = this.organizations.get(organizationId)!.find((one) => one.stream === stream)!;
    found.unplaced = unplaced;
    found.overflow = {
      sinceMicros: T0,
      fields: unplaced.length,
      names: unplaced.map(({ name }) => name),
      hasMoreNames,
    };
  }

  idOf(organizationId: string, signal: string, stream: string): string {
    return this.organizations.get(organizationId)!.find((one) => one.signal === signal && one.stream === stream)!.id;
  }

  streams(organizationId: string): ReturnType<TelemetryCatalogue['streams']> {
    return Promise.resolve(this.organizations.get(organizationId) ?? []);
  }

  open(
    organizationId: string,
    signal: Signal,
    stream: string,
    range: { fromMicros: number; toMicros: number },
    { traceIds, fieldNames = [] }: { traceIds?: readonly string[]; fieldNames?: readonly string[] } = {},
  ): ReturnType<TelemetryCatalogue['open']> {
    const found = (this.organizations.get(organizationId) ?? []).find(
      (one) => one.signal === signal && one.stream === stream,
    );
    if (found === undefined) return Promise.resolve(undefined);
    this.held++;
    const segments = found.segments
      .filter((one) => one.toMicros >= range.fromMicros && one.fromMicros < range.toMicros)
      .filter(({ id }) => traceIds?.some((traceId) => this.mayHold(id, traceId)) ?? true)
      .sort((a, b) => a.fromMicros - b.fromMicros);
    const unplaced = found.unplaced.filter(({ name }) => fieldNames.includes(name.toLowerCase()));
    return Promise.resolve({
      segments: { organizationId, ...found, unplaced, segments },
      release: () => void this.held--,
    });
  }

  localPath(segment: Segment): Promise<string> {
    return this.checked.whole(segment, () => Promise.resolve(segment.key));
  }

  private mayHold(segmentId: string, traceId: string): boolean {
    const filter = this.filters.get(segmentId);
    if (filter === undefined) return true;
    const hash = traceHash(traceId);
    const at = blockIndex(hash.block, filter.length / BLOCK_BYTES) * BLOCK_BYTES;
    return mayHold(filter.subarray(at, at + BLOCK_BYTES), hash);
  }

  private streamOf(organizationId: string, signal: Signal, stream: string, fields: readonly StreamField[]): Stream {
    const streams = this.organizations.get(organizationId) ?? [];
    this.organizations.set(organizationId, streams);
    let found = streams.find((one) => one.signal === signal && one.stream === stream);
    if (found === undefined)
      streams.push(
        (found = { id: randomUUID(), signal, stream, limits: { queryable: true }, fields, unplaced: [], segments: [] }),
      );
    return found;
  }

  private valuesOf(signal: Signal, rows: readonly Record<string, unknown>[]): string {
    const literal = (value: unknown): string => {
      if (value === undefined || value === null) return 'null';
      if (typeof value === 'object') return quotedText(JSON.stringify(value));
      return typeof value === 'string' ? quotedText(value) : String(value);
    };
    const place = { _shard: 0, _epoch: 1, _slice: 0, _index: 0 };
    const lines = rows.map((row) => {
      const whole: Record<string, unknown> = { ...place, _seq: ++this.rows, attributes: {}, resource: {}, ...row };
      return `(${COLUMNS[signal].map(({ name, type }) => `${literal(whole[name])}::${type}`).join(', ')})`;
    });
    return `select * from (values ${lines.join(',\n')}) t(${COLUMNS[signal].map(({ name }) => quotedName(name)).join(', ')})`;
  }
}

const LIMITS: EngineLimits = { threads: 2, memoryBytes: 128 * 1024 * 1024, processBytes: 600 * 1024 * 1024 };
const ADMISSION: AdmissionLimits = {
  ...placesOf(4, 2),
  waitingPerOrganization: 50,
  waiting: 500,
  longestWaitMs: 60_000,
};

export function queriesOver(
  telemetry: StoredTelemetry | { catalogue: TelemetryCatalogue; files: SegmentFiles },
  change: {
    engine?: Partial<EngineLimits>;
    admission?: Partial<AdmissionLimits>;
    maxScannedRows?: number;
    idleMs?: number;
  } = {},
): Queries {
  const { catalogue, files } =
    telemetry instanceof StoredTelemetry ? { catalogue: telemetry, files: telemetry } : telemetry;
  return new Queries({
    catalogue,
    files,
    pool: new EnginePool({ ...LIMITS, ...change.engine }, change.idleMs),
    admission: new Admission({ ...ADMISSION, ...change.admission }),
    running: new RunningQueries(),
    slow: new SlowQueries(),
    maxScannedRows: change.maxScannedRows ?? 1e9,
  });
}

/** Runs a statement and gives its rows as values. */
export async function answerOf(
  queries: Queries,
  statement: string,
  change: Partial<QueryRequest> & { owner?: typeof OWNER; signal?: AbortSignal } = {},
) {
  const { owner = OWNER, signal = new AbortController().signal, ...request } = change;
  const pieces: Uint8Array[] = [];
  const whole: QueryRequest = {
    id: randomUUID(),
    statement,
    range: RANGE,
    form: 'arrays',
    maxRows: 1_000,
    timeLimitMs: 10_000,
    ...request,
  };
  const summary = await queries.run(owner, whole, signal, {
    begin: () => undefined,
    write: (b) => void pieces.push(b),
  });
  const text = Buffer.concat(pieces).toString('utf8');
  const lines = text.split('\n').filter((line) => line !== '');
  return { ...summary, text, rows: lines.map((line) => JSON.parse(line) as unknown) };
}
