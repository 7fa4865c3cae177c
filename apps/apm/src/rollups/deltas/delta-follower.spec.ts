import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Registry } from 'prom-client';
import { describe, expect, it } from 'vitest';
import type { DeltasHead, FetchDeltas } from '@spanwise/contracts/log/projector';
import { createLogger } from '@spanwise/host/logger';
import { DeltaFold } from '@spanwise/span-model/delta';
import { decodeDelta, encodeDelta } from '@spanwise/span-model/delta-codec';
import { eventually } from '@spanwise/testing/eventually';
import { FencedError } from '@spanwise/postgres/fenced-error';
import { ApmMetrics } from '../../metrics.js';
import { contentFault } from '../rollups/content-fault.js';
import type { DeltaOffset } from '../rollups/delta-offsets.store.js';
import { type Delta, type PartitionWriter, type RawDelta } from '../rollups/partition-writer.js';
import { AppliedDeltas, DeltaFollower } from './delta-follower.js';
import { fetchAfter } from './delta-source.js';

const lineage = randomUUID();
const ORGANIZATION = '00000000-0000-7000-8000-0000000000aa';

/** A delta of one gap, whose reason says which it was. */
function encoded(reason: string): Buffer {
  const fold = new DeltaFold();
  fold.addGap(ORGANIZATION, 1, reason, 1);
  return Buffer.from(encodeDelta(fold, 1)[0]!);
}

/** The projector's end: rows that are kept, and how much of them one reply carries. */
class Outbox {
  rows = new Map<number, Buffer>();
  lineage = lineage;
  lastN = 0;
  replyBytes = 1_000_000;
  perReply = 2;

  add(n: number, reason = `delta ${n}`): void {
    this.rows.set(n, encoded(reason));
    this.lastN = Math.max(this.lastN, n);
  }

  fetch = async (asked: FetchDeltas): Promise<{ head: DeltasHead; payload: Buffer }> => {
    const kept = [...this.rows].filter(([n]) => n > asked.after).sort(([a], [b]) => a - b);
    const rows = kept.slice(0, this.perReply).map(([n, bytes], index) => {
      const part = bytes.subarray(index === 0 ? asked.fromByte : 0).subarray(0, this.replyBytes);
      return { head: { n, bytes: part.length, totalBytes: bytes.length, streamTimeMicros: n }, part };
    });
    return {
      head: {
        lineage: this.lineage,
        lowestN: kept[0]?.[0] ?? this.lastN + 1,
        lastN: this.lastN,
        rows: rows.map((row) => row.head),
      },
      payload: Buffer.concat(rows.map((row) => row.part)),
    };
  };
}

/** Remembers what was applied; the database behind the real one has its own spec. */
class RecordingWriter {
  partition = 0;
  applied: number[] = [];
  letters: [n: number, reason: string][] = [];
  /** Why a delta is refused, by its n. */
  faults = new Map<number, unknown>();
  offset: DeltaOffset = { lineage: undefined, n: 0 };
  loadOffset = async (): Promise<DeltaOffset> => this.offset;
  apply = async (_shard: number, _from: DeltaOffset, of: string, deltas: Delta[]) => {
    const fault = deltas.map(({ n }) => this.faults.get(n)).find((one) => one !== undefined);
    if (fault !== undefined) throw fault;
    this.applied.push(...deltas.map((delta) => delta.n));
    this.offset = { lineage: of, n: deltas.at(-1)!.n };
    return { offset: this.offset, rows: 0 };
  };
  takes = async (_shard: number, _from: DeltaOffset, { n }: RawDelta) => !this.faults.has(n);
  deadLetter = async (_shard: number, _from: DeltaOffset, of: string, { n }: RawDelta, reason: string) => {
    this.letters.push([n, reason]);
    return (this.offset = { lineage: of, n });
  };
}

function follow(outbox: Outbox, applied = new AppliedDeltas()) {
  const writer = new RecordingWriter();
  const metrics = new ApmMetrics(new Registry());
  const follower = new DeltaFollower(
    outbox.fetch,
    writer as unknown as PartitionWriter,
    { shard: 0, applied, horizonMicros: 0 },
    createLogger('apm', 'silent'),
    metrics,
  );
  return { writer, follower, applied };
}

