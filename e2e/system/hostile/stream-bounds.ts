/** How many streams the attacker's metrics became: each is a row of the catalogue and files of its own. */
import { query } from '../crash/log-view.js';
import type { Product } from '../harness/product.js';
import type { Organization } from './scene.js';
import { MANY_METRICS_PREFIX } from './ways.js';

/** The defaults of the gateway, which the operations guide names. */
const PER_REQUEST = 500;
const PER_MINUTE = 600;

export async function streamFaults(
  product: Product,
  attacker: Organization,
  /** How often requests were sent, by the beginning of their streams' names. */
  sent: ReadonlyMap<string, number>,
  startedMs: number,
  log: (line: string) => void,
): Promise<string[]> {
  // The API lists the first 200.
  const streams = await query<{ name: string }>(
    product,
    `select name from apm.streams where organization_id = '${attacker.id}' and signal = 'metrics'`,
  );
  const ofRequests = new Map<string, number>();
  for (const { name } of streams) {
    if (!name.startsWith(MANY_METRICS_PREFIX)) continue;
    const request = name.slice(0, name.lastIndexOf('_'));
    ofRequests.set(request, (ofRequests.get(request) ?? 0) + 1);
  }
  // What is refused for a while is sent again, and may make as many then.
  const largest = Math.max(0, ...[...ofRequests].map(([prefix, made]) => made / Math.max(1, sent.get(prefix) ?? 0)));
  const minutes = Math.ceil((performance.now() - startedMs) / 60_000);
  log(`  streams of metrics: ${streams.length} in ${minutes} minutes, ${Math.ceil(largest)} of one request at most`);
  const faults: string[] = [];
  if (largest > PER_REQUEST) faults.push(`one request made ${Math.ceil(largest)} streams, more than ${PER_REQUEST}`);
  if (largest === 0) faults.push('no request of many metrics made a stream: their limit was not tried');
  // Those of a minute may all be made at once, and again as the minute goes on.
  const most = PER_MINUTE * (minutes + 1);
  if (streams.length > most)
    faults.push(`${streams.length} streams were made in ${minutes} minutes, more than ${most}`);
  return faults;
}
