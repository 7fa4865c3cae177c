import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { StreamedCall } from '@spanwise/bus/rpc-handler';
import type { IamContext } from '@spanwise/contracts/authz/iam-context';
import type { ServiceError } from '@spanwise/contracts/base/errors';
import type { SearchJob, SubmitSearchJob } from '@spanwise/contracts/telemetry/search-jobs';
import { DiskStore } from '@spanwise/object-store/disk-store';
import { createDataSource, Database } from '@spanwise/postgres/database';
import { migrate } from '@spanwise/postgres/migrate';
import { provision } from '@spanwise/postgres/provision';
import { eventually } from '@spanwise/testing/eventually';
import { scratchDatabase, TEST_PASSWORDS, type ScratchDatabase } from '@spanwise/testing/scratch-database';
import { takeRecords } from '../../platform/audit/audit-records.fixture.js';
import { migrations } from '../../db/migrations.js';
import type { Queries } from '../query-engine/queries.js';
import { OTHER_OWNER, OWNER, queriesOver, StoredTelemetry, T0 } from '../query-engine/telemetry.fixture.js';
import { PlayedStore } from '../../store/stored-state/stored-reads.fixture.js';
import { JobResults } from './job-results.js';
import { JobWorker } from './job-worker.js';
import { SearchJobs } from './search-jobs.js';

const ENDLESS = 'with recursive r as (select 1 as x union all select x + 1 from r) select count(*) from r';
const ABSENT_ID = '00000000-0000-7000-8000-00000000dead';

let database: ScratchDatabase;
let sources: Database[];
let telemetry: StoredTelemetry;
let folder: string;
let queries: Queries;
let results: JobResults;
let jobs: SearchJobs;
let workers: JobWorker[] = [];

const store = new PlayedStore();

const contextOf = (owner = OWNER, permissions: string[] = []) =>
  ({ organization_id: owner.organizationId, subject: owner.subject, permissions }) as IamContext;
const submission = (statement: string, more: Partial<SubmitSearchJob> = {}): SubmitSearchJob => ({
  language: 'sql',
  statement,
  time_range: { start: T0, end: T0 + 1_000_000 },
  ...more,
});

function startWorker(over = queries, running = 1): JobWorker {
  const worker = new JobWorker(sources[1]!.pool, over, results, store.reads, pino({ level: 'silent' }), {
    timeLimitMs: 30_000,
    leaseMs: 10_000,
    pollMs: 20,
    running,
  });
  worker.start();
  workers.push(worker);
  return worker;
}

/** What runs a job again finds another statement, which ends. */
async function shorten(id: string): Promise<void> {
  await sources[1]!.pool.query(
    `update search_jobs set request = jsonb_set(request, '{statement}', '"select count(*) from range(9)"') where id = $1`,
    [id],
  );
}

async function stateOf(id: string, owner = OWNER): Promise<SearchJob> {
  return jobs.read({ id }, contextOf(owner));
}
const ended = (id: string, state: string) => eventually(async () => expect(await stateOf(id)).toMatchObject({ state }));

async function pageOf(id: string, change: { cursor?: string; limit?: number } = {}, owner = OWNER) {
  const lines: string[] = [];
  const write = async (bytes: Uint8Array) => void lines.push(Buffer.from(bytes).toString('utf8').trimEnd());
  const call = { context: contextOf(owner), write, signal: new AbortController().signal } as StreamedCall;
  return { ...(await jobs.page({ id, ...change }, call)), lines };
}
async function bytesOf(id: string, from: number, to: number): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  const write = async (bytes: Uint8Array) => void pieces.push(bytes);
  const call = { context: contextOf(), write, signal: new AbortController().signal } as StreamedCall;
  await jobs.fileBytes({ id, from, to }, call);
  return Buffer.concat(pieces);
}
const refusal = (work: Promise<unknown>): Promise<ServiceError> =>
  work.then(
    () => expect.fail('nothing was refused'),
    (thrown: ServiceError) => thrown,
  );
const files = () => readdir(folder, { recursive: true }).then((all) => all.filter((name) => name.endsWith('.ndjson')));

