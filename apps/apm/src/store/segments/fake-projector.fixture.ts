import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Pool } from 'pg';
import type { FetchManifests, ManifestSegment, SegmentManifest } from '@spanwise/contracts/log/manifests';
import { createLogger } from '@spanwise/host/logger';
import type { DiskStore } from '@spanwise/object-store/disk-store';
import type { LogRow } from '@spanwise/otlp/telemetry-rows';
import { RowLines } from '@spanwise/segments/row-lines';
import type { SegmentEngine } from '@spanwise/segments/segment-engine';
import { segmentKey } from '@spanwise/segments/segment-key';
import { SeenFields } from '@spanwise/segments/stream-fields';
import { ManifestFollower } from './manifest-follower.js';
import { ManifestWriter } from './manifest-writer.js';

export const ORGANIZATION = '00000000-0000-7000-8000-0000000000a1';
export const NOW = Date.now() * 1_000;

const LOG: LogRow = {
  resource: { 'os.type': 'linux' },
  scopeName: '',
  scopeVersion: '',
  scopeAttributes: {},
  attributes: { level: 1 },
  timeUnixNanos: 0n,
  observedUnixNanos: 0n,
  severityNumber: 9,
  severityText: '',
  body: 'text',
  eventName: '',
  traceId: '',
  spanId: '',
  flags: 0,
};

/** The projector's end of the manifests, and files as its store writer makes them. */
export class FakeProjector {
  readonly lineage = randomUUID();
  manifests: SegmentManifest[] = [];
  trimmed = 0;

  constructor(private readonly place: { writer: Pool; engine: SegmentEngine; store: DiskStore; folder: string }) {}

  readonly fetch = async ({ after }: FetchManifests) => {
    const kept = this.manifests.map((manifest, index) => ({
      n: index + 1,
      bytes: Buffer.from(JSON.stringify(manifest)),
    }));
    const rows = kept.filter(({ n }) => n > Math.max(after, this.trimmed)).slice(0, 3);
    const head = {
      lineage: this.lineage,
      lowestN: rows[0]?.n ?? this.manifests.length + 1,
      lastN: this.manifests.length,
      rows: rows.map(({ n, bytes }) => ({ n, bytes: bytes.length })),
    };
    return { head, payload: Buffer.concat(rows.map(({ bytes }) => bytes)) };
  };

  /** A segment of log records at the given times, in the store and not yet in a manifest. */
  async put(
    times: readonly number[],
    change: Partial<ManifestSegment> & { traceIds?: readonly string[] } = {},
  ): Promise<ManifestSegment> {
    const { traceIds = [], ...more } = change;
    const of = { organizationId: ORGANIZATION, signal: 'logs' as const, stream: 'default', ...more };
    const seen = new SeenFields();
    const lines = new RowLines('logs', seen);
    const { engine, store, folder } = this.place;
    const path = join(folder, randomUUID());
    const text = times.map((micros, index) => {
      const place = { shard: 0, epoch: 0, seq: this.manifests.length + 1, slice: 0, index, loggedAtMicros: micros };
      const record = { ...LOG, timeUnixNanos: BigInt(micros) * 1_000n, traceId: traceIds[index] ?? '' };
      return `${lines.logLine(record, place).line}\n`;
    });
    await writeFile(path, text.join(''));
    const file = await engine.fromLines('logs', path, 10_000, `${path}.parquet`);
    const id = `0-${this.manifests.length + 1}-${randomUUID()}`;
    const key = segmentKey(of, file.fromMicros, id);
    await store.putFile(key, `${path}.parquet`);
    return { ...of, id, key, ...file, fields: seen.takeChanged().fields, ...more };
  }

  async store(times: readonly number[], change: Parameters<FakeProjector['put']>[1] = {}): Promise<ManifestSegment> {
    const segment = await this.put(times, change);
    this.manifests.push({ segments: [segment], lost: [], loggedAtMicros: NOW });
    return segment;
  }

  follower = () =>
    new ManifestFollower(this.fetch, new ManifestWriter(this.place.writer), 0, createLogger('apm', 'silent'));

  /** Lets apm fetch until there is nothing left. */
  async entered(follower = this.follower()): Promise<ManifestFollower> {
    while ((await follower.step()) > 0);
    return follower;
  }
}

/** Of segments: what the store says of itself is none. */
export async function keysIn(store: DiskStore): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of store.list('')) if (!key.startsWith('.spanwise/')) keys.push(key);
  return keys.sort();
}
