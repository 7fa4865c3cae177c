import fc from 'fast-check';
import type { Client, Pool, PoolClient } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { inTransaction } from '@spanwise/postgres/transaction';
import { DeltaFold } from '@spanwise/span-model/delta';
import { decodeDelta, encodeDelta } from '@spanwise/span-model/delta-codec';
import type { ErrorGroupFacts } from '@spanwise/span-model/error-facts';
import { spanOf } from '@spanwise/span-model/span.fixture';
import { apmDatabase, type ApmDatabase } from '../../db/apm-database.fixture.js';
import { writeErrorGroups } from '../../rollups/rollups/error-group-rows.store.js';
import { groupingOf, readStoredGroup, samplesShown, sampleView, successorOf } from './stored-group.store.js';

const ORGANIZATION = '00000000-0000-7000-8000-000000000001';
const OTHER = '00000000-0000-7000-8000-000000000002';
const START = 1_767_225_600_000_000;

let database: ApmDatabase;
let admin: Client;
let reader: Pool;
let writer: Pool;

beforeAll(async () => {
  database = await apmDatabase('error_groups');
  ({ admin, owner: reader, writer } = database);
});
beforeEach(() => admin.query('truncate apm.error_groups'));
afterAll(() => database.drop());

interface Failure {
  at: number;
  version?: string;
  route?: string;
  message?: string;
  stacktrace?: string;
}

const STACK = 'E: token=hunter2\n\tat shop.Cart.total(Cart.java:41)';

/** Groups of one delta, as they come out of an outbox. */
function groupsOf(failures: Failure[]): ErrorGroupFacts[] {
  const fold = new DeltaFold();
  for (const { at, version = '1', route = '/cart', message = `order ${at}`, stacktrace = STACK } of failures) {
    const span = spanOf({
      id: at + 1,
      startMicros: START + at,
      statusCode: 2,
      resource: { service: 'cart', version },
      attributes: { 'http.request.method': 'GET', 'http.route': route },
      exceptions: [{ type: 'E', message, stacktrace }],
    });
    fold.add(ORGANIZATION, span);
  }
  return decodeDelta(encodeDelta(fold, 1)[0]!).organizations.flatMap(({ errorGroups }) => errorGroups);
}

const write = (groups: ErrorGroupFacts[], organizationId = ORGANIZATION) =>
  inTransaction(writer, {}, (client) => writeErrorGroups(client, organizationId, groups));

const asking = <T>(
  work: (snapshot: { client: PoolClient; organizationId: string }) => Promise<T>,
  organizationId = ORGANIZATION,
) =>
  inTransaction(reader, { organizationId, readOnly: true, snapshot: true }, (client) =>
    work({ client, organizationId }),
  );

const storedOf = (name: string, organizationId?: string) =>
  asking((snapshot) => readStoredGroup(snapshot, { namespace: 'default', service: 'cart', name }), organizationId);

async function storedBytes(): Promise<unknown[]> {
  const { rows } = await admin.query<{ row: string }>(
    'select g::text as row from apm.error_groups g order by fingerprint',
  );
  return rows;
}

