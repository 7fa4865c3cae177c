import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { INGEST_STREAM, type LogSlice } from '@spanwise/contracts/log/log-message';
import { ensureIngestStream } from '@spanwise/bus/ingest-stream';
import { eventually } from '@spanwise/testing/eventually';
import { fetchOutbox } from '../deltas/outbox.store.js';
import { resolveLetter } from '../dead-letters/dead-letters.js';
import { listLetters } from '../dead-letters/dead-letters.store.js';
import { newSpan, sliceOf, TestProjector } from '../projector.fixture.js';

const HOUR_MICROS = 3_600_000_000;
let projector: TestProjector;

beforeAll(async () => {
  projector = await TestProjector.create();
});
beforeEach(() => projector.reset());
afterAll(() => projector.stop());

describe('a backlog is read to its end', () => {
  it('when it is larger than what one batch takes', async () => {
    await ensureIngestStream(await projector.connection.jetstreamManager(), 0, { maxBytes: 67_108_864, replicas: 1 });
    const blank = Buffer.alloc(900 * 1024, ' ');
    let last = 0;
    for (let message = 0; message < 40; message++) {
      const span = newSpan();
      last = await projector.publish(sliceOf([span], { bytes: Buffer.concat([sliceOf([span]).bytes, blank]) }));
    }
    await projector.running(() => projector.committed(last));
    expect(await projector.ledger()).toMatchObject({ received: 40, counted: 40 });
  });
});

describe('a span counts once (PROTO-3, PROTO-9)', () => {
  it('when it comes twice in one message, in two messages and after a restart', async () => {
    const span = newSpan();
    await projector.running(async () => {
      await projector.publish(sliceOf([span]), sliceOf([span, newSpan()]));
      await projector.committed(await projector.publish(sliceOf([span])));
    });
    await projector.running(async () => projector.committed(await projector.publish(sliceOf([span]))));
    expect(await projector.ledger()).toEqual({ received: 5, counted: 2, duplicate: 3, late: 0, dead: 0 });
    expect((await projector.outbox()).requests).toBe(2);
  });

  it('but the same ids of another organization are another span', async () => {
    const span = newSpan();
    await projector.running(async () =>
      projector.committed(
        await projector.publish(
          sliceOf([span]),
          sliceOf([span], { organizationId: '00000000-0000-7000-8000-0000000000bb' }),
        ),
      ),
    );
    expect(await projector.ledger()).toMatchObject({ counted: 2, duplicate: 0 });
  });

  it('when its commit fails at first: the retry does not take its own spans for duplicates (PROTO-12)', async () => {
    try {
      await projector.running(async (shard) => {
        await projector.committed(await projector.publish(sliceOf([newSpan()])));
        await projector.admin.query('alter table projector.outbox add constraint no_more check (n < 0) not valid');
        await projector.publish(sliceOf([newSpan(), newSpan()]));
        await eventually(() => expect(shard.position).toBeUndefined());
        await projector.admin.query('alter table projector.outbox drop constraint no_more');
        await projector.committed(2);
      });
    } finally {
      await projector.admin.query('alter table projector.outbox drop constraint if exists no_more');
    }
    expect(await projector.ledger()).toEqual({ received: 3, counted: 3, duplicate: 0, late: 0, dead: 0 });
  });

  it('when two projectors work on one shard (PROTO-10)', async () => {
    await projector.running(() =>
      projector.running(async () => {
        let last = 0;
        for (let message = 0; message < 40; message++) last = await projector.publish(sliceOf([newSpan(), newSpan()]));
        await projector.committed(last);
      }),
    );
    expect(await projector.ledger()).toEqual({ received: 80, counted: 80, duplicate: 0, late: 0, dead: 0 });
    const { rows, requests } = await projector.outbox();
    expect(requests).toBe(80);
    const numbers = rows.filter((row) => row.part === 0).map((row) => row.n);
    expect(numbers).toEqual(numbers.map((_, index) => index + 1));
  });

  it('when its keys were dropped from memory meanwhile', async () => {
    const old = newSpan({ startMicros: Date.now() * 1_000 - 3 * HOUR_MICROS });
    await projector.running(
      async () => {
        await projector.committed(await projector.publish(sliceOf([old])));
        await projector.committed(await projector.publish(sliceOf([newSpan()])));
        await projector.committed(await projector.publish(sliceOf([old])));
      },
      { keyMemoryBytes: 1 },
    );
    expect(await projector.ledger()).toMatchObject({ counted: 2, duplicate: 1 });
  });
});

