/** Whether the figures are exact, the ledger balances and every row is stored, after everything has settled. */
import { ApiClient } from '../harness/api-client.js';
import type { Product } from '../harness/product.js';
import { query } from './log-view.js';
import type { Outcome } from './scene.js';
import { settled } from './settled.js';
import { usageFaults } from './usage-faults.js';
import type { Expected, Workload } from './workload.js';

export const MINUTE_MICROS = 60_000_000;
/** Reason of a gap of spans that were acknowledged and then lost with the log. */
export const LOST = 'flush_failed';

interface ServiceItem {
  service: { name: string };
  red: { request_count: number; error_count: number };
}

export interface Range {
  start: number;
  end: number;
}

interface Overview {
  red: { request_count: number };
  meta: { data_quality: { gaps: { range: Range; reason: string }[] } };
}

/** What is wrong, by where it is seen. */
export type Verdict = Record<'faults' | 'figures' | 'gaps' | 'ledger' | 'rows' | 'usage', string[]>;

export interface Expectation {
  workload: Workload;
  namespace: string;
  outcome: Outcome;
  startMicros: number;
  /** Bytes of the requests that were acknowledged, as they were sent. */
  takenBytes: number;
}

/** Throws when the product does not come to rest. */
export async function verdictOn(product: Product, expectation: Expectation): Promise<Verdict> {
  const { workload, namespace, outcome, startMicros, takenBytes } = expectation;
  await settled(product);
  const api = new ApiClient(product.baseUrl, product.readToken);
  const isLossy = outcome.lostAtMost > 0;
  const range = rangeOf(workload);
  const counted = await countOf(api, namespace, range);
  const gaps = await lossGaps(api, { start: startMicros, end: Date.now() * 1_000 });
  const ledger = await ledgerFaults(product, counted);
  console.log(`${counted} of ${workload.spans} spans are counted, ${gaps.length} gaps`);
  const missing = workload.spans - counted;
  return {
    faults: outcome.wrong,
    figures: [
      ...(await figureFaults(api, namespace, workload, () => isLossy)),
      ...(missing > outcome.lostAtMost ? [`${missing} spans are missing, ${outcome.lostAtMost} may be lost`] : []),
    ],
    gaps: outcome.gap === gaps.length > 0 ? [] : [outcome.gap ? 'no gap shows what was lost' : 'a gap without a loss'],
    ledger,
    rows: await rowFaults(product, api, namespace, counted),
    // What was lost with a part of the log is in no ledger either.
    usage: await usageFaults(product, isLossy ? 0 : takenBytes),
  };
}

/** The minutes of the spans. */
export function rangeOf({ expected }: Workload): Range {
  const minutes = [...expected.keys()];
  return { start: Math.min(...minutes), end: Math.max(...minutes) + MINUTE_MICROS };
}

/** By service: over the whole range from minutes and from hours, and in each minute. Where spans may be lost, none above that. */
export async function figureFaults(
  api: ApiClient,
  namespace: string,
  { expected }: Workload,
  mayLack: (minute: number) => boolean,
): Promise<string[]> {
  const minutes = [...expected.keys()];
  const [from, to] = [Math.min(...minutes), Math.max(...minutes) + MINUTE_MICROS];
  const total = sumOf([...expected.values()]);
  const isLossy = minutes.some(mayLack);
  const faults: string[] = [];
  const ask = async (what: string, right: Map<string, Expected>, lossy: boolean, range: object) => {
    const items = await api.list<ServiceItem>('services', { namespace, ...range });
    faults.push(...differences(what, right, items, lossy));
  };
  await ask('by minute', total, isLossy, { from, to, resolution: 'minute' });
  await ask('by hour', total, isLossy, { from, to, resolution: 'hour' });
  for (const [minute, right] of expected)
    await ask(`in ${minute}`, right, mayLack(minute), {
      from: minute,
      to: minute + MINUTE_MICROS,
      resolution: 'minute',
    });
  return faults;
}

function sumOf(parts: Map<string, Expected>[]): Map<string, Expected> {
  const sums = new Map<string, Expected>();
  for (const [service, { requests, errors }] of parts.flatMap((part) => [...part])) {
    const sum = sums.get(service) ?? { requests: 0, errors: 0 };
    sums.set(service, { requests: sum.requests + requests, errors: sum.errors + errors });
  }
  return sums;
}

function differences(what: string, right: Map<string, Expected>, items: ServiceItem[], lossy: boolean): string[] {
  const seen = new Map(items.map(({ service, red }) => [service.name, red]));
  return [...right].flatMap(([service, { requests, errors }]) => {
    const { request_count: gotRequests = 0, error_count: gotErrors = 0 } = seen.get(service) ?? {};
    const isRight = gotRequests === requests && gotErrors === errors;
    if (isRight || (lossy && gotRequests <= requests && gotErrors <= errors)) return [];
    return [`${service} ${what}: ${gotRequests} requests, ${gotErrors} errors instead of ${requests}, ${errors}`];
  });
}

export async function countOf(api: ApiClient, namespace: string, { start, end }: Range): Promise<number> {
  const asked = { namespace, from: start, to: end, resolution: 'minute' };
  return (await api.get<Overview>('overview', asked)).red.request_count;
}

export async function lossGaps(api: ApiClient, { start, end }: Range): Promise<Range[]> {
  const from = Math.floor(start / MINUTE_MICROS) * MINUTE_MICROS;
  const to = (Math.floor(end / MINUTE_MICROS) + 1) * MINUTE_MICROS;
  const { meta } = await api.get<Overview>('overview', { from, to, resolution: 'minute' });
  return meta.data_quality.gaps.filter(({ reason }) => reason === LOST).map((gap) => gap.range);
}

async function ledgerFaults(product: Product, counted: number): Promise<string[]> {
  const names = ['received', 'counted', 'duplicate', 'late', 'dead'] as const;
  const sums = names.map((name) => `coalesce(sum(${name}), 0)::float8 as ${name}`).join(', ');
  const [ledger] = await query<Record<(typeof names)[number], number>>(
    product,
    `select ${sums} from projector.ledger where signal = 0`,
  );
  const faults: string[] = [];
  if (ledger!.received !== ledger!.counted + ledger!.duplicate + ledger!.late + ledger!.dead)
    faults.push(`the ledger does not balance: ${JSON.stringify(ledger)}`);
  if (ledger!.counted !== counted)
    faults.push(`the ledger counted ${ledger!.counted} spans and the figures ${counted}`);
  if (ledger!.late + ledger!.dead > 0)
    faults.push(`the ledger has ${ledger!.late} late and ${ledger!.dead} dead spans`);
  return faults;
}

/** Every counted span is stored once; where the log lost spans, fewer rows may be stored, and the answer says so. */
async function rowFaults(product: Product, api: ApiClient, namespace: string, counted: number): Promise<string[]> {
  const statement = `select count(*), count(distinct trace_id || span_id) from traces.default where "service.namespace" = '${namespace}'`;
  const hour = 60 * MINUTE_MICROS;
  const { rows } = await api.sql(statement, { start: Date.now() * 1_000 - 6 * hour, end: Date.now() * 1_000 + hour });
  const [stored, spans] = rows[0]!.map(Number);
  const lost = await query(product, 'select 1 from apm.lost_ranges');
  const faults: string[] = [];
  if (stored !== spans) faults.push(`${stored} rows are stored of ${spans} spans`);
  if (spans! > counted) faults.push(`${spans} spans are stored and ${counted} counted`);
  if (spans! < counted && lost.length === 0)
    faults.push(`${counted - spans!} counted spans are not stored without a loss`);
  return faults;
}
