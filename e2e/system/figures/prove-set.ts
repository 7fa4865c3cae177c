/** Proves one set in one variant: place it at now, send it, wait for it, compare. */
import type { TraceRequest } from '@spanwise/telemetry/otlp';
import { sendAll } from '@spanwise/telemetry/otlp-sender';
import { ApiClient, type Meta } from '../harness/api-client.js';
import { STALLED_MS, waitForArrival } from './arrival.js';
import { rangeOf, runChecks, type Target } from './checks.js';
import { Comparison } from './compare.js';
import type { DataSet } from './data-set.js';
import { offsetToNow, place } from './shift.js';
import type { Access } from '../harness/product.js';
import type { Variant } from './variants.js';

const CONNECTIONS = 4;

export interface ProveOptions {
  /** Not used before: it keeps this variant apart from all others. */
  namespace: string;
  print: (line: string) => void;
  stalledMs?: number;
}

export async function proveSet(
  set: DataSet,
  variant: Variant,
  access: Access,
  options: ProveOptions,
): Promise<Comparison[]> {
  const { namespace, print } = options;
  const offsetNanos = offsetToNow(set.lastNanos, BigInt(Date.now()) * 1_000_000n);
  const api = new ApiClient(access.baseUrl, access.readToken);
  const target: Target = { api, set, namespace, offsetMicros: Number(offsetNanos / 1000n) };
  const delivery = new Comparison('delivery');
  delivery.rows = set.lines.length;
  try {
    await deliver(delivery, target, variant, access, offsetNanos, options);
  } catch (error) {
    delivery.fail(error instanceof Error ? error.message : String(error));
    return [delivery];
  }
  const results = [delivery, ...(await runChecks(target))];
  await describeQuality(target, print);
  return results;
}

async function deliver(
  into: Comparison,
  target: Target,
  variant: Variant,
  access: Access,
  offsetNanos: bigint,
  { print, stalledMs = STALLED_MS }: ProveOptions,
): Promise<void> {
  const { set, namespace } = target;
  const startedAt = Date.now();
  const totals = await sendAll(requestsOf(set, variant, { offsetNanos, namespace }), {
    baseUrl: access.baseUrl,
    token: access.intakeToken,
    encoding: variant.encoding,
    connections: CONNECTIONS,
  });
  const seconds = (Date.now() - startedAt) / 1000;
  print(
    `  sent ${totals.spans} spans in ${totals.requests} requests, ${seconds.toFixed(1)} s, ${totals.retries} retries`,
  );
  if (totals.rejectedSpans > 0)
    into.fail(`${totals.rejectedSpans} spans were rejected, the first because: ${totals.firstRejection}`);
  const arrival = await waitForArrival(target, stalledMs);
  print(`  visible after ${(arrival.waitedMs / 1000).toFixed(1)} s: ${arrival.requests} requests`);
  if (!arrival.complete) {
    const expected = `${set.sampledRequests} request spans and ${set.sampledCalls ?? 'any number of'} call spans`;
    into.fail(`expected ${expected}, the product shows ${arrival.requests} and ${arrival.calls ?? 'not asked'}`);
  }
}

function* requestsOf(
  set: DataSet,
  variant: Variant,
  placement: { offsetNanos: bigint; namespace: string },
): Generator<TraceRequest> {
  for (const index of variant.order(set.lines.length))
    yield place(JSON.parse(set.lines[index]) as TraceRequest, placement);
}

/** Not compared, but what explains a difference is often said here. */
async function describeQuality(target: Target, print: (line: string) => void): Promise<void> {
  const question = { namespace: target.namespace, ...rangeOf(target), resolution: 'minute' };
  const { meta } = await target.api.get<{ meta: Meta }>('overview', question);
  const { gaps, overflow_dimensions: overflow } = meta.data_quality;
  const reasons = [...new Set(gaps.map((gap) => gap.reason))];
  if (reasons.length > 0) print(`  gaps shown: ${reasons.join(', ')}`);
  if (overflow.length > 0) print(`  overflow shown: ${overflow.join(', ')}`);
}
