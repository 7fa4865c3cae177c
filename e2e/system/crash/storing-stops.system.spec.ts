/** Telemetry cannot be stored: what the product says of it, what the alert sees, and what is there afterwards. */
// A product of its own: its folders are taken away.
import { readFileSync } from 'node:fs';
import { lstat, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client as Database } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { SUBSYSTEM_REASONS } from '@spanwise/contracts/base/heartbeat';
import { Product } from '../harness/product.js';
import { eventually } from '@spanwise/testing/eventually';
import { answered, Client, serverSpan } from '../../src/product.fixture.js';

const HOUR_MICROS = 3_600_000_000;

let client: Client;
let database: Database;

beforeAll(async () => {
  // Without the product's own spans every stored row is one of this test.
  client = new Client(await Product.start({ environment: { LOG_LEVEL: 'warn', SPANWISE_TRACING: 'false' } }));
  database = new Database({ connectionString: client.product.databaseUrl });
  await database.connect();
});
afterAll(async () => {
  await database?.end();
  client?.product.stop();
});

interface Rule {
  alert?: string;
  expr: string;
}

const alerts = parse(readFileSync(new URL('../../../deploy/prometheus/alerts.yaml', import.meta.url), 'utf8')) as {
  groups: { rules: Rule[] }[];
};

/** Whether the expression of an alert holds of what the projector shows now; only of the form `metric operator number`. */
async function holds(alert: string): Promise<boolean> {
  const rule = alerts.groups.flatMap(({ rules }) => rules).find((one) => one.alert === alert);
  const [, metric, operator, limit] = /^(\w+) (>|==) (\d+)$/.exec(rule?.expr ?? '') ?? [];
  expect(metric, `${alert} is of a form that this test understands`).toBeDefined();
  const response = await fetch(`http://127.0.0.1:${client.product.instance.ports.projector}/metrics`);
  const value = new RegExp(`^${metric} (\\S+)$`, 'm').exec(await response.text())?.[1];
  expect(value, `the projector shows ${metric}`).toBeDefined();
  return operator === '>' ? Number(value) > Number(limit) : Number(value) === Number(limit);
}

interface Health {
  subsystems: Record<string, { up: boolean; reason?: string }>;
}

async function healthOfStore() {
  const { body } = await client.get<Health>('/api/v1/healthz');
  expect(JSON.stringify(body)).not.toContain(client.product.dataDir);
  return body.subsystems.object_store;
}

async function storedRows(): Promise<number> {
  const { rows } = await database.query<{ rows: string }>(
    "select coalesce(sum(g.rows), 0) as rows from apm.segments g join apm.streams s on s.id = g.stream_id where s.signal = 'traces'",
  );
  return Number(rows[0]!.rows);
}

/** Spans since a moment, as a client reads them. */
async function readSince(start: number, waitForMs = 0) {
  const statement = 'select count(*) from traces."default"';
  const time_range = { start, end: start + HOUR_MICROS };
  const body = { language: 'sql' as const, statement, time_range, wait_for: waitForMs };
  return answered(client.api.POST('/api/v1/query', { body }));
}

const send = async () => expect(await client.send([serverSpan(Date.now() * 1_000)], { 'service.name': 'a' })).toBe(200);

describe('when nothing can be stored', () => {
  it('the product says why in a word of its own, the alert fires, and everything is stored afterwards', async () => {
    await send();
    await eventually(async () => expect(await storedRows()).toBe(1));
    expect(await holds('SpanwiseStoreLag')).toBe(false);
    const objects = join(client.product.dataDir, 'objects');
    await rename(objects, `${objects}.away`);
    await writeFile(objects, 'in the way');
    const sentMicros = Date.now() * 1_000;
    await send();
    await eventually(async () => expect(await healthOfStore()).toEqual({ up: false, reason: 'folder missing' }));
    expect(SUBSYSTEM_REASONS).toContain('folder missing');
    await eventually(async () => expect(await holds('SpanwiseStoreLag')).toBe(true));
    expect(await holds('SpanwiseStoreDown')).toBe(true);
    expect(await readSince(sentMicros, 300)).toMatchObject({
      rows: [[0]],
      partial: true,
      partial_reason: 'not_stored',
      stored_to_micros: expect.any(Number) as number,
    });
    expect(await readSince(sentMicros + HOUR_MICROS)).not.toHaveProperty('partial');
    await rm(objects);
    await rename(`${objects}.away`, objects);
    const whole = await readSince(sentMicros, 30_000);
    expect([whole.rows, whole.partial]).toEqual([[[1]], undefined]);
    await eventually(async () => expect(await storedRows()).toBe(2));
    await eventually(async () => expect(await holds('SpanwiseStoreLag')).toBe(false));
    await eventually(async () => expect(await healthOfStore()).toEqual({ up: true }));
  });

  it('because the work folders are gone, they are recreated', async () => {
    const before = await storedRows();
    await rm(join(client.product.dataDir, 'work'), { recursive: true, maxRetries: 10 });
    await send();
    await eventually(async () => expect(await storedRows()).toBe(before + 1));
  });
});

describe('the data folder', () => {
  /** What others than the owner may do something with. */
  async function open(path: string): Promise<string[]> {
    const state = await lstat(path);
    const own = (state.mode & 0o077) === 0 ? [] : [path];
    if (!state.isDirectory()) return own;
    const entries = await readdir(path).catch(() => []);
    return [...own, ...(await Promise.all(entries.map((name) => open(join(path, name))))).flat()];
  }

  it('is its owner’s alone, with everything in it', async () => {
    const { dataDir } = client.product;
    for (const name of await readdir(dataDir)) {
      // PostgreSQL keeps its own folder private.
      if (name !== 'postgres') expect(await open(join(dataDir, name))).toEqual([]);
    }
    expect((await lstat(join(dataDir, 'postgres'))).mode & 0o077).toBe(0);
  });
});
