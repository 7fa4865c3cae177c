/** PROTO-45 on a real database, whose own rules refuse a delta. */
import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ANY_ORGANIZATION } from '@spanwise/contracts/log/log-message';
import { removeOrganizationRows } from '@spanwise/postgres/organization-rows';
import { inTransaction } from '@spanwise/postgres/transaction';
import { DeltaFold } from '@spanwise/span-model/delta';
import { decodeDelta, encodeDelta } from '@spanwise/span-model/delta-codec';
import { RedAggregate } from '@spanwise/span-model/red';
import { spanOf } from '@spanwise/span-model/span.fixture';
import { FencedError } from '@spanwise/postgres/fenced-error';
import { apmDatabase, type ApmDatabase } from '../../db/apm-database.fixture.js';
import { forgetRebuilt, forgetUnreadableBytes, listLetters } from './delta-dead-letters.store.js';
import { PartitionWriter, type RawDelta } from './partition-writer.js';

const [ORGANIZATION, OTHER] = ['00000000-0000-7000-8000-000000000000', '00000000-0000-7000-8000-000000000002'];
const HOUR_MICROS = 3_600_000_000;
const MINUTE_MICROS = 60_000_000;
const HOUR_START = Math.floor(Date.now() / 3_600_000) * HOUR_MICROS;
const LIMITS = { services: 50, transactions: 50, dependencies: 50, errors: 50, versions: 50, instances: 50 };
const START = { lineage: undefined, n: 0 };
const lineage = randomUUID();

let database: ApmDatabase;
let owner: Pool;
let pool: Pool;

beforeAll(async () => {
  database = await apmDatabase('dead_letters');
  ({ owner, writer: pool } = database);
});
beforeEach(async () => {
  const tables = ['series', 'rollup_minutes', 'rollup_hours', 'delta_offsets', 'delta_dead_letters', 'organizations'];
  await owner.query(`truncate ${tables.join(', ')} cascade`);
});
afterAll(() => database.drop());

/** Requests of each organization, in these minutes of the hour; `failing` ones end with an error. */
function rawDelta(n: number, minutes: Record<string, number[]>, failing = false): RawDelta {
  const fold = new DeltaFold();
  for (const [organizationId, list] of Object.entries(minutes))
    for (const [index, minute] of list.entries())
      fold.add(
        organizationId,
        spanOf({
          id: 1_000 * n + index + 1,
          kind: 2,
          startMicros: HOUR_START + minute * MINUTE_MICROS,
          statusCode: failing ? 2 : 0,
          resource: { service: 'cart' },
          attributes: { 'http.request.method': 'GET', 'http.route': '/items' },
        }),
      );
  return { n, streamTimeMicros: HOUR_START + n, bytes: encodeDelta(fold, 1)[0]! };
}

const newWriter = () => new PartitionWriter(pool, 0, LIMITS, () => 0);
const applied = (delta: RawDelta) => [{ ...delta, ...decodeDelta(delta.bytes) }];
const setAside = (writer: PartitionWriter, from: typeof START | { lineage: string; n: number }, delta: RawDelta) =>
  writer.deadLetter(0, from, lineage, delta, '23514', HOUR_MICROS);

/** Requests by the minute of the hour. */
async function requests(organizationId = ORGANIZATION, kind = 1): Promise<Record<number, number>> {
  const { rows } = await pool.query<{ bucket: number; red: Buffer }>(
    'select bucket, red from rollup_minutes where organization_id = $1 and kind = $2 order by bucket',
    [organizationId, kind],
  );
  const first = HOUR_START / MINUTE_MICROS;
  return Object.fromEntries(rows.map(({ bucket, red }) => [bucket - first, RedAggregate.decode(red).sampled]));
}