describe('memory for keys', () => {
  it('holds the minutes in use and not the hour', async () => {
    const hour = Math.floor(Date.now() / 3_600_000) * HOUR_MICROS - HOUR_MICROS;
    await projector.running(
      async (shard) => {
        for (let minute = 0; minute < 20; minute++) {
          const spans = Array.from({ length: 100 }, () => newSpan({ startMicros: hour + minute * 60_000_000 }));
          await projector.committed(await projector.publish(sliceOf(spans)));
        }
        expect(shard.keyCount).toBeLessThanOrEqual(200);
      },
      { keyMemoryBytes: 10_000 },
    );
    expect(await projector.ledger()).toMatchObject({ counted: 2_000, duplicate: 0 });
  });
});

describe('minutes that are too large to hold', () => {
  // More bytes than are held whatever the budget says.
  const MANY = 5_000;
  const minute = Math.floor(Date.now() / 60_000) * 60_000_000 - 3 * HOUR_MICROS;
  const spansOf = (count: number, startMicros: number) => Array.from({ length: count }, () => newSpan({ startMicros }));

  it('are looked up for each batch, and detect its duplicates exactly', async () => {
    const first = spansOf(MANY, minute);
    const second = spansOf(MANY, minute);
    await projector.running(
      async (shard) => {
        await projector.committed(await projector.publish(sliceOf(first)));
        await projector.committed(await projector.publish(sliceOf(second)));
        await projector.committed(await projector.publish(sliceOf([newSpan()])));
        const mixed = [...first.slice(0, 10), ...second.slice(0, 5), ...spansOf(7, minute)];
        await projector.committed(await projector.publish(sliceOf(mixed)));
        await projector.committed(await projector.publish(sliceOf(mixed)));
        expect(shard.keyCount).toBeLessThan(1_000);
      },
      { keyMemoryBytes: 100_000 },
    );
    expect(await projector.ledger()).toMatchObject({ counted: 2 * MANY + 8, duplicate: 15 + 22, late: 0, dead: 0 });
  });
});

describe('late spans (PROTO-13)', () => {
  it('are those whose hour lies below the floor of the log’s own time; they are a gap, not a count', async () => {
    const now = Date.now() * 1_000;
    const floor = (Math.floor(now / HOUR_MICROS) - 2) * HOUR_MICROS;
    await projector.running(
      async () =>
        projector.committed(
          await projector.publish(
            sliceOf([newSpan({ startMicros: floor }), newSpan({ startMicros: floor - 1 }), newSpan()]),
          ),
        ),
      { horizonMicros: 2 * HOUR_MICROS },
    );
    expect(await projector.ledger()).toMatchObject({ received: 3, counted: 2, late: 1 });
    const { organizations } = await projector.outbox();
    expect(organizations.flatMap((organization) => organization.gaps)).toEqual([
      { minute: Math.floor((floor - 1) / 60_000_000), reason: 'late_dropped', dropped: 1 },
    ]);
  });

  it('stay late when the horizon is made longer: the floor never falls (PROTO-14)', async () => {
    const old = newSpan({ startMicros: Date.now() * 1_000 - 5 * HOUR_MICROS });
    await projector.running(async () => projector.committed(await projector.publish(sliceOf([old]))), {
      horizonMicros: HOUR_MICROS,
    });
    await projector.running(async () => projector.committed(await projector.publish(sliceOf([old]))));
    expect(await projector.ledger()).toMatchObject({ counted: 0, late: 2 });
  });
});

