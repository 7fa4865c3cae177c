import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listLetters } from '../dead-letters/dead-letters.store.js';
import { fetchOutbox } from '../deltas/outbox.store.js';
import { logSliceOf, newSpan, ORGANIZATION, sliceOf, TestProjector } from '../projector.fixture.js';
import { slicesToStore } from '../store/stored-slices.store.js';
import { Passing } from './passing.js';

const GONE = '00000000-0000-7000-8000-0000000000dd';
let projector: TestProjector;

beforeAll(async () => {
  projector = await TestProjector.create();
});
beforeEach(() => projector.reset());
afterAll(() => projector.stop());

/** A message with slices of both, of every kind: a span, a record, and an unreadable one. */
const mixed = () =>
  projector.publish(
    sliceOf([newSpan()], { organizationId: GONE }),
    sliceOf([newSpan()]),
    logSliceOf(2, { organizationId: GONE }),
    sliceOf([newSpan()], { organizationId: GONE, recordCount: 9 }),
  );

async function organizationsKnown(): Promise<{ ledger: string[]; outbox: string[]; letters: string[] }> {
  const { rows } = await projector.admin.query<{ id: string }>(
    'select distinct organization_id as id from projector.ledger order by 1',
  );
  const { organizations } = await projector.outbox();
  const letters = (await listLetters(projector.pool)).map((letter) => letter.organization_id);
  const outbox = [...new Set(organizations.map(({ organizationId }) => organizationId))];
  return { ledger: rows.map(({ id }) => id), outbox, letters };
}

describe('what the log brings of a deleted organization', () => {
  it('is dropped without a trace; what others have in the same message is counted', async () => {
    await projector.deleteOrganization(GONE);
    await projector.running(async () => projector.committed(await mixed()));
    expect(await organizationsKnown()).toEqual({ ledger: [ORGANIZATION], outbox: [ORGANIZATION], letters: [] });
    expect(await projector.ledger()).toMatchObject({ received: 1, counted: 1 });
  });

  it('is dropped from the moment of the order on, while the shard runs', async () => {
    await projector.running(async () => {
      await projector.committed(await mixed());
      expect((await organizationsKnown()).ledger).toEqual([ORGANIZATION, GONE]);
      await projector.deleteOrganization(GONE);
      await projector.admin.query('delete from projector.ledger where organization_id = $1', [GONE]);
      await projector.committed(await mixed());
    });
    expect((await organizationsKnown()).ledger).toEqual([ORGANIZATION]);
    expect(await projector.ledger()).toMatchObject({ received: 2, counted: 2 });
  });

  it('is not stored, be it counted before the order or after', async () => {
    const entry = { seq: 1, loggedAtMicros: 0, data: new Uint8Array() };
    await projector.running(async () => {
      const seq = await mixed();
      await projector.committed(seq);
      const manager = await projector.connection.jetstreamManager();
      const { data, time } = await manager.streams.getMessage('INGEST_0', { seq });
      Object.assign(entry, { data, loggedAtMicros: time.getTime() * 1_000 });
    });
    const toStore = async () =>
      (await slicesToStore(projector.pool, 0, 0, [entry])).map(({ slice }) => slice.organizationId);
    expect(await toStore()).toEqual([GONE, ORGANIZATION, GONE]);
    await projector.deleteOrganization(GONE);
    expect(await toStore()).toEqual([ORGANIZATION]);
  });
});

describe('what is on its way at the order', () => {
  it('has passed once the log is purged and apm has confirmed what was made of it', async () => {
    await projector.running(
      async () => {
        const seq = await mixed();
        await projector.committed(seq);
        const manager = await projector.connection.jetstreamManager();
        const passing = await Passing.begin(projector.pool, manager, [0]);
        expect(await passing.isOver()).toBe(false);
        await manager.streams.purge('INGEST_0', { seq: seq + 1 });
        // Counted and stored; the deltas wait for apm.
        expect(await passing.isOver()).toBe(false);
        const { rows } = await projector.pool.query<{ n: string; lineage: string }>(
          'select n, lineage from shard_offsets',
        );
        for (const partition of [0, 1]) {
          const asked = { shard: 0, partition, after: Number(rows[0]!.n), lineage: rows[0]!.lineage, fromByte: 0 };
          await fetchOutbox(projector.pool, asked);
        }
        expect(await passing.isOver()).toBe(true);
      },
      { sweepIntervalMs: 600_000 },
    );
  });
});