/** Spans that the figures lack by the minute of the hour, as a reader of the organization sees it. */
async function missing(organizationId = ORGANIZATION): Promise<Record<number, number>> {
  const { rows } = await inTransaction(owner, { organizationId, readOnly: true }, (client) =>
    client.query<{ minute: number; dropped: string }>(
      'select minute, dropped from delta_dead_letter_minutes order by 1',
    ),
  );
  const first = HOUR_START / MINUTE_MICROS;
  return Object.fromEntries(rows.map(({ minute, dropped }) => [minute - first, Number(dropped)]));
}

describe('a later delta that is tried between two refusals (PROTO-45)', () => {
  it('leaves nothing, and is applied in its turn', async () => {
    const writer = newWriter();
    const { offset } = await writer.apply(0, START, lineage, applied(rawDelta(1, { [ORGANIZATION]: [1] })));
    const later = rawDelta(3, { [ORGANIZATION]: [1] });
    expect(await writer.takes(0, offset, later)).toBe(true);
    expect([await requests(), await writer.loadOffset(0)]).toEqual([{ 1: 1 }, offset]);
    const next = [rawDelta(2, { [ORGANIZATION]: [2] }), later].flatMap(applied);
    await writer.apply(0, offset, lineage, next);
    expect(await requests()).toEqual({ 1: 2, 2: 1 });
  });

  it('is not taken by a database that refuses it, and says nothing where another writer has moved on', async () => {
    const { offset } = await newWriter().apply(0, START, lineage, applied(rawDelta(1, { [ORGANIZATION]: [1] })));
    await owner.query('alter table series add constraint planted check (kind <> 1) not valid');
    expect(await newWriter().takes(0, offset, rawDelta(3, { [OTHER]: [1] }))).toBe(false);
    await owner.query('alter table series drop constraint planted');
    const stale = newWriter().takes(0, { lineage, n: 9 }, rawDelta(3, { [OTHER]: [1] }));
    await expect(stale).rejects.toBeInstanceOf(FencedError);
  });
});

