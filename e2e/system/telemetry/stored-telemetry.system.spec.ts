/** What was acknowledged is found in the segments that the catalogue names, once. */
// A product of its own: its processes are killed, and every segment is looked at.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api';
import { Client as Database } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '@spanwise/testing/eventually';
import { answered, Client, serverSpan } from '../../src/product.fixture.js';

let client: Client;
let database: Database;
let duck: DuckDBConnection;

beforeAll(async () => {
  client = await Client.start();
  database = new Database({ connectionString: client.product.databaseUrl });
  await database.connect();
  duck = await (await DuckDBInstance.create(':memory:')).connect();
});
afterAll(async () => {
  duck?.closeSync();
  await database?.end();
  client?.product.stop();
});

/** How often each of the spans is stored. */
async function copies(spanIds: readonly string[], column = 'span_id'): Promise<Map<string, number>> {
  const { rows } = await database.query<{ key: string }>(
    "select g.key from apm.segments g join apm.streams s on s.id = g.stream_id where s.signal = 'traces' and s.name = 'default'",
  );
  if (rows.length === 0) return new Map();
  const files = rows.map(({ key }) => `'${join(client.product.dataDir, 'objects', key)}'`);
  const reader = await duck.runAndReadAll(
    `select "${column}", count(*) from read_parquet([${files.join()}], union_by_name = true) group by 1`,
  );
  const found = new Map(reader.getRows().map(([id, count]) => [String(id), Number(count)]));
  return new Map(spanIds.map((id) => [id, found.get(id) ?? 0]));
}

const idOf = (span: object): string => (span as { spanId: string }).spanId;

describe('an acknowledged span', () => {
  it('is visible, once, whatever its repetitions', async () => {
    for (let round = 0; round < 5; round++) {
      const spans = [serverSpan(Date.now() * 1_000), serverSpan(Date.now() * 1_000)];
      expect(await client.send(spans, { 'service.name': 'stored' })).toBe(200);
      expect(await client.send(spans, { 'service.name': 'stored' })).toBe(200);
      await eventually(async () => {
        expect([...(await copies(spans.map(idOf))).values()]).toEqual([1, 1]);
      });
    }
  });
});

describe('the streams that telemetry has made', () => {
  it('are listed with their fields and what they hold', async () => {
    const streams = await answered(client.api.GET('/api/v1/streams', { params: { query: { stream_type: 'traces' } } }));
    const stream = streams.find(({ name }) => name === 'default')!;
    expect(stream).toMatchObject({ stream_type: 'traces', effective_retention: { days: 30 } });
    expect(stream.statistics.rows).toBeGreaterThanOrEqual(10);
    const { fields } = await answered(
      client.api.GET('/api/v1/streams/{id}/schema', { params: { path: { id: stream.id } } }),
    );
    expect(fields.map(({ name }) => name)).toContain('http.route');
    const runtime = await client.get<{ items: { id: string; status: string }[] }>('/api/v1/streams/runtime');
    expect(runtime.body.items.find(({ id }) => id === stream.id)).toMatchObject({ status: 'healthy' });
    const refused = await client.get(`/api/v1/streams/${stream.id}`, client.product.intakeToken);
    expect(refused.status).toBe(403);
  });
});

describe('when processes are killed in the midst of it', () => {
  it('every acknowledged span is stored once', async () => {
    const acknowledged: string[] = [];
    const victims = ['projector', 'apm', 'store writer', 'projector', 'store writer', 'apm'];
    for (const victim of victims) {
      for (let request = 0; request < 6; request++) {
        const spans = Array.from({ length: 20 }, () => serverSpan(Date.now() * 1_000));
        if ((await client.send(spans, { 'service.name': 'killed' })) === 200) acknowledged.push(...spans.map(idOf));
        if (request === 3) await killed(victim);
        await sleep(150);
      }
    }
    expect(acknowledged.length).toBeGreaterThan(300);
    await eventually(async () => {
      const counts = new Set((await copies(acknowledged)).values());
      expect([...counts]).toEqual([1]);
    });
    expect((await database.query('select lost from apm.lost_ranges')).rows).toEqual([]);
    expect((await database.query('select 1 from projector.dead_letters')).rowCount).toBe(0);
  });
});

/** Kills the process as soon as it runs: the one before may just be coming back. */
async function killed(victim: string): Promise<void> {
  await eventually(() => {
    const pid = victim === 'store writer' ? storeWriter() : client.product.pid(victim);
    if (pid === undefined) throw new Error(`${victim} does not run`);
    process.kill(pid, 'SIGKILL');
  });
}

/** The one child of the projector. */
function storeWriter(): number | undefined {
  const projector = client.product.pid('projector');
  const found = spawnSync('pgrep', ['-P', String(projector), '-f', 'store-writer.main.js'], { encoding: 'utf8' });
  return Number(found.stdout.trim().split('\n')[0]) || undefined;
}
