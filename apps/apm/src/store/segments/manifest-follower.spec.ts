import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { SegmentManifest } from '@spanwise/contracts/log/manifests';
import { createLogger } from '@spanwise/host/logger';
import { ManifestFollower } from './manifest-follower.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const EMPTY = Buffer.from(JSON.stringify({ segments: [], lost: [], loggedAtMicros: 0 } satisfies SegmentManifest));

/** A follower of a shard that has stored `lastN` times, and the numbers that it entered. */
function follow() {
  const kept = { lastN: 0 };
  const entered: number[] = [];
  const fetch = async ({ after }: { after: number }) => {
    const numbers = Array.from({ length: kept.lastN - after }, (_, at) => after + 1 + at);
    const rows = numbers.map((n) => ({ n, bytes: EMPTY.length }));
    const head = { lineage: 'one', lowestN: 1, lastN: kept.lastN, rows };
    return { head, payload: Buffer.concat(rows.map(() => EMPTY)) };
  };
  const writer = {
    loadOffset: async () => ({ lineage: undefined, n: 0 }),
    apply: async (_shard: number, _from: unknown, lineage: string, manifests: readonly { n: number }[]) => {
      entered.push(...manifests.map(({ n }) => n));
      return { lineage, n: entered.at(-1)! };
    },
  };
  return { kept, entered, follower: new ManifestFollower(fetch, writer, 0, createLogger('apm', 'silent')) };
}

it('enters what was stored at once after a hint, and without one when it looks again', async () => {
  const { kept, entered, follower } = follow();
  const loop = follower.run();
  await vi.advanceTimersByTimeAsync(0);
  kept.lastN = 1;
  await vi.advanceTimersByTimeAsync(0);
  expect(entered).toEqual([]);
  follower.hint();
  await vi.advanceTimersByTimeAsync(0);
  expect(entered).toEqual([1]);
  kept.lastN = 3;
  await vi.advanceTimersToNextTimerAsync();
  expect(entered).toEqual([1, 2, 3]);
  follower.stop();
  await loop;
});