describe('a slice that cannot be read (PROTO-4, PROTO-15)', () => {
  it.each<[string, Partial<LogSlice>]>([
    ['whose digest is wrong', { sha256: new Uint8Array(32) }],
    ['that is not what it says', { bytes: Buffer.from('{"resourceSpans":7}') }],
    ['that announces another number of spans', { recordCount: 9 }],
    ['whose compression is broken', { coding: 'gzip' }],
    ['that announces four thousand million spans', { recordCount: 4_000_000_000 }],
  ])('%s becomes a dead letter with a gap, and its neighbours are counted', async (_, change) => {
    await projector.running(async () =>
      projector.committed(
        await projector.publish(sliceOf([newSpan()]), sliceOf([newSpan()], change), sliceOf([newSpan()])),
      ),
    );
    const dead = change.recordCount ?? 1;
    expect(await projector.ledger()).toEqual({ received: 2 + dead, counted: 2, duplicate: 0, late: 0, dead });
    const { requests, organizations } = await projector.outbox();
    expect(requests).toBe(2);
    expect(organizations.flatMap(({ gaps }) => gaps)).toMatchObject([{ reason: 'flush_failed', dropped: dead }]);
    expect(await listLetters(projector.pool)).toMatchObject([{ state: 'open', span_count: dead }]);
  });

  it('is replayed into the figures once, with copies that were counted meanwhile', async () => {
    const [copied, alone] = [newSpan(), newSpan()];
    await projector.running(async (shard) => {
      await projector.publish(sliceOf([copied, alone], { sha256: new Uint8Array(32) }));
      await projector.committed(await projector.publish(sliceOf([copied])));
      const [letter] = await listLetters(projector.pool);
      expect(await resolveLetter(projector.pool, [shard], letter!.id, 'replay')).toMatchObject({ state: 'replayed' });
      await expect(resolveLetter(projector.pool, [shard], letter!.id, 'replay')).rejects.toThrow(/already replayed/);
      await projector.committed(await projector.publish(sliceOf([alone])));
    });
    expect(await projector.ledger()).toEqual({ received: 4, counted: 2, duplicate: 2, late: 0, dead: 0 });
    expect((await projector.outbox()).requests).toBe(2);
  });

  it('stays dead for good when it is discarded', async () => {
    await projector.running(async (shard) => {
      await projector.committed(await projector.publish(sliceOf([newSpan()], { sha256: new Uint8Array(32) })));
      const [letter] = await listLetters(projector.pool);
      expect(await resolveLetter(projector.pool, [shard], letter!.id, 'discard')).toMatchObject({ state: 'discarded' });
    });
    expect(await projector.ledger()).toMatchObject({ received: 1, dead: 1 });
  });
});

describe('the log', () => {
  it('goes on counting, with a gap, when it was recreated (PROTO-7)', async () => {
    const span = newSpan();
    await projector.running(async () =>
      projector.committed(await projector.publish(sliceOf([span]), sliceOf([newSpan()]))),
    );
    const manager = await projector.connection.jetstreamManager();
    await manager.streams.delete(INGEST_STREAM(0));
    await projector.running(async (shard) => {
      await eventually(() => expect(shard.position?.epoch).toBe(1));
      await projector.publish(sliceOf([span]));
      await projector.committed(await projector.publish(sliceOf([newSpan()])));
    });
    expect(await projector.ledger()).toEqual({ received: 4, counted: 3, duplicate: 1, late: 0, dead: 0 });
    const { organizations } = await projector.outbox();
    expect(new Set(organizations.flatMap((one) => one.gaps.map((gap) => gap.reason)))).toEqual(
      new Set(['flush_failed']),
    );
  });

  it('that was recreated while it is read loses none of its messages to the sweep of the old one', async () => {
    await projector.running(
      async (shard) => {
        for (let message = 0; message < 3; message++) {
          await projector.committed(await projector.publish(sliceOf([newSpan()])));
        }
        await shard.enqueue(async () => {
          const manager = await projector.connection.jetstreamManager();
          await manager.streams.delete(INGEST_STREAM(0));
          await ensureIngestStream(manager, 0, { maxBytes: 67_108_864, replicas: 1 });
          await projector.publish(sliceOf([newSpan()]));
          await projector.publish(sliceOf([newSpan()]));
        });
        await eventually(async () => expect(await projector.ledger()).toMatchObject({ counted: 5 }));
      },
      { sweepIntervalMs: 0 },
    );
  });

  it('does not replay again after a commit that failed', async () => {
    await projector.running(async (shard) => {
      await projector.committed(await projector.publish(sliceOf([newSpan()])));
      await eventually(() => expect(shard.replaying).toBe(false));
      await projector.admin.query('alter table projector.outbox add constraint no_more check (n < 0) not valid');
      await projector.publish(sliceOf([newSpan()]));
      await eventually(() => expect(shard.position).toBeUndefined());
      expect(shard.replaying).toBe(false);
      await projector.admin.query('alter table projector.outbox drop constraint no_more');
    });
  });

  it('shows a hole as a gap and goes on behind it (PROTO-6)', async () => {
    await projector.running(async () => projector.committed(await projector.publish(sliceOf([newSpan()]))));
    const lost = await projector.publish(sliceOf([newSpan()]));
    const last = await projector.publish(sliceOf([newSpan()]));
    const manager = await projector.connection.jetstreamManager();
    await manager.streams.deleteMessage(INGEST_STREAM(0), lost);
    await projector.running(() => projector.committed(last));
    expect(await projector.ledger()).toMatchObject({ received: 2, counted: 2 });
    const { organizations } = await projector.outbox();
    expect(new Set(organizations.flatMap((one) => one.gaps.map((gap) => gap.reason)))).toEqual(
      new Set(['flush_failed']),
    );
  });

  it('reports replay until the position seen at the start is committed (PROTO-8)', async () => {
    await projector.running(async () => projector.committed(await projector.publish(sliceOf([newSpan()]))));
    const last = await projector.publish(sliceOf([newSpan()]));
    const shard = projector.shard();
    expect(shard.replaying).toBe(true);
    const loop = shard.run();
    await projector.committed(last);
    await eventually(() => expect(shard.replaying).toBe(false));
    await shard.stop();
    await loop;
  });
});