describe('a follower of deltas', () => {
  it('applies them in order from the committed offset on', async () => {
    const outbox = new Outbox();
    for (const n of [1, 2, 3]) outbox.add(n);
    const { writer, follower } = follow(outbox);
    expect([await follower.step(), await follower.step(), await follower.step()]).toEqual([2, 1, 0]);
    expect(writer.applied).toEqual([1, 2, 3]);
  });

  it('skips what it has applied already (PROTO-17)', async () => {
    const outbox = new Outbox();
    for (const n of [1, 2]) outbox.add(n);
    const { writer, follower } = follow(outbox);
    writer.offset = { lineage, n: 1 };
    await follower.step();
    expect(writer.applied).toEqual([2]);
  });

  it('never jumps over a hole: it stops and says so (PROTO-17)', async () => {
    const outbox = new Outbox();
    for (const n of [1, 2, 5]) outbox.add(n);
    const { writer, follower } = follow(outbox);
    await follower.step();
    await follower.step();
    expect(writer.applied).toEqual([1, 2]);
    expect(follower.stopReason).toBe('delta_hole');
  });

  it('goes on when a rebuild has moved its offset over the hole, and not before', async () => {
    const outbox = new Outbox();
    for (const n of [1, 2, 5]) outbox.add(n);
    const { writer, follower } = follow(outbox);
    const loop = follower.run();
    await eventually(async () => expect(follower.stopReason).toBe('delta_hole'));
    follower.hint();
    expect([follower.stopReason, writer.applied]).toEqual(['delta_hole', [1, 2]]);
    writer.offset = { lineage, n: 4 };
    follower.hint();
    await eventually(async () => expect(writer.applied).toEqual([1, 2, 5]));
    expect(follower.stopReason).toBeUndefined();
    follower.stop();
    await loop;
  });

  it('that stands still does not ask the database without a pause after a hint', async () => {
    const outbox = new Outbox();
    for (const n of [1, 2, 5]) outbox.add(n);
    const { writer, follower } = follow(outbox);
    const loop = follower.run();
    await eventually(async () => expect(follower.stopReason).toBe('delta_hole'));
    let looks = 0;
    const { loadOffset } = writer;
    writer.loadOffset = () => {
      looks++;
      return loadOffset();
    };
    follower.hint();
    await sleep(200);
    expect(looks).toBeLessThanOrEqual(2);
    follower.stop();
    await loop;
  });

  it('that was fenced by another writer does not take the trimmed rows for a hole', async () => {
    const outbox = new Outbox();
    for (const n of [1, 2]) outbox.add(n);
    const { writer, follower } = follow(outbox);
    await follower.step();
    writer.offset = { lineage, n: 4 };
    for (const n of [1, 2]) outbox.rows.delete(n);
    outbox.add(5);
    expect([await follower.step(), await follower.step(), follower.stopReason]).toEqual([0, 1, undefined]);
    expect(writer.applied).toEqual([1, 2, 5]);
  });

  it('stops when the lineage is another one, and when the projector has gone back (PROTO-31)', async () => {
    for (const restored of [
      (outbox: Outbox) => (outbox.lineage = randomUUID()),
      (outbox: Outbox) => (outbox.lastN = 1),
    ]) {
      const outbox = new Outbox();
      for (const n of [1, 2]) outbox.add(n);
      const { writer, follower } = follow(outbox);
      await follower.step();
      restored(outbox);
      await follower.step();
      expect([follower.stopReason, writer.applied]).toEqual(['lineage_changed', [1, 2]]);
    }
  });

  it('puts a delta together that is larger than one reply', async () => {
    const outbox = new Outbox();
    outbox.add(1, 'x'.repeat(5_000));
    outbox.replyBytes = 700;
    const { deltas } = await fetchAfter(outbox.fetch, 0, 0, { lineage: undefined, n: 0 });
    expect(decodeDelta(deltas[0]!.bytes).organizations[0]!.gaps[0]!.reason).toBe('x'.repeat(5_000));
  });
});

