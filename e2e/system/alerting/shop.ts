/** A product that has hours of telemetry, rules about it, and a connector for its notifications. */
import type { AlertRule } from '@spanwise/contracts/alerting/alert-rules';
import { alertProgress, type AlertProgress } from '@spanwise/contracts/alerting/measure';
import { generate } from '@spanwise/telemetry/shop/generate';
import type { TraceRequest } from '@spanwise/telemetry/otlp';
import { sendAll } from '@spanwise/telemetry/otlp-sender';
import { eventually } from '@spanwise/testing/eventually';
import { expect } from 'vitest';
import { query } from '../crash/log-view.js';
import { busOf } from '../harness/gateway-bus.js';
import { must } from '../harness/http.js';
import { Product } from '../harness/product.js';
import { cursorsOf } from './alert-tables.js';

const HOUR_MICROS = 3_600_000_000;
/** Days of telemetry are counted for longer than they are sent. */
const COUNTED_MS = 1_800_000;
/** Where nothing listens: notifications are read in the outbox. */
const UNREACHABLE = 'http://127.0.0.6:9/';

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
  const stream = { name: 'default', stream_type: 'traces' };
  return {
    name,
    condition: { type: 'red', ...selector, filters: {}, group_by: ['service', ...subject] },
    query: { language: 'condition', statement: '-', period_secs: 60, stream },
    trigger: { operator, threshold, for_periods: 1, silence_secs: 0 },
    evaluation: { new_series_grace_steps: 0 },
  };
}

const stepOf = (micros: number): number => Math.floor(micros / 60_000_000);

export interface Shop {
  product: Product;
  organizationId: string;
  token: string;
  /** The first step with telemetry. */
  firstStep: number;
}

/** A product that has counted hours of the shop, with the default rules and busy ones. */
export async function startShop(hours: number, tracesPerMinute: number, seed: string): Promise<Shop> {
  const toMicros = Date.now() * 1_000;
  const fromMicros = toMicros - hours * HOUR_MICROS;
  const telemetry = generate({ seed, fromMicros, toMicros, tracesPerMinute, exportSeconds: 30, clockStepChance: 0 });
  const shop = await startCounted(telemetry, fromMicros);
  const { product, organizationId, token } = shop;
  try {
    await eventually(async () => {
      expect(await must<AlertRule[]>(product.baseUrl, 'GET /api/v1/alerts/rules', token)).not.toEqual([]);
      expect((await cursorsOf(product, organizationId)).size).toBeGreaterThan(1);
    });
    for (const rule of BUSY_RULES) await must(product.baseUrl, 'POST /api/v1/alerts/rules', token, rule);
    return shop;
  } catch (error) {
    product.stop();
    throw error;
  }
}

/** A product that has counted the telemetry. `environment` is added to its own. */
export async function startCounted(
  telemetry: Iterable<TraceRequest>,
  fromMicros: number,
  environment: Record<string, string> = {},
): Promise<Shop> {
  const product = await Product.start({ environment: { ...ENVIRONMENT, ...environment } });
  try {
    const { token, org_id: organizationId } = await product.owner();
    await makeRoutes(product.baseUrl, token);
    await sendAndCount(product, telemetry, product.intakeToken);
    return { product, organizationId, token, firstStep: stepOf(fromMicros) + 1 };
  } catch (error) {
    product.stop();
    throw error;
  }
}

/** Every event of an incident makes one delivery. */
async function makeRoutes(baseUrl: string, token: string): Promise<void> {
  const connector = { name: 'unreachable', connector_type: 'webhook', config: { url: UNREACHABLE, timeout_secs: 1 } };
  const { id } = await must<{ id: string }>(baseUrl, 'POST /api/v1/notify/connectors', token, connector);
  const routes = [{ connector_id: id, target_type: 'fixed_group', target: 'ops', order: 1 }];
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
  const before = await spansCounted(product);
  const { spans } = await sendAll(telemetry, { baseUrl: product.baseUrl, token, encoding: 'protobuf', connections });
  const isCounted = async () => expect(await spansCounted(product)).toBeGreaterThanOrEqual(before + spans);
  await eventually(isCounted, { takesMs: COUNTED_MS });
  // Whatever apm applies up to a moment of the log after this one contains it.
  const countedMicros = Date.now() * 1_000;
  const bus = await busOf(product, 'notify');
  await eventually(async () => {
    const reply = await bus.request(alertProgress.subject, '{"data":{}}', { timeout: alertProgress.timeoutMs });
    const { stream_time_micros: applied } = reply.json<{ data: AlertProgress }>().data;
    expect(applied).toBeGreaterThan(countedMicros);
  });
  await bus.close();
  return spans;
}

/** By the projector, of all organizations. */
async function spansCounted(product: Product): Promise<number> {
  const { seen } = (
    await query<{ seen: string }>(
      product,
      'select coalesce(sum(counted + duplicate), 0) as seen from projector.ledger where signal = 0',
    )
  )[0]!;
  return Number(seen);
}