describe('the outbox', () => {
  it('gives rows in order after the cursor, which confirms what lies before it (PROTO-11, PROTO-19)', async () => {
    await projector.running(async () => {
      for (let message = 0; message < 3; message++) {
        await projector.committed(await projector.publish(sliceOf([newSpan()])));
      }
    });
    const fetch = (after: number, lineage?: string) =>
      fetchOutbox(projector.pool, { shard: 0, partition: 0, after, fromByte: 0, ...(lineage && { lineage }) });
    const first = await fetch(0);
    const numbers = first.head.rows.map((row) => row.n);
    expect(numbers).toEqual(numbers.map((_, index) => index + 1));
    expect((await fetch(2, first.head.lineage)).head.rows[0]!.n).toBe(3);
    expect((await fetch(0, first.head.lineage)).head.lowestN).toBe(3);
    expect((await fetchOutbox(projector.pool, { shard: 0, partition: 1, after: 0, fromByte: 0 })).head.lowestN).toBe(1);
    await expect(fetch(2, '00000000-0000-4000-8000-000000000000')).rejects.toThrow(/lineage/);
  });

  it('keeps its rows when the cursor lies ahead of everything that was committed (PROTO-31)', async () => {
    await projector.running(async () => projector.committed(await projector.publish(sliceOf([newSpan()]))));
    const asked = { shard: 0, partition: 0, fromByte: 0 };
    const { head } = await fetchOutbox(projector.pool, { ...asked, after: 0 });
    await fetchOutbox(projector.pool, { ...asked, after: 999, lineage: head.lineage });
    expect((await fetchOutbox(projector.pool, { ...asked, after: 0 })).head.rows).toHaveLength(head.rows.length);
  });

  it('never answers more than a message of the bus may hold', async () => {
    await projector.running(async () => projector.committed(await projector.publish(sliceOf([newSpan()]))));
    const { rows } = await projector.pool.query<{ n: string }>('update shard_offsets set n = n + 2 returning n');
    const last = Number(rows[0]!.n);
    for (const [index, size] of [4_194_303, 4_194_304].entries()) {
      await projector.admin.query('insert into projector.outbox values (0, 0, $1, 0, $2)', [
        last - 1 + index,
        Buffer.alloc(size),
      ]);
    }
    const { payload } = await fetchOutbox(projector.pool, { shard: 0, partition: 0, after: last - 2, fromByte: 0 });
    expect(payload.length).toBeLessThanOrEqual(4_194_304);
  });

  it('gives a row in parts when it is asked from a byte on', async () => {
    await projector.running(async () => projector.committed(await projector.publish(sliceOf([newSpan()]))));
    const n = (await projector.pool.query('select n, part from outbox where octet_length(delta) > 20 limit 1')).rows[0];
    const asked = { shard: 0, partition: n.part as number, after: Number(n.n) - 1 };
    const whole = await fetchOutbox(projector.pool, { ...asked, fromByte: 0 });
    const rest = await fetchOutbox(projector.pool, { ...asked, fromByte: 10 });
    const [row] = whole.head.rows;
    expect(rest.head.rows[0]!.bytes).toBe(row!.totalBytes - 10);
    expect(rest.payload.subarray(0, row!.totalBytes - 10)).toEqual(whole.payload.subarray(10, row!.totalBytes));
  });
});