describe('samples of an error group', () => {
  it('are shown newest first, without secrets, with what made the group', async () => {
    const groups = groupsOf([{ at: 1 }, { at: 2, version: '2' }, { at: 3, version: '2', route: '/pay' }]);
    await write(groups);
    const stored = (await storedOf(groups[0]!.fingerprint))!;
    expect(samplesShown(stored, {}).map((sample) => sampleView(sample, sample.startMicros > START + 1))).toEqual([
      expect.objectContaining({
        event_time: START + 3,
        version: '2',
        transaction_name: 'GET /pay',
        trace_available: true,
      }),
      expect.objectContaining({
        event_time: START + 2,
        transaction_name: 'GET /cart',
        trace_link: expect.stringMatching('^/traces/[0-9a-f]{32}$'),
      }),
      {
        event_time: START + 1,
        trace_id: '2'.padStart(32, '0'),
        span_id: '2'.padStart(16, '0'),
        trace_available: false,
        environment: 'unknown',
        version: '1',
        transaction_name: 'GET /cart',
        representative_message: 'order 1',
        representative_stack: ['E: token=[REDACTED]', '\tat shop.Cart.total(Cart.java:41)'],
      },
    ]);
    expect(groupingOf(stored)).toEqual({
      algorithm: 'g4',
      scope: { namespace: 'default', service: 'cart' },
      error_type: 'E',
      rule: 'stack',
      types: ['E'],
      frames: ['shop.Cart.total'],
    });
  });

  it('are the same bytes however deltas cut the errors, in whatever order and however often they are written', async () => {
    const anyFailure: fc.Arbitrary<Failure> = fc.record({
      at: fc.nat(30),
      version: fc.constantFrom('1', '2', '3', '4', '5', '6'),
      route: fc.constantFrom('/a', '/b', '/c', '/d', '/e', '/f'),
    });
    const failures = fc.uniqueArray(anyFailure, { minLength: 1, maxLength: 20, selector: ({ at }) => at });
    await fc.assert(
      fc.asyncProperty(failures, fc.nat(20), fc.boolean(), async (errors, cut, replayed) => {
        await admin.query('truncate apm.error_groups');
        await write(groupsOf(errors));
        const whole = await storedBytes();
        await admin.query('truncate apm.error_groups');
        const parts = [errors.slice(cut), errors.slice(0, cut)].map(groupsOf);
        for (const part of replayed ? [...parts, ...parts] : parts) await write(part);
        expect(await storedBytes()).toEqual(whole);
      }),
      { numRuns: 25 },
    );
  });

  it('are bounded in bytes, whatever the errors carry', async () => {
    const long = Array.from(
      { length: 500 },
      (_, line) => `\tat shop.Cart${'é'.repeat(200)}.total${line}(Cart.java:1)`,
    ).join('\n');
    const failures = Array.from({ length: 40 }, (_, at) => ({
      at,
      version: `${Math.min(at, 20)}`,
      route: `/${Math.max(at, 20)}`,
      message: 'é'.repeat(5_000),
      stacktrace: `E\n${long}`,
    }));
    const groups = groupsOf(failures);
    await write(groups);
    expect((await storedOf(groups[0]!.fingerprint))?.samples).toHaveLength(8);
    const { rows } = await admin.query<{ bytes: number }>(
      'select octet_length(newest::text) + octet_length(oldest::text) + octet_length(others::text) as bytes from apm.error_groups',
    );
    expect(rows[0]!.bytes).toBeLessThan(100_000);
  });

  it('of a group that was stored before samples were kept are its newest and its oldest', async () => {
    const [group] = groupsOf([{ at: 1 }, { at: 2 }]);
    await write([group!]);
    await admin.query("update apm.error_groups set grouping = null, others = '[]', aliases = '{}'");
    const stored = (await storedOf(group!.fingerprint))!;
    expect(stored.samples).toHaveLength(2);
    expect(groupingOf(stored)).toEqual({
      algorithm: 'g4',
      scope: { namespace: 'default', service: 'cart' },
      error_type: 'E',
      frames: ['shop.Cart.total'],
    });
  });
});

describe('a fingerprint of a former algorithm', () => {
  it('leads to the group that goes on under it, in its own organization alone', async () => {
    const [group] = groupsOf([{ at: 1 }]);
    await write([group!]);
    const [former] = group!.aliases;
    expect(await asking((snapshot) => successorOf(snapshot, former!))).toBe(group!.fingerprint);
    expect(await asking((snapshot) => successorOf(snapshot, group!.fingerprint))).toBeUndefined();
    expect(await asking((snapshot) => successorOf(snapshot, former!), OTHER)).toBeUndefined();
    expect(await storedOf(group!.fingerprint, OTHER)).toBeUndefined();
  });
});
