import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { LogSlice } from '@spanwise/contracts/log/log-message';
import { dayOfMicros, dayRange, dayText } from '@spanwise/contracts/telemetry/usage';
import { inTransaction } from '@spanwise/postgres/transaction';
import { eventually } from '@spanwise/testing/eventually';
import { logSliceOf, newSpan, ORGANIZATION, sliceOf, TestProjector } from '../projector.fixture.js';
import { readIngestedBytes } from './ingested-bytes.store.js';
import { readUsage } from './usage-days.store.js';

const OTHER = '00000000-0000-7000-8000-0000000000bb';
const today = dayOfMicros(Date.now() * 1_000);
const RANGE = { from: today - 1, to: today + 1 };
let projector: TestProjector;

beforeAll(async () => {
  projector = await TestProjector.create();
});
beforeEach(() => projector.reset());
afterAll(() => projector.stop());

async function sent(...messages: LogSlice[][]): Promise<void> {
  await projector.running(async () => {
    for (const slices of messages) await projector.committed(await projector.publish(...slices));
  });
}

const bytesOf = (...slices: LogSlice[]): number => slices.reduce((sum, { bytes }) => sum + bytes.length, 0);

const ingestedSince = (ms: number): Promise<number | null> =>
  inTransaction(projector.pool, { organizationId: ORGANIZATION }, (client) =>
    readIngestedBytes(client, ORGANIZATION, ms * 1_000),
  );

describe('usage', () => {
  it('is the ledger by organization, day and signal, to the byte: what was repeated or dead was sent too', async () => {
    const [span, other] = [newSpan(), newSpan()];
    const repeated = sliceOf([span, other]);
    const logs = logSliceOf(3);
    const dead = sliceOf([newSpan()], { bytes: Buffer.from('{') });
    const foreign = sliceOf([newSpan()], { organizationId: OTHER });
    await sent([repeated, logs], [repeated, dead], [foreign]);
    const usage = await readUsage(projector.pool, RANGE, ORGANIZATION);
    expect(usage).toEqual([
      {
        organization_id: ORGANIZATION,
        day: dayText(today),
        bytes: bytesOf(repeated, repeated, dead, logs),
        traces: { bytes: bytesOf(repeated, repeated, dead), received: 5, counted: 2 },
        logs: { bytes: bytesOf(logs), received: 3, counted: 3 },
        metrics: { bytes: 0, received: 0, counted: 0 },
      },
    ]);
    const all = await readUsage(projector.pool, RANGE);
    expect(all.map(({ organization_id: id, bytes }) => [id, bytes])).toEqual([
      [ORGANIZATION, usage[0]!.bytes],
      [OTHER, bytesOf(foreign)],
    ]);
  });

  it('stays the same when the rows of stored messages are folded into days', async () => {
    await sent([sliceOf([newSpan()]), logSliceOf(2)], [sliceOf([newSpan()])]);
    const before = await readUsage(projector.pool, RANGE);
    // What is stored is no longer needed row by row.
    await projector.pool.query(
      'update store_offsets o set (epoch, seq) = (select epoch, seq from shard_offsets s where s.shard = o.shard)',
    );
    await projector.running(
      async () => {
        await projector.committed(await projector.publish(sliceOf([newSpan()], { organizationId: OTHER })));
        await eventually(async () => {
          const own = 'select from ledger where organization_id = $1';
          expect((await projector.pool.query(own, [ORGANIZATION])).rows).toEqual([]);
        });
      },
      { ledgerMicros: -3_600_000_000, sweepIntervalMs: 20 },
    );
    expect(await readUsage(projector.pool, RANGE, ORGANIZATION)).toEqual(before);
    const { bytes } = before.filter(({ organization_id: id }) => id === ORGANIZATION)[0]!;
    expect([await ingestedSince(Date.now() - 3_600_000), await ingestedSince(Date.now() + 3_600_000)]).toEqual([
      bytes,
      0,
    ]);
  });

  it('by the hour is not known of a time in which days alone were counted', async () => {
    await sent([sliceOf([newSpan()])]);
    const owner = 'update ledger_hours_since set since_micros = $1';
    await projector.reader.query(owner, [Date.now() * 1_000]);
    expect(await ingestedSince(Date.now() - 60_000)).toBeNull();
    await projector.reader.query(owner, [0]);
    expect(await ingestedSince(Date.now() - 60_000)).toBeGreaterThan(0);
  });

  it('of another organization is behind row-level security, whatever the statement asks for', async () => {
    await sent([sliceOf([newSpan()], { organizationId: OTHER })]);
    const read = (organizationId: string) =>
      inTransaction(projector.reader, { organizationId }, (client) => readUsage(client, RANGE));
    expect(await read(ORGANIZATION)).toEqual([]);
    expect((await read(OTHER)).length).toBe(1);
  });
});

describe('the days of a question', () => {
  const nowMs = Date.parse('2026-11-21T12:00:00Z');
  const text = ({ from, to }: { from: number; to: number }) => `${dayText(from)} ${dayText(to)}`;

  it.each([
    [{}, '2026-10-23 2026-11-21'],
    [{ from: '2026-11-01' }, '2026-11-01 2026-11-21'],
    [{ from: '2024-02-29', to: '2024-03-01' }, '2024-02-29 2024-03-01'],
  ])('%j are %s', (query, days) => {
    expect(text(dayRange(query, nowMs))).toBe(days);
  });

  it.each([
    { from: '2026-02-29' },
    { from: '2026-11-22' },
    { from: '2025-01-01', to: '2026-01-02' },
    { from: '2026-04-31', to: '2026-05-02' },
  ])('%j are refused', (query) => {
    expect(() => dayRange(query, nowMs)).toThrow(/[.]$/);
  });
});
