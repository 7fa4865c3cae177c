/** Moves a set to now, sends it in one of the ways, and waits until the product shows all of it. */
import { expect } from 'vitest';
import type { TraceRequest } from '@spanwise/telemetry/otlp';
import { sendAll } from '@spanwise/telemetry/otlp-sender';
import { eventually } from '@spanwise/testing/eventually';
import { ApiClient } from '../harness/api-client.js';
import type { Access } from '../harness/product.js';
import { rangeOf, type Target } from './checks.js';
import type { ApiItem, ApiRed, DataSet } from './data-set.js';
import { offsetToNow, place } from './shift.js';
import type { Variant } from './variants.js';

const CONNECTIONS = 4;
/** A recorded day is counted no faster than it is sent. */
const COUNTED_MS = 120_000;

export interface Placing {
  /** Not used before: it keeps this set apart from all others. */
  namespace: string;
  /** When its last span ends. */
  atNanos?: bigint;
}

/** May be called again with the same `atNanos`: the same spans come once more. */
export async function deliverSet(
  set: DataSet,
  variant: Variant,
  access: Access,
  { namespace, atNanos = BigInt(Date.now()) * 1_000_000n }: Placing,
): Promise<Target> {
  const offsetNanos = offsetToNow(set.lastNanos, atNanos);
  function* requests(): Generator<TraceRequest> {
    for (const index of variant.order(set.lines.length))
      yield place(JSON.parse(set.lines[index]!) as TraceRequest, { offsetNanos, namespace });
  }
  const { baseUrl, intakeToken: token } = access;
  const { encoding } = variant;
  const totals = await sendAll(requests(), { baseUrl, token, encoding, connections: CONNECTIONS });
  expect([totals.rejectedSpans, totals.firstRejection]).toEqual([0, undefined]);
  const api = new ApiClient(baseUrl, access.readToken);
  return { api, set, namespace, offsetMicros: Number(offsetNanos / 1_000n) };
}

/** Every request and call that was sent, and none twice. */
export const arrived = (target: Target): Promise<void> =>
  eventually(
    async () => {
      const { set, api, namespace } = target;
      const asked = { namespace, ...rangeOf(target), resolution: 'minute' };
      const { red } = await api.get<{ red: ApiRed }>('overview', asked);
      expect(red.sampled_count, 'requests').toBe(set.sampledRequests);
      if (set.sampledCalls === undefined) return;
      const rows = await api.list<ApiItem>('dependencies', asked);
      const calls = rows.reduce((sum, row) => sum + row.red.sampled_count, 0);
      expect(calls, 'calls').toBe(set.sampledCalls);
    },
    { takesMs: COUNTED_MS },
  );
