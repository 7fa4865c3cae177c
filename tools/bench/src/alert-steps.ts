/** 10,000 rules of ten organizations, evaluated by the product each minute: how late, and what it costs. */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { BUILTIN_ROLES } from '@spanwise/contracts/authz/permissions';
import { must } from '@spanwise/e2e/system/harness/http';
import type { Product } from '@spanwise/e2e/system/harness/product';
import { sendAll } from '@spanwise/telemetry/otlp-sender';
import type { Span, TraceRequest } from '@spanwise/telemetry/otlp';
import { cpuSeconds, percentile } from './measure.js';
import type { Report } from './report.js';

const ORGANIZATIONS = 10;
const SERVICES = 200;
/** As many as an organization may have, with those that it begins with. */
const RULES = 1_000;
const RULES_AT_ONCE = 4;
const SEND_EVERY_MS = 10_000;
const STEPS = 5;
const SETTLE_SECS = 30;
const EVALUATING = ['notify', 'apm', 'postgres'];
const ROUTES = ['/orders', '/orders/{id}', '/items', '/items/{id}', '/health'];
const FIGURES = ['error_rate', 'p95', 'count', 'average', 'p99'];
const PASSWORD = 'correct horse 9 battery';
const OWNER_ROLE = BUILTIN_ROLES.find(({ key }) => key === 'owner')!.id;

interface Organization {
  id: string;
  token: string;
  intakeToken: string;
}

export async function alertSteps(product: Product, adminPassword: string, report: Report): Promise<void> {
  const organizations = await makeOrganizations(product.baseUrl, adminPassword);
  let isOver = false;
  const feeding = feed(product.baseUrl, organizations, () => isOver);
  try {
    await wholeMinute();
    const idle = await cpuOf(product, 2);
    for (const organization of organizations) await makeRules(product.baseUrl, organization);
    await wholeMinute();
    await wholeMinute();
    const since = new Date();
    const busy = await cpuOf(product, STEPS);
    const rules = `${ORGANIZATIONS * RULES} rules of ${ORGANIZATIONS} organizations`;
    const all = EVALUATING.reduce((sum, name) => sum + busy[name]! - idle[name]!, 0);
    report.add(`CPU of a step of ${rules}`, { product: all, digits: 2, unit: 's', target: '<= 20' });
    for (const name of EVALUATING) {
      report.add(`  of ${name}`, { product: busy[name]! - idle[name]!, digits: 2, unit: 's' });
    }
    const delays = await delaysSince(product, since);
    report.add('evaluated after the step is settled, p50', { product: percentile(delays, 0.5), digits: 2, unit: 's' });
    report.add('  p99', { product: percentile(delays, 0.99), digits: 2, unit: 's', target: '<= 2' });
  } finally {
    isOver = true;
    await feeding;
  }
}

async function makeOrganizations(baseUrl: string, password: string): Promise<Organization[]> {
  const make = <T>(line: string, token?: string, body?: object) => must<T>(baseUrl, line, token, body);
  const admin = { email: 'admin@spanwise.local', password };
  const { token: signedIn } = await make<{ token: string }>('POST /api/v1/auth/signin', undefined, admin);
  const all = await make<{ id: string; system: boolean }[]>('GET /api/v1/orgs', signedIn);
  const select = async (id: string, token: string) =>
    (await make<{ token: string }>(`POST /api/v1/orgs/${id}/select`, token)).token;
  const system = await select(all.find((one) => one.system)!.id, signedIn);
  const organizations: Organization[] = [];
  for (let at = 0; at < ORGANIZATIONS; at++) {
    const slug = `bench-${at}`;
    const { id } = await make<{ id: string }>('POST /api/v1/orgs', system, { name: slug, slug });
    const token = await select(id, system);
    const email = `owner@${slug}.example`;
    const owner = { email, display_name: slug, password: PASSWORD, role_ids: [OWNER_ROLE] };
    await make('POST /api/v1/users', token, owner);
    const tokenOf = async (role_key: string) =>
      (await make<{ token: string }>('POST /api/v1/auth/tokens', token, { name: role_key, role_key })).token;
    organizations.push({ id, token: await tokenOf('owner'), intakeToken: await tokenOf('ingest') });
  }
  return organizations;
}

