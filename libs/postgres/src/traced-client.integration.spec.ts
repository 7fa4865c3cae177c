import { InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { runInScope, scopeFrom } from '@spanwise/host/request-scope';
import { TelemetryExporter } from '@spanwise/host/tracing/telemetry-exporter';
import { Tracing } from '@spanwise/host/tracing/tracing';
import { scratchDatabase, type ScratchDatabase } from '@spanwise/testing/scratch-database';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { copyOut } from './copy-out.js';
import { createDataSource, Database } from './database.js';
import { inTransaction } from './transaction.js';

const memory = new InMemorySpanExporter();
const tracing = new Tracing(
  { service: 'iam', version: '1', instance: 'i', intakeRatio: 1 },
  new TelemetryExporter(new Registry()),
  new SimpleSpanProcessor(memory),
);
let database: ScratchDatabase;
let source: Database;

beforeAll(async () => {
  database = await scratchDatabase('traced');
  source = await Database.open(createDataSource({ url: database.url, schema: 'iam', applicationName: 'test' }));
  await source.pool.query('create table people (name text primary key)');
});
afterAll(async () => {
  await source.close();
  await database.drop();
});
beforeEach(() => memory.reset());

function traced<T>(work: () => Promise<T>): Promise<T> {
  const scope = scopeFrom(undefined, undefined);
  tracing.admit(scope, 'always');
  return runInScope(scope, work);
}
const recorded = () => memory.getFinishedSpans().map((span) => span.attributes);

it('every statement of a traced request is a span without its values', async () => {
  const insert = () =>
    inTransaction(source.pool, {}, (client) => client.query('insert into people values ($1)', ['hunter2']));
  await traced(insert);
  expect(recorded().map((attributes) => attributes['db.query.summary'])).toEqual(['BEGIN', 'INSERT people', 'COMMIT']);
  expect(recorded()[1]).toMatchObject({
    'db.system.name': 'postgresql',
    'db.namespace': expect.stringMatching(/^traced_.*\|iam$/),
    'db.operation.name': 'INSERT',
    'server.port': expect.any(Number),
  });
  memory.reset();
  await expect(traced(insert)).rejects.toThrow(/duplicate/);
  expect(recorded()[1]).toMatchObject({ 'error.type': '23505', 'db.response.status_code': '23505' });
  expect(
    JSON.stringify(memory.getFinishedSpans().map((span) => [span.name, span.attributes, span.events])),
  ).not.toContain('hunter2');
});

it('a binary copy is a span that ends with it, or with its fault', async () => {
  const names: string[] = [];
  const copy = (table: string) =>
    traced(() =>
      inTransaction(source.pool, {}, (client) =>
        copyOut(client, `select name from ${table}`, (row) => names.push(row.copyOf(0).toString())),
      ),
    );
  await copy("people union select 'copied'");
  expect(names).toContain('copied');
  expect(recorded().map((attributes) => attributes['db.query.summary'])).toEqual(['BEGIN', 'COPY people', 'COMMIT']);
  memory.reset();
  await expect(copy('nowhere')).rejects.toThrow(/nowhere/);
  expect(recorded()[1]).toMatchObject({ 'error.type': '42P01' });
});

it('statements through the pool and TypeORM are traced too', async () => {
  await traced(async () => {
    await source.pool.query('select name from people');
    await source.manager.query('select count(*) from people');
  });
  expect(memory.getFinishedSpans().map((span) => span.name)).toEqual(['SELECT people', 'SELECT people']);
});

it('statements of work without a request are not', async () => {
  await source.pool.query('select 1');
  expect(recorded()).toEqual([]);
});
