/** A product that has hours of telemetry, rules about it, and somebody who is told. */
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AlertRule } from '@spanwise/contracts/alert-rules';
import { generate } from '@spanwise/telemetry/shop/generate';
import type { TraceRequest } from '@spanwise/telemetry/otlp';
import { sendAll } from '@spanwise/telemetry/otlp-sender';
import { query } from '../crash/log-view.js';
import { must } from '../isolation/http.js';
import { Product } from '../harness/product.js';
import { cursorsOf, type Cursors } from './alert-tables.js';
import { appliedMicros } from './notify-bus.js';

const HOUR_MICROS = 3_600_000_000;
const READY_MS = 180_000;
/** Days of telemetry are counted for longer than they are sent. */
const COUNTED_MS = 1_800_000;
const POLL_MS = 200;
/** Where nothing listens: what is told is looked at in the outbox. */
const NOBODY = 'http://127.0.0.6:9/';

const ENVIRONMENT = {
  SPANWISE_EGRESS_ALLOW_CIDRS: '127.0.0.6/32',
  SPANWISE_RESTART_LIMIT: '100000',
  SPANWISE_RETRY_SCALE: '0.01',
  LOG_LEVEL: 'warn',
};

/** Beside the default rules: some that fire and end all the time, over every kind of figure. */
const BUSY_RULES = [
  red('transactions fail', { of: 'transaction', figure: 'error_rate' }, 'gte', 0.03),
  red('services are slow', { of: 'service', figure: 'p95' }, 'gte', 300_000),
  red('calls fail', { of: 'dependency', figure: 'error_count' }, 'gt', 0),
  red('few requests', { of: 'service', figure: 'count' }, 'lt', 20),
  {
    name: 'the budget burns',
    condition: {
      type: 'slo',
      of: 'service',
      filters: {},
      group_by: ['service'],
      objective: 0.99,
      period_days: 30,
      pairs: ['1h'],
      min_events: 10,
    },
    trigger: { operator: 'gte', threshold: 1, for_periods: 1 },
  },
];

function red(name: string, selector: { of: string; figure: string }, operator: string, threshold: number) {
  const subject = selector.of === 'service' ? [] : [selector.of];
  return {
    name,
    condition: { type: 'red', ...selector, filters: {}, group_by: ['service', ...subject] },
    query: {
      language: 'condition',
      statement: '-',
      period_secs: 60,
      stream: {
        name: 'default',
        stream_type: 'traces',
      },
    },
    trigger: { operator, threshold, for_periods: 1, silence_secs: 0 },
    evaluation: { new_series_grace_steps: 0 },
  };
}

const stepOf = (micros: number): number => Math.floor(micros / 60_000_000);
const newest = (cursors: Cursors): number => Math.max(...cursors.values());

interface SignedIn {
  token: string;
  org_id: string;
}

export interface Watched {
  product: Product;
  organizationId: string;
  token: string;
  /** The first step with telemetry. */
  firstStep: number;
}

export const startShop = (hours: number, tracesPerMinute: number, seed: string): Promise<Watched> => {
  const toMicros = Date.now() * 1_000;
  const fromMicros = toMicros - hours * HOUR_MICROS;
  const telemetry = generate({ seed, fromMicros, toMicros, tracesPerMinute, exportSeconds: 30, clockStepChance: 0 });
  return startWatched(telemetry, fromMicros, BUSY_RULES);
};

/** A product that has judged the telemetry. `rules` stand beside the default ones. */
export async function startWatched(
  telemetry: Iterable<TraceRequest>,
  fromMicros: number,
  rules: readonly object[],
): Promise<Watched> {
  const watched = await startCounted(telemetry, fromMicros);
  const { product, organizationId, token } = watched;
  try {
    const countedStep = stepOf(Date.now() * 1_000) + 1;
    await defaultRules(watched);
    for (const rule of rules) await must(product.baseUrl, 'POST /api/v1/alerts/rules', token, rule);
    // What has judged a step after it has seen everything.
    await until(async () => newest(await cursorsOf(product, organizationId)) > countedStep, 'nothing is judged');
    return watched;
  } catch (error) {
    product.stop();
    throw error;
  }
}

