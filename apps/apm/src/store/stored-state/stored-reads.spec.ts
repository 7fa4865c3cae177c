import { describe, expect, it } from 'vitest';
import type { NotStored } from '@spanwise/contracts/log/stored-state';
import type { Signal } from '@spanwise/segments/columns';
import { PlayedStore } from './stored-reads.fixture.js';

const ORGANIZATION = '00000000-0000-7000-8000-0000000000a1';
const T = 1_767_225_600_000_000;
const RANGE = { fromMicros: T, toMicros: T + 1_000 };
const SPANS: NotStored = { signal: 'traces', fromMicros: T + 10, toMicros: T + 20, sinceMicros: T + 500 };

async function completeness(store: PlayedStore, signals: Signal[] = ['traces'], range = RANGE) {
  const read = store.reads.of(ORGANIZATION);
  await read.begin();
  read.reads(signals);
  return read.completeness(range);
}

describe('an answer from stored telemetry', () => {
  it('where all is stored says that it rests on everything up to its beginning (QUERY-15)', async () => {
    const before = Date.now() * 1_000;
    const { stored_to_micros: storedTo, ...rest } = await completeness(new PlayedStore());
    expect(rest).toEqual({});
    expect(storedTo).toBeGreaterThanOrEqual(before);
  });

  it.each<[string, NotStored, object]>([
    ['of the range', SPANS, { partial: true, partial_reason: 'not_stored' }],
    ['of its first moment', { ...SPANS, toMicros: T }, { partial: true, partial_reason: 'not_stored' }],
    ['of the moment behind its end', { ...SPANS, fromMicros: T + 1_000, toMicros: T + 2_000 }, {}],
    ['of the moment before it', { ...SPANS, fromMicros: T - 9, toMicros: T - 1 }, {}],
    ['of any time', { signal: 'traces', sinceMicros: T + 500 }, { partial: true, partial_reason: 'not_stored' }],
    ['of anything', { sinceMicros: T + 500 }, { partial: true, partial_reason: 'not_stored' }],
  ])(
    'is partial for what is not stored %s, or not, and says up to when it is not (QUERY-16)',
    async (_, lacked, says) => {
      const store = new PlayedStore();
      store.notStored = [lacked];
      expect(await completeness(store)).toEqual({ ...says, stored_to_micros: T + 500 });
    },
  );

  it('of another signal lacks nothing of it (QUERY-16)', async () => {
    const store = new PlayedStore();
    store.notStored = [SPANS];
    expect(await completeness(store, ['logs'])).toEqual({ stored_to_micros: expect.any(Number) as number });
    expect((await completeness(store, ['logs'])).stored_to_micros).toBeGreaterThan(T + 500);
  });

  it('says that it does not know while the projector cannot be asked, and is answered (QUERY-16)', async () => {
    const store = new PlayedStore();
    store.isAway = true;
    expect(await completeness(store)).toEqual({ partial: true, partial_reason: 'stored_state_unknown' });
    expect(await completeness(store, [])).toEqual({ stored_to_micros: expect.any(Number) as number });
  });

  it('asks with what the catalogue had before it was looked at, once', async () => {
    const store = new PlayedStore();
    store.entered = 3;
    const read = store.reads.of(ORGANIZATION);
    await read.begin();
    store.entered = 4;
    await read.begin();
    await read.completeness(RANGE);
    expect(store.asked.map(({ shards }) => shards)).toEqual([[{ shard: 0, entered: 3 }]]);
  });
});

describe('a reader that waits for what is not stored (QUERY-17)', () => {
  const wait = (store: PlayedStore, ms: number, signal = new AbortController().signal) =>
    store.reads.wait(ORGANIZATION, RANGE, ms, signal);

  it('waits until it is, and not for what has come since', async () => {
    const store = new PlayedStore();
    Object.assign(store, { seq: 7, manifest: 2, notStored: [SPANS] });
    store.onAsked = () => {
      // More comes all the time; the third question finds the first messages stored.
      store.seq++;
      if (store.asked.length === 3) store.notStored = [];
    };
    await wait(store, 30_000);
    expect(store.asked).toHaveLength(3);
    expect(store.asked.slice(1).map(({ shards }) => shards[0])).toEqual([
      { shard: 0, entered: 0, epoch: 0, seq: 8, manifest: 2 },
      { shard: 0, entered: 0, epoch: 0, seq: 8, manifest: 2 },
    ]);
  });

  it('waits for nothing outside of the range, and not at all without a time', async () => {
    const store = new PlayedStore();
    store.notStored = [{ ...SPANS, fromMicros: T + 1_000, toMicros: T + 2_000 }];
    await wait(store, 30_000);
    expect(store.asked).toHaveLength(1);
    await wait(store, 0);
    expect(store.asked).toHaveLength(1);
  });

  it('is answered when the time is over, also by a projector that is away', async () => {
    const store = new PlayedStore();
    store.notStored = [SPANS];
    await wait(store, 150);
    store.isAway = true;
    await wait(store, 150);
    expect(store.asked.length).toBeGreaterThanOrEqual(4);
  });

  it('leaves when its caller does', async () => {
    const store = new PlayedStore();
    store.notStored = [SPANS];
    const caller = new AbortController();
    store.onAsked = () => caller.abort();
    await wait(store, 30_000, caller.signal);
    expect(store.asked).toHaveLength(1);
  });

  it('finds at most fifty others of its organization, and is refused beyond', async () => {
    const store = new PlayedStore();
    store.notStored = [SPANS];
    const caller = new AbortController();
    const others = Array.from({ length: 50 }, () => wait(store, 30_000, caller.signal));
    await expect(wait(store, 30_000)).rejects.toMatchObject({ kind: 'resource_exhausted' });
    caller.abort();
    await Promise.all(others);
    store.notStored = [];
    await wait(store, 30_000);
  });
});