async function makeRules(baseUrl: string, { token }: Organization): Promise<void> {
  const given = await must<object[]>(baseUrl, 'GET /api/v1/alerts/rules', token);
  if (given.length === 0) throw new Error('an organization that sends spans has no default rules');
  const waiting = Array.from({ length: RULES - given.length }, (_, at) => ruleOf(at)).values();
  const maker = async () => {
    for (const rule of waiting) await must(baseUrl, 'POST /api/v1/alerts/rules', token, rule);
  };
  await Promise.all(Array.from({ length: RULES_AT_ONCE }, maker));
}

/** Five for each service, none of which fires. */
function ruleOf(at: number): object {
  const figure = FIGURES[Math.floor(at / SERVICES)];
  return {
    name: `rule ${at}`,
    condition: {
      type: 'red',
      of: 'transaction',
      figure,
      group_by: ['transaction'],
      filters: { service: `service-${at % SERVICES}` },
    },
    query: {
      language: 'condition',
      statement: '-',
      period_secs: 300,
      stream: {
        name: 'default',
        stream_type: 'traces',
      },
    },
    trigger: { operator: 'gt', threshold: figure === 'error_rate' ? 0.99 : 1e9, for_periods: 1 },
  };
}

/** Every service of every organization answers each of its routes. */
async function feed(baseUrl: string, organizations: readonly Organization[], isOver: () => boolean): Promise<void> {
  for (let round = 0; !isOver(); round++) {
    const startedMs = Date.now();
    for (const [at, { intakeToken: token }] of organizations.entries()) {
      await sendAll([requestOf(round * ORGANIZATIONS + at, startedMs)], {
        baseUrl,
        token,
        encoding: 'protobuf',
        connections: 1,
      });
    }
    while (!isOver() && Date.now() < startedMs + SEND_EVERY_MS) await sleep(200);
  }
}

function requestOf(number: number, nowMs: number): TraceRequest {
  return {
    resourceSpans: Array.from({ length: SERVICES }, (_, service) => ({
      resource: { attributes: [{ key: 'service.name', value: { stringValue: `service-${service}` } }] },
      scopeSpans: [{ spans: ROUTES.map((route, at) => spanOf(route, number, service * ROUTES.length + at, nowMs)) }],
    })),
  };
}

function spanOf(route: string, number: number, at: number, nowMs: number): Span {
  const startNanos = BigInt(nowMs - 1_000) * 1_000_000n;
  return {
    traceId: (number + 1).toString(16).padStart(16, '0') + (at + 1).toString(16).padStart(16, '0'),
    spanId: (at + 1).toString(16).padStart(16, '0'),
    name: `GET ${route}`,
    kind: 2,
    startTimeUnixNano: startNanos.toString(),
    endTimeUnixNano: (startNanos + 20_000_000n).toString(),
    attributes: [
      { key: 'http.request.method', value: { stringValue: 'GET' } },
      { key: 'http.route', value: { stringValue: route } },
    ],
  };
}

const wholeMinute = () => sleep(60_000 - (Date.now() % 60_000));

/** Seconds of the processes that evaluate, in the middle of whole minutes. */
async function cpuOf(product: Product, minutes: number): Promise<Record<string, number>> {
  const seconds = () => Object.fromEntries(EVALUATING.map((name) => [name, cpuSeconds(product.pid(name)!)]));
  const before = seconds();
  await sleep(minutes * 60_000);
  const after = seconds();
  return Object.fromEntries(EVALUATING.map((name) => [name, (after[name]! - before[name]!) / minutes]));
}

/** Of each step of each organization, from the end of its time to settle to the transaction that evaluated it. */
async function delaysSince(product: Product, since: Date): Promise<number[]> {
  const client = new pg.Client({ connectionString: product.databaseUrl });
  await client.connect();
  const { rows } = await client.query<{ delay: number }>(
    `select extract(epoch from evaluated_at)::float8 - step * 60 - $2 as delay
       from notify.alert_evaluations where pass = $1 and evaluated_at > $3`,
    [`s${SETTLE_SECS}`, SETTLE_SECS, since],
  );
  await client.end();
  return rows.map(({ delay }) => delay);
}
