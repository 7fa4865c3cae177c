/** Waits until the product shows everything that was sent. */
import type { ApiItem, ApiRed } from './data-set.js';
import { rangeOf, type Target } from './checks.js';

const POLL_MS = 250;
/** Without any progress for so long, what is missing will not come. */
export const STALLED_MS = 60_000;

export interface Arrival {
  complete: boolean;
  requests: number;
  calls?: number;
  waitedMs: number;
}

/**
 * Ends when both counts are the expected ones and stay so for one more look, when there is more than was sent, or when
 * nothing has moved for `stalledMs`.
 */
export async function waitForArrival(target: Target, stalledMs: number): Promise<Arrival> {
  const startedAt = Date.now();
  let movedAt = startedAt;
  let last = '';
  for (let stable = 0; ;) {
    const seen = await look(target);
    const text = JSON.stringify(seen);
    if (text !== last) movedAt = Date.now();
    const complete =
      seen.requests === target.set.sampledRequests &&
      (target.set.sampledCalls === undefined || seen.calls === target.set.sampledCalls);
    stable = complete && text === last ? stable + 1 : 0;
    last = text;
    if (stable >= 1) return { complete, ...seen, waitedMs: Date.now() - startedAt };
    const tooMany = seen.requests > target.set.sampledRequests;
    if (tooMany || Date.now() - movedAt > stalledMs)
      return { complete: false, ...seen, waitedMs: Date.now() - startedAt };
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

async function look(target: Target): Promise<{ requests: number; calls?: number }> {
  const { api, set, namespace } = target;
  const question = { namespace, ...rangeOf(target), resolution: 'minute' };
  const { red } = await api.get<{ red: ApiRed }>('overview', question);
  if (set.sampledCalls === undefined || red.sampled_count < set.sampledRequests) return { requests: red.sampled_count };
  const rows = await api.list<ApiItem>('dependencies', question);
  return { requests: red.sampled_count, calls: rows.reduce((sum, row) => sum + row.red.sampled_count, 0) };
}