describe('a delta that was dead-lettered (PROTO-45)', () => {
  it('is missing in every minute of each organization, and what follows is applied', async () => {
    const writer = newWriter();
    const at = await setAside(writer, START, rawDelta(1, { [ORGANIZATION]: [1, 1, 4], [OTHER]: [2] }));
    await writer.apply(0, at, lineage, applied(rawDelta(2, { [ORGANIZATION]: [4] })));
    expect([await missing(), await missing(OTHER), await requests()]).toEqual([{ 1: 2, 4: 1 }, { 2: 1 }, { 4: 1 }]);
    const view = { shard: 0, partition: 0, n: 1, is_readable: true, reason: '23514' };
    expect(await listLetters(pool)).toMatchObject([
      { ...view, organization_id: ORGANIZATION, minutes: 2, spans: 3 },
      { ...view, organization_id: OTHER, minutes: 1, spans: 1 },
    ]);
  });

  it('is that of the organization whose part is refused by itself: the others in the delta are counted', async () => {
    await owner.query(
      `alter table series add constraint planted check (organization_id <> '${ORGANIZATION}') not valid`,
    );
    await setAside(newWriter(), START, rawDelta(1, { [ORGANIZATION]: [1], [OTHER]: [2, 2] }));
    await owner.query('alter table series drop constraint planted');
    expect([await requests(), await requests(OTHER)]).toEqual([{}, { 2: 2 }]);
    expect([await missing(), await missing(OTHER)]).toEqual([{ 1: 1 }, {}]);
    expect(await newWriter().replay(0, 1)).toBe(1);
    expect([await requests(), await requests(OTHER)]).toEqual([{ 1: 1 }, { 2: 2 }]);
  });

  it('is counted once by a replay, however often it is asked for, beside a writer that holds rows in memory', async () => {
    const writer = newWriter();
    let { offset } = await writer.apply(0, START, lineage, applied(rawDelta(1, { [ORGANIZATION]: [1] })));
    offset = { ...(await setAside(writer, offset, rawDelta(2, { [ORGANIZATION]: [1, 3] }))), lineage };
    expect(await Promise.all([1, 2, 3].map(() => newWriter().replay(0, 2)))).toEqual(expect.arrayContaining([1, 0, 0]));
    await writer.apply(0, offset, lineage, applied(rawDelta(3, { [ORGANIZATION]: [1] }))).catch(() => undefined);
    expect([await requests(), await missing(), await listLetters(pool)]).toEqual([{ 1: 3, 3: 1 }, {}, []]);
  });

  it('stays as it was when its replay fails', async () => {
    await setAside(newWriter(), START, rawDelta(1, { [ORGANIZATION]: [1] }));
    await owner.query(`alter table series add constraint planted check (service <> 'cart')`);
    await expect(newWriter().replay(0, 1)).rejects.toMatchObject({ code: '23514' });
    await owner.query('alter table series drop constraint planted');
    expect([await missing(), await requests()]).toEqual([{ 1: 1 }, {}]);
  });

  it('by a stale writer is none: the fence holds', async () => {
    const from = (await newWriter().apply(0, START, lineage, applied(rawDelta(1, { [ORGANIZATION]: [1] })))).offset;
    await newWriter().apply(0, from, lineage, applied(rawDelta(2, { [ORGANIZATION]: [2] })));
    await expect(setAside(newWriter(), from, rawDelta(2, { [ORGANIZATION]: [2] }))).rejects.toBeInstanceOf(FencedError);
    expect([await missing(), await listLetters(pool)]).toEqual([{}, []]);
  });

  it('is not counted again in the minutes that a rebuild has recomputed', async () => {
    await setAside(newWriter(), START, rawDelta(1, { [ORGANIZATION]: [1, 70] }));
    const hour = { organizationId: ORGANIZATION, fromMicros: HOUR_START, toMicros: HOUR_START + HOUR_MICROS };
    await inTransaction(pool, {}, (client) => forgetRebuilt(client, hour, true));
    expect(await missing()).toEqual({ 70: 1 });
    await newWriter().replay(0, 1);
    expect([await requests(), await missing()]).toEqual([{ 70: 1 }, {}]);
  });

  it('gives its errors alone where a rebuild could not make them', async () => {
    await setAside(newWriter(), START, rawDelta(1, { [ORGANIZATION]: [1] }, true));
    const hour = { organizationId: ORGANIZATION, fromMicros: HOUR_START, toMicros: HOUR_START + HOUR_MICROS };
    await inTransaction(pool, {}, (client) => forgetRebuilt(client, hour, false));
    await newWriter().replay(0, 1);
    expect([await requests(), await requests(ORGANIZATION, 4), await missing()]).toEqual([{}, { 1: 1 }, {}]);
  });

  it('that is unreadable may be of any minute of the horizon and of any organization, and is not replayed', async () => {
    const { bytes, ...delta } = rawDelta(1, { [ORGANIZATION]: [1] });
    await setAside(newWriter(), START, { ...delta, bytes: bytes.subarray(0, -1) });
    const minutes = Array.from({ length: 71 }, (_, index) => [index - 60, 0]);
    expect(await missing(OTHER)).toEqual(Object.fromEntries(minutes));
    expect(await newWriter().replay(0, 1)).toBe(0);
    expect(await listLetters(pool)).toMatchObject([{ organization_id: null, is_readable: false, minutes: 71 }]);
    await inTransaction(owner, { organizationId: ANY_ORGANIZATION }, (client) => forgetUnreadableBytes(client, 0));
    const { rows } = await pool.query('select delta from delta_dead_letters');
    expect(rows).toEqual([{ delta: Buffer.alloc(0) }]);
  });

  it('leaves nothing of an organization that is deleted, and the rest to the others', async () => {
    await setAside(newWriter(), START, rawDelta(1, { [ORGANIZATION]: [1], [OTHER]: [2] }));
    expect(await removeOrganizationRows(owner, ORGANIZATION)).toMatchObject({ isEmpty: true });
    expect(await listLetters(pool)).toMatchObject([{ organization_id: OTHER }]);
    await newWriter().replay(0, 1);
    expect([await requests(), await requests(OTHER)]).toEqual([{}, { 2: 1 }]);
  });
});
