/**
 * Takes rows of files that no catalogue names back into the catalogue, each once (PROTO-44): files that were written after the copy of
 * the database that was put back. A row is identified by its offset in the log, so it does not matter which merge it went
 * through, nor what the log has brought again.
 */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Pool } from 'pg';
import type { ObjectStore } from '@spanwise/object-store/object-store';
import { RemovedFiles, type Removed } from '@spanwise/object-store/removed-files';
import { SegmentUnreadable, type SegmentFiles } from '@spanwise/segments/catalogue';
import { SIGNALS, type Signal } from '@spanwise/segments/columns';
import { segmentKey } from '@spanwise/segments/segment-key';
import type { SegmentEngine } from '@spanwise/segments/segment-engine';
import { awaitRemoval, unnamedKeys } from '../segments/removals.store.js';
import {
  deletedOrganizations,
  enterAdopted,
  keptSinceMicros,
  namedSegments,
  type NamedSegment,
  type StreamName,
} from './adoption.store.js';

const FILES_AT_ONCE = 64;
const BYTES_AT_ONCE = 64 * 1024 * 1024;
const KEYS_AT_ONCE = 1_000;
const UNFINISHED_MICROS = 3_600_000_000;
/** `<organization>/<signal>/<stream>/<day>/<hour>/<id>.parquet`, of a writer, a merge or an adoption. */
const SEGMENT = /^([0-9a-f-]{36})\/([a-z]+)\/([^/]+)\/[^/]+\/[^/]+\/((?:\d{1,2}-\d{1,16}|m|a)-[0-9a-f-]{36})\.parquet$/;

export interface AdoptionPorts {
  pool: Pool;
  store: ObjectStore;
  files: SegmentFiles;
  engine: SegmentEngine;
  /** Makes sure of the folder for files in the making. */
  folder: () => Promise<string>;
  /** By shard up to where the log is stored and entered: what lies behind comes again by itself. */
  through: ReadonlyMap<number, { epoch: number; seq: number }>;
  defaultRetentionDays: number;
  nowMicros: number;
}

export interface Adopted extends StreamName {
  files: number;
  rows: number;
  /** Rows that the log has not brought yet, or never will: they are looked at again the next time. */
  beyond: number;
  /** Named files that are gone and whose rows are in what was adopted. */
  replaced: number;
}

interface Candidate {
  key: string;
  id: string;
  bytes: number;
}

/** Stream by stream, what it has adopted. */
export async function* adopt(ports: AdoptionPorts): AsyncGenerator<Adopted> {
  const removed = await new RemovedFiles(ports.store).read();
  const gone = new Set(await deletedOrganizations(ports.pool));
  for (const { of, candidates } of await unnamedFiles(ports, removed, gone)) {
    const total: Adopted = { ...of, files: 0, rows: 0, beyond: 0, replaced: 0 };
    for (const batch of batches(candidates)) {
      const done = await adoptBatch(ports, removed, of, batch);
      for (const figure of ['files', 'rows', 'beyond', 'replaced'] as const) total[figure] += done[figure];
    }
    yield total;
  }
}

async function unnamedFiles({ pool, store }: AdoptionPorts, removed: Removed, gone: ReadonlySet<string>) {
  const streams = new Map<string, { of: StreamName; candidates: Candidate[] }>();
  let found: (Candidate & { of: StreamName })[] = [];
  const sort = async () => {
    const unnamed = new Set(
      await unnamedKeys(
        pool,
        found.map(({ key }) => key),
      ),
    );
    for (const { of, ...file } of found) {
      if (!unnamed.has(file.key)) continue;
      const name = `${of.organizationId}/${of.signal}/${of.stream}`;
      const known = streams.get(name) ?? { of, candidates: [] };
      known.candidates.push(file);
      streams.set(name, known);
    }
    found = [];
  };
  for await (const { key, bytes } of store.list('')) {
    const [, organizationId, signal, stream, id] = SEGMENT.exec(key) ?? [];
    if (organizationId === undefined || !isSignal(signal!)) continue;
    if (gone.has(organizationId) || removed.has(organizationId, key)) continue;
    found.push({ key, id: id!, bytes, of: { organizationId: organizationId!, signal: signal!, stream: stream! } });
    if (found.length === KEYS_AT_ONCE) await sort();
  }
  await sort();
  return streams.values();
}

const isSignal = (text: string): text is Signal => SIGNALS.some((signal) => signal === text);

/** By their hours, which their keys begin with. */
function* batches(candidates: readonly Candidate[]): Generator<Candidate[]> {
  let batch: Candidate[] = [];
  let bytes = 0;
  for (const one of [...candidates].sort((a, b) => (a.key < b.key ? -1 : 1))) {
    if (batch.length === FILES_AT_ONCE || (batch.length > 0 && bytes + one.bytes > BYTES_AT_ONCE)) {
      yield batch;
      [batch, bytes] = [[], 0];
    }
    batch.push(one);
    bytes += one.bytes;
  }
  if (batch.length > 0) yield batch;
}

async function adoptBatch(
  ports: AdoptionPorts,
  removed: Removed,
  of: StreamName,
  batch: readonly Candidate[],
): Promise<Omit<Adopted, keyof StreamName>> {
  const { pool, store, engine, through, nowMicros } = ports;
  const paths = await Promise.all(batch.map((one) => ports.files.localPath(one)));
  const range = await engine.rangeOf(of.signal, paths);
  const named = range === undefined ? [] : await namedSegments(pool, of, range);
  const { known, missing } = await readable(ports.files, named);
  const notBeforeMicros = nowMicros - (await keptSinceMicros(pool, of, ports.defaultRetentionDays));
  const target = join(await ports.folder(), `${randomUUID()}.parquet`);
  const asked = { paths, known, notBeforeMicros, through };
  const file = await engine.unknownRows(of.signal, asked, target);
  const beyond = await engine.rowsBeyond(of.signal, paths, through);
  const keys = batch.map(({ key }) => key);
  const replaced = missing.filter(({ key }) => removed.isReplacedBy(key, keys));
  const id = `a-${randomUUID()}`;
  const key = file && segmentKey(of, file.fromMicros, id);
  if (file !== undefined && key !== undefined) {
    await awaitRemoval(pool, of.organizationId, [key], nowMicros + UNFINISHED_MICROS);
    await store.putFile(key, target);
  }
  await enterAdopted(pool, of, {
    made: file && { ...file, id, key: key! },
    // Files with rows that are still to come are looked at again.
    done: beyond === 0 ? keys : [],
    replaced: replaced.map((segment) => segment.id),
    nowMicros,
  });
  return { files: batch.length, rows: file?.rows ?? 0, beyond, replaced: replaced.length };
}

async function readable(
  files: SegmentFiles,
  named: readonly NamedSegment[],
): Promise<{ known: string[]; missing: NamedSegment[] }> {
  const known: string[] = [];
  const missing: NamedSegment[] = [];
  for (const segment of named) {
    const path = await files.localPath(segment).catch((error: unknown) => {
      if (error instanceof SegmentUnreadable) return undefined;
      throw error;
    });
    if (path === undefined) missing.push(segment);
    else known.push(path);
  }
  return { known, missing };
}
