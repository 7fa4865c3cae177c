import 'reflect-metadata';
import { Pool } from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { IamContext } from '@spanwise/contracts/authz/iam-context';
import { DAY_MICROS } from '@spanwise/contracts/telemetry/usage';
import { createDataSource, Database } from '@spanwise/postgres/database';
import { migrate } from '@spanwise/postgres/migrate';
import { provision } from '@spanwise/postgres/provision';
import { scratchDatabase, TEST_PASSWORDS, type ScratchDatabase } from '@spanwise/testing/scratch-database';
import { migrations } from '../../db/migrations.js';
import { answerOf, OTHER_OWNER, OWNER, queriesOver, StoredTelemetry } from '../query-engine/telemetry.fixture.js';
import { QueryCounts, readQueryDays } from './query-counts.store.js';
import { UsagePools } from './usage-pools.js';
import { UsageDays } from './usage-days.js';

const DAY = 20_000;
const RANGE = { from: DAY, to: DAY + 1 };
const [OWN, OTHER] = [OWNER.organizationId, OTHER_OWNER.organizationId];
const STREAM = '00000000-0000-7000-8000-0000000000ee';
const silent = pino({ level: 'silent' });

let database: ScratchDatabase;
let sources: Database[];
let reader: Pool;
let writer: Pool;
let day: number;

beforeAll(async () => {
  database = await scratchDatabase('query_counts');
  await provision(database.url, TEST_PASSWORDS);
  const source = (role: string) =>
    createDataSource({ url: database.urlAs(role), schema: 'apm', applicationName: 'test', migrations });
  await migrate(source('spanwise_apm'), database.urlAs('spanwise_apm'), 'apm');
  sources = await Promise.all(['spanwise_apm', 'spanwise_apm_writer'].map((role) => Database.open(source(role))));
  [reader, writer] = sources.map(({ pool }) => pool) as [Pool, Pool];
});
beforeEach(async () => {
  day = DAY;
  await writer.query('delete from query_days');
});
afterAll(async () => {
  await Promise.all(sources.map((source) => source.close()));
  await database.drop();
});

const counts = (pool = writer) => new QueryCounts(pool, silent, () => day * DAY_MICROS + 1);
const stored = async () =>
  (await readQueryDays(writer, RANGE)).map((row) => [row.day, row.organization_id, row.queries]);

describe('the count of queries', () => {
  it('is by organization and day, and adds up over processes', async () => {
    const [one, two] = [counts(), counts()];
    for (let n = 0; n < 200; n++) {
      one.note(OWN);
      two.note(n % 2 === 0 ? OWN : OTHER);
    }
    day++;
    one.note(OWN);
    await Promise.all([one.stop(), two.stop()]);
    expect(await stored()).toEqual([
      ['2024-10-05', OWN, 1],
      ['2024-10-04', OWN, 300],
      ['2024-10-04', OTHER, 100],
    ]);
  });

  it('waits for a database that is away', async () => {
    const refusing = { away: true };
    const pool = {
      query: (...words: Parameters<Pool['query']>) =>
        refusing.away ? Promise.reject(new Error('away')) : (writer.query(...words) as unknown),
    } as unknown as Pool;
    const away = counts(pool);
    away.note(OWN);
    away.note(OWN);
    await new Promise((resolve) => setTimeout(resolve, 50));
    refusing.away = false;
    away.note(OTHER);
    await away.stop();
    expect((await stored()).map(([, , queries]) => queries)).toEqual([2, 1]);
  });

  it('is of statements that were admitted, whatever became of them', async () => {
    const telemetry = await StoredTelemetry.create();
    const queries = queriesOver(telemetry);
    const ran = counts();
    queries.ports.counts = ran;
    await answerOf(queries, 'select 1');
    await expect(answerOf(queries, 'select nothing')).rejects.toThrow();
    await expect(answerOf(queries, 'select 1', { signal: AbortSignal.abort(new Error('left')) })).rejects.toThrow();
    await ran.stop();
    expect((await stored()).map(([, , number]) => number)).toEqual([2]);
    await queries.ports.pool.close();
    await telemetry.remove();
  });

  it('stands beside the bytes that are stored', async () => {
    const segment = (organizationId: string, bytes: number) =>
      writer.query(
        `insert into segments (organization_id, id, stream_id, key, rows, bytes, from_micros, to_micros, stored_at_micros)
         values ($1, gen_random_uuid(), $2, gen_random_uuid()::text, 1, $3, 0, 1, 0)`,
        [organizationId, STREAM, bytes],
      );
    await writer.query(
      `insert into streams (organization_id, id, signal, name, created_at_micros, updated_at_micros)
       select id, $2, 'logs', 'default', 0, 0 from unnest($1::uuid[]) as id`,
      [[OWN, OTHER], STREAM],
    );
    await Promise.all([segment(OWN, 5), segment(OWN, 7), segment(OTHER, 11)]);
    const usage = new UsageDays(new UsagePools(reader, writer));
    expect(await usage.stored({ organization_ids: [OWN, STREAM] })).toEqual({ [OWN]: 12 });
  });

  it('shows an organization its own, and the platform all', async () => {
    const noted = counts();
    day = Math.floor((Date.now() * 1_000) / DAY_MICROS);
    noted.note(OWN);
    noted.note(OTHER);
    await noted.stop();
    const usage = new UsageDays(new UsagePools(reader, writer));
    const by = (organization_id: string, scope = 'organization') =>
      usage.days({}, { organization_id, scope } as IamContext);
    expect((await by(OWN)).map(({ organization_id: id }) => id)).toEqual([OWN]);
    expect((await by(OWN, 'system')).map(({ organization_id: id }) => id)).toEqual([OWN, OTHER]);
  });
});