beforeAll(async () => {
  database = await scratchDatabase('search_jobs');
  await provision(database.url, TEST_PASSWORDS);
  const source = (role: string) =>
    createDataSource({ url: database.urlAs(role), schema: 'apm', applicationName: 'test', migrations });
  await migrate(source('spanwise_apm'), database.urlAs('spanwise_apm'), 'apm');
  sources = await Promise.all(['spanwise_apm', 'spanwise_apm_writer'].map((role) => Database.open(source(role))));
  telemetry = await StoredTelemetry.create();
  folder = await mkdtemp(join(tmpdir(), 'spanwise-objects-'));
  results = new JobResults(new DiskStore(folder));
  await telemetry.add(OWNER.organizationId, 'logs', 'default', [{ _timestamp: T0, body: 'one' }]);
  queries = queriesOver(telemetry);
  jobs = new SearchJobs(sources[0]!, queries, results);
});
afterEach(async () => {
  await Promise.all(workers.map((worker) => worker.stop()));
  workers = [];
});
afterAll(async () => {
  await queries.ports.pool.close();
  await Promise.all(sources.map((source) => source.close()));
  await database.drop();
  await telemetry.remove();
  await rm(folder, { recursive: true, force: true });
});

describe('a search job (QUERY-3)', () => {
  it('is done in the background and pages its rows, forwards and backwards, each once', async () => {
    const job = await jobs.submit(submission('select range from range(25)'), contextOf());
    expect(job).toMatchObject({ state: 'pending', progress: 0, statement: 'select range from range(25)' });
    startWorker();
    await ended(job.job_id, 'done');
    expect(await stateOf(job.job_id)).toMatchObject({ result_rows: 25, progress: 1 });
    const first = await pageOf(job.job_id, { limit: 10 });
    const second = await pageOf(job.job_id, { limit: 10, cursor: first.next_cursor! });
    const third = await pageOf(job.job_id, { limit: 10, cursor: second.next_cursor! });
    expect([...first.lines, ...second.lines, ...third.lines]).toEqual(Array.from({ length: 25 }, (_, n) => `[${n}]`));
    expect([first.columns, first.has_more, third.has_more, third.next_cursor]).toEqual([['range'], true, false, null]);
    expect((await pageOf(job.job_id, { limit: 10, cursor: second.previous_cursor! })).lines).toEqual(first.lines);
  });

  it('says what was not stored yet when it ran, and waits for that when it is asked to (QUERY-16, QUERY-17)', async () => {
    store.notStored = [{ signal: 'logs', sinceMicros: T0 + 9 }];
    const statement = 'select body from "default"';
    const [early, other] = await Promise.all(
      [statement, 'select 1'].map((text) => jobs.submit(submission(text), contextOf())),
    );
    startWorker();
    await Promise.all([early!, other!].map(({ job_id: id }) => ended(id, 'done')));
    expect(await stateOf(early!.job_id)).toMatchObject({ partial_reason: 'not_stored', stored_to_micros: T0 + 9 });
    expect(await stateOf(other!.job_id)).not.toHaveProperty('partial');
    const patient = await jobs.submit(submission(statement, { wait_for: 30_000 }), contextOf());
    await expect.poll(async () => (await stateOf(patient.job_id)).state).toBe('running');
    store.notStored = [];
    await ended(patient.job_id, 'done');
    const job = await stateOf(patient.job_id);
    expect(job).not.toHaveProperty('partial');
    expect(job.stored_to_micros).toBeGreaterThan(T0 + 9);
  });

  it('keeps many rows in several files and reads a page that lies across two', async () => {
    const statement = "select range, repeat('x', 1000) from range(9000)";
    const job = await jobs.submit(submission(statement), contextOf());
    startWorker();
    await ended(job.job_id, 'done');
    expect((await files()).filter((name) => name.includes(job.job_id)).length).toBeGreaterThan(1);
    const seen: number[] = [];
    let cursor: string | null | undefined;
    do {
      const page = await pageOf(job.job_id, { limit: 1_700, ...(typeof cursor === 'string' && { cursor }) });
      seen.push(...page.lines.map((line) => (JSON.parse(line) as [number])[0]));
      cursor = page.next_cursor;
    } while (cursor !== null);
    expect(seen).toEqual(Array.from({ length: 9_000 }, (_, n) => n));
  });

  it('that fails after many rows has failed, and keeps none of them', async () => {
    const late = "select case when i = 390000 then 'x' else '1' end::int from range(400000) t(i)";
    const job = await jobs.submit(submission(late), contextOf());
    startWorker();
    await ended(job.job_id, 'failed');
    expect((await stateOf(job.job_id)).error).toContain("Could not convert string 'x' to INT32");
    await eventually(async () => {
      expect((await files()).filter((name) => name.includes(job.job_id))).toEqual([]);
    });
  });

  it('refuses a row that does not end, before it holds much of it', async () => {
    const writer = results.writer(OWNER.organizationId, ABSENT_ID, 1);
    const piece = Buffer.alloc(1024 * 1024, 'x');
    let pieces = 0;
    const endless = async () => {
      for (; pieces < 100; pieces++) await writer.write(piece);
    };
    expect(await refusal(endless())).toMatchObject({ kind: 'resource_exhausted' });
    expect(pieces).toBeLessThan(40);
  });

  it('is one file of objects too, of which every range of bytes is read alike', async () => {
    const statement = `select range as n, '{"é": [1]}'::json as nested, repeat('x', 1000) as text from range(9000)`;
    const job = await jobs.submit(submission(statement), contextOf());
    startWorker();
    await ended(job.job_id, 'done');
    const file = await jobs.file({ id: job.job_id }, contextOf());
    const whole = await bytesOf(job.job_id, 0, file.bytes);
    expect([whole.length, whole.equals(await bytesOf(job.job_id, 0, Number.MAX_SAFE_INTEGER))]).toEqual([
      file.bytes,
      true,
    ]);
    const rows = whole
      .toString('utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { n: number });
    expect(rows).toHaveLength(9_000);
    expect(rows[8_999]).toEqual({ n: 8_999, nested: { é: [1] }, text: 'x'.repeat(1_000) });
    const part = 4 * 1024 * 1024;
    for (const [from, to] of [
      [0, 1],
      [part - 9, part + 90_000],
      [file.bytes - 1, file.bytes],
      [5, 5],
    ]) {
      expect((await bytesOf(job.job_id, from!, to!)).equals(whole.subarray(from, to))).toBe(true);
    }
    expect((await refusal(jobs.file({ id: job.job_id }, contextOf(OTHER_OWNER)))).kind).toBe('not_found');
    await jobs.remove({ id: job.job_id }, contextOf());
    expect((await refusal(bytesOf(job.job_id, 0, 1))).kind).toBe('not_found');
  });

  it('that is not done is no file yet', async () => {
    const job = await jobs.submit(submission('select 1'), contextOf());
    expect((await refusal(jobs.file({ id: job.job_id }, contextOf()))).kind).toBe('conflict');
    await jobs.remove({ id: job.job_id }, contextOf());
  });

  it('with a wrong statement fails and says why', async () => {
    const job = await jobs.submit(submission('select nothing from "default"'), contextOf());
    startWorker();
    await ended(job.job_id, 'failed');
    expect((await stateOf(job.job_id)).error).toContain('nothing');
    expect((await refusal(pageOf(job.job_id))).kind).toBe('conflict');
  });

  it('that runs is cancelled at once, and not twice', async () => {
    const job = await jobs.submit(submission(ENDLESS), contextOf());
    startWorker();
    await eventually(() => expect(queries.ports.running.list(OWNER.organizationId)).toHaveLength(1));
    expect(await jobs.cancel({ id: job.job_id }, contextOf())).toMatchObject({ state: 'cancelled' });
    await eventually(() => expect(queries.ports.admission.state.running).toBe(0));
    expect((await refusal(jobs.cancel({ id: job.job_id }, contextOf()))).kind).toBe('conflict');
    expect(await stateOf(job.job_id)).toMatchObject({ state: 'cancelled' });
  });

  it('that another process runs is cancelled at the renewal of its lease', async () => {
    const elsewhere = queriesOver(telemetry);
    startWorker(elsewhere);
    const job = await jobs.submit(submission(ENDLESS), contextOf());
    await ended(job.job_id, 'running');
    await jobs.cancel({ id: job.job_id }, contextOf());
    await eventually(() => expect(elsewhere.ports.admission.state.running).toBe(0));
    await elsewhere.ports.pool.close();
  });

  it('starts again where its process stopped, and where it died', async () => {
    const job = await jobs.submit(submission(ENDLESS), contextOf());
    const first = startWorker();
    await ended(job.job_id, 'running');
    await first.stop();
    expect(await stateOf(job.job_id)).toMatchObject({ state: 'pending' });
    await shorten(job.job_id);
    // A process that died has said nothing: its lease runs out.
    await sources[1]!.pool.query(
      `update search_jobs set state = 'running', lease = $1, leased_until = now() + interval '300 milliseconds' where id = $2`,
      [ABSENT_ID, job.job_id],
    );
    startWorker();
    await ended(job.job_id, 'done');
    expect(await stateOf(job.job_id)).toMatchObject({ result_rows: 1 });
  });

  it('survives its engine', async () => {
    // One of the test before may still rest.
    await eventually(() => expect(queries.ports.pool.busyPids).toEqual([]));
    const job = await jobs.submit(submission(ENDLESS), contextOf());
    startWorker();
    await eventually(() => expect(queries.ports.pool.busyPids).toHaveLength(1));
    await shorten(job.job_id);
    process.kill(queries.ports.pool.busyPids[0]!, 'SIGKILL');
    await ended(job.job_id, 'done');
  });

  it('goes with its files when it is deleted, and when its time is over', async () => {
    const [deleted, old] = await Promise.all(
      [1, 2].map(() => jobs.submit(submission('select 1', { ttl_secs: 60 }), contextOf())),
    );
    const worker = startWorker();
    await Promise.all([deleted!, old!].map(({ job_id }) => ended(job_id, 'done')));
    await worker.stop();
    await jobs.remove({ id: deleted!.job_id }, contextOf());
    await sources[1]!.pool.query('update search_jobs set expires_at_micros = 1 where id = $1', [old!.job_id]);
    startWorker();
    for (const { job_id } of [deleted!, old!]) {
      await eventually(async () => expect((await refusal(stateOf(job_id))).kind).toBe('not_found'));
      await eventually(async () => expect((await files()).join()).not.toContain(job_id));
    }
  });

  it('leaves a record when it is submitted, ended and deleted, without its statement', async () => {
    await takeRecords(sources[0]!.pool);
    const { job_id: id } = await jobs.submit(submission("select 'ann@example.org'"), contextOf());
    await jobs.cancel({ id }, contextOf());
    await refusal(jobs.cancel({ id }, contextOf()));
    await jobs.remove({ id }, contextOf());
    const records = await takeRecords(sources[0]!.pool);
    expect(records.map(({ action, target_id, payload }) => [action, target_id, payload.user_id])).toEqual(
      ['search_job.submit', 'search_job.cancel', 'search_job.delete'].map((action) => [action, id, OWNER.subject]),
    );
    expect(JSON.stringify(records)).not.toContain('ann@example.org');
  });

  it('belongs to its user alone: not another organization’s to see, not another user’s to end', async () => {
    const { job_id: id } = await jobs.submit(submission('select 1'), contextOf());
    for (const work of [
      () => stateOf(id, OTHER_OWNER),
      () => jobs.cancel({ id }, contextOf(OTHER_OWNER, ['org.settings.manage'])),
      () => jobs.remove({ id }, contextOf(OTHER_OWNER, ['org.settings.manage'])),
      () => pageOf(id, {}, OTHER_OWNER),
    ]) {
      expect((await refusal(work())).kind).toBe('not_found');
    }
    expect(await jobs.list({}, contextOf(OTHER_OWNER))).toEqual([]);
    const colleague = { ...OWNER, subject: 'user-9' };
    expect((await refusal(jobs.cancel({ id }, contextOf(colleague)))).kind).toBe('forbidden');
    expect(await jobs.cancel({ id }, contextOf(colleague, ['org.settings.manage']))).toMatchObject({
      state: 'cancelled',
    });
  });

  it.each(['', 'x', Buffer.from(`5 ${ABSENT_ID}`).toString('base64url'), Buffer.from('-1 x').toString('base64url')])(
    'refuses the cursor %s',
    async (cursor) => {
      const job = await jobs.submit(submission('select 1'), contextOf());
      startWorker();
      await ended(job.job_id, 'done');
      expect((await refusal(pageOf(job.job_id, { cursor }))).kind).toBe('invalid_argument');
    },
  );

  it('of one organization does not hold the places of others, however long it takes (QUERY-6)', async () => {
    const endless = await Promise.all([1, 2].map(() => jobs.submit(submission(ENDLESS), contextOf())));
    startWorker(queries, 2);
    await eventually(() => expect(queries.ports.running.list(OWNER.organizationId)).toHaveLength(1));
    const other = await jobs.submit(submission('select 1'), contextOf(OTHER_OWNER));
    await eventually(async () => expect(await stateOf(other.job_id, OTHER_OWNER)).toMatchObject({ state: 'done' }));
    const states = await Promise.all(endless.map(async ({ job_id: id }) => (await stateOf(id)).state));
    expect(states.toSorted()).toEqual(['pending', 'running']);
    for (const { job_id: id } of endless) await jobs.cancel({ id }, contextOf());
  });

  it('gives organizations turns', async () => {
    for (let n = 0; n < 4; n++) await jobs.submit(submission(`select ${n}`), contextOf());
    const late = await jobs.submit(submission('select 9'), contextOf(OTHER_OWNER));
    startWorker();
    await eventually(async () => expect(await stateOf(late.job_id, OTHER_OWNER)).toMatchObject({ state: 'done' }));
    const { started_at_micros: lateStarted } = await stateOf(late.job_id, OTHER_OWNER);
    const own = await jobs.list({ limit: 4 }, contextOf());
    expect(own.filter((job) => (job.started_at_micros ?? Infinity) < lateStarted!).length).toBeLessThan(4);
  });
});