const refusedBy = (code: string, parts: object = {}) =>
  Object.assign(new Error('refused'), { code, severity: 'ERROR', ...parts });

describe('a delta that cannot be applied (PROTO-45)', () => {
  /** Deltas 1 to 4, the second of which is refused. */
  function withFault(fault: unknown) {
    const outbox = new Outbox();
    for (const n of [1, 2, 3, 4]) outbox.add(n);
    const followed = follow(outbox);
    followed.writer.faults.set(2, fault);
    /** Turns until nothing is left to do, as `run` takes them. */
    const turns = async (count: number) => {
      for (let turn = 0; turn < count; turn++) await followed.follower.step().catch(() => undefined);
    };
    return { ...followed, outbox, turns };
  }

  it('does not hold up the others: refused alone, twice, it is a dead letter', async () => {
    const { writer, applied, turns } = withFault(refusedBy('22021'));
    writer.faults.set(3, refusedBy('54000'));
    await turns(4);
    expect([writer.applied, writer.letters]).toEqual([[1], []]);
    applied.count++;
    await turns(1);
    expect([writer.applied, writer.letters]).toEqual([[1], [[2, '22021']]]);
    await turns(4);
    expect([writer.applied, writer.letters]).toEqual([
      [1, 4],
      [
        [2, '22021'],
        [3, '54000'],
      ],
    ]);
  });

  it('is one as well where a later delta of its pair is taken in between, and nothing else is applied', async () => {
    const { writer, turns, outbox } = withFault(refusedBy('22021'));
    outbox.perReply = 4;
    await turns(6);
    expect([writer.applied, writer.letters]).toEqual([[1, 3, 4], [[2, '22021']]]);
  });

  it('is tried for ever while nothing else is taken: the database may refuse everything', async () => {
    const { writer, turns } = withFault(refusedBy('22021'));
    for (const n of [3, 4]) writer.faults.set(n, refusedBy('22021'));
    await turns(20);
    expect([writer.applied, writer.letters]).toEqual([[1], []]);
  });

  it('is no dead letter for a failure that may pass, however often', async () => {
    const { writer, applied, turns } = withFault(refusedBy('53100'));
    for (let round = 0; round < 5; round++, applied.count++) await turns(2);
    expect(writer.letters).toEqual([]);
    writer.faults.clear();
    await turns(3);
    expect(writer.applied).toEqual([1, 2, 3, 4]);
  });

  it('is one when its bytes are damaged, and none when a newer program wrote them', async () => {
    for (const [damage, letters] of [
      [(bytes: Buffer) => bytes.subarray(0, -1), [[2, 'damaged']]],
      [(bytes: Buffer) => Buffer.from(bytes.with(0, 99)), []],
    ] as const) {
      const { writer, outbox, applied, turns } = withFault(undefined);
      outbox.rows.set(2, damage(outbox.rows.get(2)!));
      await turns(3);
      applied.count++;
      await turns(3);
      expect(writer.letters).toEqual(letters);
    }
  });

  it.each<[string, unknown, string | undefined]>([
    ['a value that a column cannot take', refusedBy('22003'), '22003'],
    ['a row that an index cannot take', refusedBy('54000'), '54000'],
    ['a constraint', refusedBy('23514', { constraint: 'name_is_short' }), '23514'],
    ['a partition that is not made yet', refusedBy('23514'), undefined],
    ['a full disk', refusedBy('53100'), undefined],
    ['a lock', refusedBy('55P03'), undefined],
    ['a deadlock', refusedBy('40P01'), undefined],
    ['a damaged block of the database', refusedBy('XX001'), undefined],
    ['a lost connection', Object.assign(new Error('lost'), { code: 'ECONNRESET' }), undefined],
    ['another writer', new FencedError(), undefined],
    ['a mistake of the program', new RangeError('The value is out of range.'), undefined],
  ])('knows its own content from %s', (_, fault, reason) => expect(contentFault(fault)).toBe(reason));
});
