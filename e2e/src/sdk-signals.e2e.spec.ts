import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { series, snapped, writeRequest } from '@spanwise/otlp/remote-write.fixture';
import { eventually, PATIENCE_MS } from '@spanwise/testing/eventually';
import { answered, Client } from './product.fixture.js';
import type { Tenant } from './tenant.fixture.js';

let client: Client<Tenant>;
let database: pg.Client;

beforeAll(async () => {
  client = await Client.join();
  database = new pg.Client({ connectionString: client.product.databaseUrl });
  await database.connect();
});
afterAll(async () => {
  await database.end();
});

/** What the processed log holds of a signal: 1 logs, 2 metrics. */
async function counted(signal: number): Promise<{ counted: number; duplicate: number }> {
  const { rows } = await database.query<{ counted: number; duplicate: number }>(
    `select coalesce(sum(counted), 0)::float8 as counted, coalesce(sum(duplicate), 0)::float8 as duplicate
       from projector.ledger where signal = $1 and organization_id = $2`,
    [signal, client.product.organizationId],
  );
  return rows[0]!;
}

const post = (path: string, body: string | Buffer, headers: Record<string, string>): Promise<Response> =>
  fetch(`${client.product.baseUrl}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${client.product.intakeToken}`, ...headers },
    body: typeof body === 'string' ? body : new Uint8Array(body),
  });

describe('an unchanged OpenTelemetry SDK', () => {
  it('delivers spans over gRPC, and logs and metrics over HTTP', async () => {
    const script = fileURLToPath(new URL('./sdk-signals-app.mjs', import.meta.url));
    const { baseUrl, intakeToken, ports } = client.product;
    const env = {
      PATH: process.env.PATH,
      OTEL_EXPORTER_OTLP_ENDPOINT: baseUrl,
      OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `http://127.0.0.1:${ports.otlp_grpc}`,
      OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: 'grpc',
      OTEL_EXPORTER_OTLP_HEADERS: `authorization=Bearer%20${intakeToken}`,
    };
    execFileSync(process.execPath, [script, 'sdk-signals'], { env, timeout: PATIENCE_MS });
    await eventually(async () => {
      const query = { service: 'sdk-signals' };
      const { items } = await answered(client.api.GET('/api/v1/apm/services', { params: { query } }));
      expect(items.map((item) => item.red.request_count)).toEqual([3]);
      expect(await counted(1)).toMatchObject({ counted: 5 });
      expect(await counted(2)).toMatchObject({ counted: 2 });
    });
  });
});

/** Rows of a statement over one stream of the last hour and of the next minutes. */
async function rowsOf(signal: 'traces' | 'logs' | 'metrics', name: string, statement: string): Promise<unknown[]> {
  const now = Date.now() * 1_000;
  const body = {
    language: 'sql',
    statement,
    time_range: { start: now - 3_600_000_000, end: now + 600_000_000 },
    stream: { name, stream_type: signal },
  };
  const response = await fetch(`${client.product.baseUrl}/api/v1/query`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${client.product.readToken}` },
    body: JSON.stringify(body),
  });
  const answer = (await response.json()) as { rows?: unknown[]; message?: string };
  if (answer.rows === undefined) throw new Error(`${response.status}: ${answer.message}`);
  return answer.rows;
}

describe('what the SDK has delivered', () => {
  it('is found by SQL, with its values', async () => {
    await eventually(async () => {
      const of = `where "service.name" = 'sdk-signals'`;
      expect(await rowsOf('logs', 'default', `select body, severity_text from "default" ${of} order by body`)).toEqual(
        Array.from({ length: 5 }, (_, line) => [`line ${line}`, 'INFO']),
      );
      expect(await rowsOf('traces', 'default', `select count(*) as n from "default" ${of}`)).toEqual([[3]]);
      const points = `select metric_name, metric_type, value, sum from "default" ${of} order by 1`;
      expect(await rowsOf('metrics', 'default', points)).toEqual([
        ['hello.duration', 'histogram', null, 0.25],
        ['hellos', 'sum', 3, null],
      ]);
    });
  });
});

describe('records that are sent again', () => {
  it('are counted once: native lines, and samples of Prometheus', async () => {
    const now = Date.now();
    const [logs, metrics] = [await counted(1), await counted(2)];
    const line = JSON.stringify({ _timestamp: now * 1_000, body: 'again' });
    const samples = snapped(writeRequest([series({ __name__: 'up', job: 'e2e' }, [{ value: 1, timestamp: now }])]));
    for (let attempt = 0; attempt < 2; attempt++) {
      const native = await post('/api/v1/ingest/logs/app', line, { 'content-type': 'application/x-ndjson' });
      expect(await native.json()).toEqual({ accepted: 1, rejected: 0, errors: [] });
      const headers = { 'content-type': 'application/x-protobuf', 'content-encoding': 'snappy' };
      expect((await post('/api/v1/prometheus/api/v1/write', samples, headers)).status).toBe(204);
    }
    await eventually(async () => {
      expect(await counted(1)).toEqual({ counted: logs.counted + 1, duplicate: 1 });
      expect(await counted(2)).toEqual({ counted: metrics.counted + 1, duplicate: 1 });
      expect(await rowsOf('logs', 'app', 'select body from app')).toEqual([['again']]);
      expect(await rowsOf('metrics', 'up', 'select value, job from up')).toEqual([[1, 'e2e']]);
    });
  });
});