/** A product that has counted the telemetry. `environment` stands beside its own. */
export async function startCounted(
  telemetry: Iterable<TraceRequest>,
  fromMicros: number,
  environment: Record<string, string> = {},
): Promise<Watched> {
  const password = randomBytes(12).toString('base64url');
  const own = { ...ENVIRONMENT, ...environment, SPANWISE_ADMIN_PASSWORD: password };
  const product = await Product.start({ environment: own });
  try {
    const { baseUrl, intakeToken } = product;
    const admin = { email: 'admin@spanwise.local', password };
    const signedIn = await must<SignedIn>(baseUrl, 'POST /api/v1/auth/signin', undefined, admin);
    const { token, org_id: organizationId } = signedIn;
    await tellSomebody(baseUrl, token);
    await sendAndCount(product, telemetry, intakeToken);
    return { product, organizationId, token, firstStep: stepOf(fromMicros) + 1 };
  } catch (error) {
    product.stop();
    throw error;
  }
}

/** Every event of an incident makes one delivery. */
async function tellSomebody(baseUrl: string, token: string): Promise<void> {
  const connector = { name: 'nobody', connector_type: 'webhook', config: { url: NOBODY, timeout_secs: 1 } };
  const { id } = await must<{ id: string }>(baseUrl, 'POST /api/v1/notify/connectors', token, connector);
  const routes = [{ connector_id: id, target_type: 'fixed_group', target: 'nobody', order: 1 }];
  await must(baseUrl, 'PUT /api/v1/notify/organization-defaults/alert', token, { routes });
  for (const kind of ['triggered', 'resolved']) {
    await must(baseUrl, 'POST /api/v1/notify/policies', token, {
      name: kind,
      event_type: `alert.${kind}`,
      category: 'alert',
      recipient_resolver: 'alert_owner',
      delivery_mode: 'prefer_user',
    });
  }
}

/** Sends it all, and waits until it is in the figures. Returns how many spans it was. */
export async function sendAndCount(
  product: Product,
  telemetry: Iterable<TraceRequest>,
  token: string,
  connections = 4,
): Promise<number> {
  const { baseUrl } = product;
  const before = await spansCounted(product);
  const { spans } = await sendAll(telemetry, { baseUrl, token, encoding: 'protobuf', connections });
  const isCounted = async () => (await spansCounted(product)) >= before + spans;
  await until(isCounted, 'the telemetry is not counted', COUNTED_MS);
  // Whatever apm applies up to a moment of the log after this one holds it.
  const countedMicros = Date.now() * 1_000;
  await until(async () => (await appliedMicros(product)) > countedMicros, 'the telemetry is not in the figures');
  return spans;
}

/** By the projector, of all organizations. */
async function spansCounted(product: Product): Promise<number> {
  const [{ seen }] = await query<{ seen: string }>(
    product,
    'select coalesce(sum(counted + duplicate), 0) as seen from projector.ledger where signal = 0',
  );
  return Number(seen);
}

async function defaultRules({ product, token, organizationId }: Watched): Promise<void> {
  const rules = () => must<AlertRule[]>(product.baseUrl, 'GET /api/v1/alerts/rules', token);
  await until(async () => (await rules()).length > 0, 'the organization has no default rules');
  await until(async () => (await cursorsOf(product, organizationId)).size > 1, 'no step is judged');
}

/** Throws with `otherwise` when it does not come. Faults of a database that is killed meanwhile are passing. */
export async function until(isSo: () => Promise<boolean>, otherwise: string, withinMs = READY_MS): Promise<void> {
  const deadline = performance.now() + withinMs;
  while (!(await isSo().catch(() => false))) {
    if (performance.now() > deadline) throw new Error(`${otherwise} after ${withinMs / 1_000} s`);
    await sleep(POLL_MS);
  }
}
