/** Waits until the product has come to rest. */
import { expect } from 'vitest';
import { eventually } from '@spanwise/testing/eventually';
import type { Product } from '../harness/product.js';
import { committedPosition, LogView, query } from './log-view.js';
import { GaveUp } from './sender.js';

const SETTLE_MS = 240_000;
/** Messages of the log that may be on their way: idle shards write one every few seconds. */
const NEWEST_MESSAGES = 3;
/** What is committed is stored, entered and applied a moment later; what comes late, or twice, is seen. */
const QUIET_LOOKS = 4;
const LOOK_MS = 500;
const HELD = 'deletion of files is held';

/** Nothing is on its way: the log is counted, stored and entered, its deltas are applied, and every part works. */
export async function settled(product: Product): Promise<void> {
  const view = await LogView.open(product);
  let quiet = 0;
  const look = async () => {
    const state = await underWay(product, view).catch((error: unknown) => String(error));
    quiet = state === undefined ? quiet + 1 : 0;
    expect(state).toBeUndefined();
    expect(quiet).toBeGreaterThanOrEqual(QUIET_LOOKS);
  };
  try {
    await eventually(look, { takesMs: SETTLE_MS, leastPauseMs: LOOK_MS });
  } catch (error) {
    throw new GaveUp(`the product does not come to rest: ${(error as Error).message}`);
  } finally {
    await view.close();
  }
}

/** What is still under way. */
async function underWay(product: Product, view: LogView): Promise<string | undefined> {
  const { lastSeq } = await view.state();
  const { seq } = await committedPosition(product);
  if (seq < lastSeq - NEWEST_MESSAGES) return `the log is read up to ${seq} of ${lastSeq}`;
  const waits = await query(
    product,
    `select s.epoch, s.seq, s.n, o.epoch as stored_epoch, o.seq as stored_seq, o.n as stored_n, m.n as entered_n
       from projector.shard_offsets s join projector.store_offsets o using (shard)
       left join apm.manifest_offsets m using (shard)
      where o.epoch <> s.epoch or o.seq < s.seq - ${NEWEST_MESSAGES} or coalesce(m.n, 0) <> o.n
         or exists (select from apm.delta_offsets d where d.shard = s.shard and d.n < s.n - ${NEWEST_MESSAGES})`,
  );
  if (waits.length > 0) return `not stored or not applied: ${JSON.stringify(waits)}`;
  const health = await fetch(`${product.baseUrl}/api/v1/healthz`, { signal: AbortSignal.timeout(5_000) });
  const { subsystems } = (await health.json()) as { subsystems: Record<string, { up: boolean; reason?: string }> };
  // After a restore nothing is deleted; all else goes on.
  const down = Object.entries(subsystems).filter(([, { up, reason }]) => !up && reason !== HELD);
  return down.length > 0 ? `not up: ${JSON.stringify(down)}` : undefined;
}
