import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ServiceError } from '@spanwise/contracts/base/errors';
import { placesOf } from './admission.js';
import { ReaderPace } from './reader-pace.js';
import { answerOf, OTHER_OWNER, OWNER, queriesOver, RANGE, StoredTelemetry } from './telemetry.fixture.js';

const LIMITS = { bytesPerSecond: 1_000, graceMs: 2_000, tickMs: 250 };
const NEVER = new Promise<void>(() => undefined);
let waiting: boolean;
let slow: string[];
let pace: ReaderPace;

describe('the reader of a stream', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    waiting = true;
    slow = [];
    pace = new ReaderPace(
      () => waiting,
      ({ kind }) => slow.push(kind),
      LIMITS,
    );
  });
  afterEach(() => {
    pace.end();
    vi.useRealTimers();
  });

  it('that takes nothing has its grace, and no more, while others wait', () => {
    void pace.take(10, NEVER);
    vi.advanceTimersByTime(LIMITS.graceMs);
    expect(slow).toEqual([]);
    vi.advanceTimersByTime(LIMITS.tickMs);
    expect(slow).toEqual(['resource_exhausted']);
  });

  it('may be as slow as it likes while no other waits', () => {
    waiting = false;
    void pace.take(10, NEVER);
    vi.advanceTimersByTime(3_600_000);
    expect(slow).toEqual([]);
  });

  it('is not blamed for the time that the engine takes', async () => {
    await pace.take(10, Promise.resolve());
    vi.advanceTimersByTime(3_600_000);
    expect(slow).toEqual([]);
  });

  it.each([
    ['at the least rate goes on', 250, false],
    ['at half of it does not', 125, true],
  ])('%s', async (_, bytesPerTick, isSlow) => {
    for (let tick = 0; tick < 100; tick++) {
      let taken = () => {};
      const taking = pace.take(bytesPerTick, new Promise<void>((resolve) => (taken = resolve)));
      vi.advanceTimersByTime(LIMITS.tickMs);
      taken();
      await taking;
    }
    expect(slow.length > 0).toBe(isSlow);
  });
});

it('a stream whose reader takes next to nothing loses its place to those who wait, and not before another waits', async () => {
  const telemetry = await StoredTelemetry.create();
  const tight = queriesOver(telemetry, { admission: { ...placesOf(1, 1) } });
  let written = 0;
  const slow = tight.run(
    OWNER,
    {
      id: '00000000-0000-7000-8000-00000000c003',
      statement: "select range, repeat('x', 1000) from range(10000000)",
      range: RANGE,
      form: 'objects',
      streamed: true,
      timeLimitMs: 120_000,
    },
    new AbortController().signal,
    {
      begin: () => undefined,
      write: (): Promise<void> | undefined => (written++ === 0 ? undefined : new Promise(() => undefined)),
    },
  );
  const end = slow.then(
    () => expect.fail('the stream went on'),
    (thrown: ServiceError) => thrown,
  );
  await expect.poll(() => written).toBe(2);
  expect(await answerOf(tight, 'select 1', { owner: OTHER_OWNER, timeLimitMs: 60_000 })).toMatchObject({
    rows: [[1]],
  });
  expect(await end).toMatchObject({
    kind: 'resource_exhausted',
    message: expect.stringContaining('read too slowly'),
  });
  await tight.ports.pool.close();
  await telemetry.remove();
});
