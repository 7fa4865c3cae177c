/** The questions of the guide, as they stand there, with answers that are counted here. */
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '@spanwise/testing/eventually';
import { answered, Client } from './product.fixture.js';
import type { Tenant } from './tenant.fixture.js';

const GUIDE = readFileSync(new URL('../../docs/queries.md', import.meta.url), 'utf8');
const QUESTIONS = new Map(
  [...GUIDE.matchAll(/^### (.+)\n\n```sql\n([^`]+)```/gm)].map(([, question, statement]) => [question, statement]),
);

const MINUTE = 60_000_000;
/** Half an hour ago, at the beginning of five minutes. */
const base = Math.floor((Date.now() * 1_000 - 30 * MINUTE) / (5 * MINUTE)) * 5 * MINUTE;
const time_range = { start: base - 10 * MINUTE, end: base + 60 * MINUTE };
const nanos = (micros: number): string => `${micros}000`;
const slotText = (micros: number): string => new Date(micros / 1_000).toISOString().slice(0, 19).replace('T', ' ');

type Value = string | number;
const keyValues = (values: Record<string, Value>) =>
  Object.entries(values).map(([key, value]) => ({
    key,
    value: typeof value === 'string' ? { stringValue: value } : { intValue: String(value) },
  }));

/** Durations in milliseconds of the requests that a service had in each of fifteen minutes; every seventh has failed. */
const SERVICES = { cart: 5, shop: 8 } as const;
type Service = keyof typeof SERVICES;
const names = Object.keys(SERVICES) as Service[];
const durations = (service: Service, minute: number): number[] =>
  Array.from(
    { length: SERVICES[service] + (minute % 3) },
    (_, n) => 1 + ((minute * 31 + n * 17 + service.length) % 90),
  );
const all = (service: Service): number[] => MINUTES.flatMap((minute) => durations(service, minute));
const MINUTES = Array.from({ length: 15 }, (_, n) => n);
const isFailed = (n: number): boolean => n % 7 === 0;
const countOf = (service: Service, minute: number, failed: boolean): number =>
  durations(service, minute).filter((_, n) => isFailed(n) === failed).length;
/** The counters of the shop are reset in this minute. */
const RESET = 8;

const BOUNDS = [10, 20, 50];
const explicitCounts = (values: number[]): number[] =>
  [...BOUNDS, Infinity].map((to, n) => values.filter((one) => one <= to && one > (BOUNDS[n - 1] ?? -Infinity)).length);
/** Of scale 0: (2^n, 2^(n+1)]. */
const exponentialCounts = (values: number[]): number[] =>
  Array.from({ length: 8 }, (_, n) => values.filter((one) => one > 2 ** (n - 1) && one <= 2 ** n).length);

const totals = (service: Service, minute: number, failed: boolean): number =>
  MINUTES.filter((one) => one <= minute && (service !== 'shop' || minute < RESET || one >= RESET)).reduce(
    (sum, one) => sum + countOf(service, one, failed),
    0,
  );

function requestPoints(service: Service): object[] {
  return MINUTES.flatMap((minute) =>
    [false, true].map((failed) => ({
      startTimeUnixNano: nanos(base + (service === 'shop' && minute >= RESET ? RESET - 1 : -1) * MINUTE),
      timeUnixNano: nanos(base + minute * MINUTE),
      asInt: String(totals(service, minute, failed)),
      attributes: keyValues({ 'http.response.status_code': failed ? 503 : 200 }),
    })),
  );
}

/** Of the cart explicit and cumulative, of the shop exponential and of each minute alone. */
function durationMetric(service: Service): object {
  const name = 'http.server.request.duration';
  const point = (minute: number, values: number[], began: number) => ({
    startTimeUnixNano: nanos(base + began * MINUTE),
    timeUnixNano: nanos(base + minute * MINUTE),
    count: String(values.length),
    sum: values.reduce((sum, one) => sum + one, 0),
  });
  if (service === 'cart') {
    const dataPoints = MINUTES.map((minute) => {
      const values = MINUTES.slice(0, minute + 1).flatMap((one) => durations(service, one));
      return { ...point(minute, values, -1), explicitBounds: BOUNDS, bucketCounts: explicitCounts(values).map(String) };
    });
    return { name, unit: 'ms', histogram: { aggregationTemporality: 2, dataPoints } };
  }
  const dataPoints = MINUTES.map((minute) => {
    const values = durations(service, minute);
    const positive = { offset: -1, bucketCounts: exponentialCounts(values).map(String) };
    return { ...point(minute, values, minute - 1), scale: 0, zeroCount: '0', positive };
  });
  return { name, unit: 'ms', exponentialHistogram: { aggregationTemporality: 1, dataPoints } };
}

interface Line {
  service: string;
  minute: number;
  body: string;
  severity?: number;
  attributes?: object[];
}
const user = (id: string) => ({
  key: 'ctx',
  value: { kvlistValue: { values: [{ key: 'user', value: { kvlistValue: { values: keyValues({ id }) } } }] } },
});
const LINES: Line[] = [
  { service: 'shop', minute: 1, body: 'Payment of 5 REFUSED', severity: 17, attributes: [user('u-7')] },
  { service: 'shop', minute: 2, body: 'payment taken', attributes: [user('u-8')] },
  { service: 'shop', minute: 6, body: 'refused: a payment', severity: 13, attributes: [user('u-7')] },
  ...[2, 11, 12].map((minute) => ({
    service: 'cart',
    minute,
    body: 'failed',
    severity: 17,
    attributes: keyValues({ 'exception.type': minute === 2 ? 'Empty' : 'Full' }),
  })),
  { service: 'awake', minute: 29, body: 'still here' },
];

let client: Client<Tenant>;

const post = async (path: string, body: object): Promise<void> => {
  const response = await fetch(`${client.product.baseUrl}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${client.product.intakeToken}` },
    body: JSON.stringify(body),
  });
  expect([response.status, await response.text()]).toEqual([200, '{}']);
};
const resourceOf = (service: string) => ({ attributes: keyValues({ 'service.name': service }) });

/** Milliseconds of spans by their routes. */
const ROUTES: Record<string, number[]> = { '/orders': [10, 20, 40, 80], '/ping': [1, 2, 3] };
const spans = Object.entries(ROUTES).flatMap(([route, took], at) =>
  took.map((ms, n) => ({
    traceId: `${at + 1}${n + 1}`.padStart(32, 'a'),
    spanId: `${at + 1}${n + 1}`.padStart(16, 'b'),
    name: `GET ${route}`,
    kind: 2,
    startTimeUnixNano: nanos(base + n * MINUTE),
    endTimeUnixNano: nanos(base + n * MINUTE + ms * 1_000),
    attributes: keyValues({ 'http.route': route }),
  })),
);

const ask = async (statement: string) =>
  (await answered(client.api.POST('/api/v1/query', { body: { language: 'sql', statement, time_range } }))).rows;
async function answerTo(question: string): Promise<unknown[][]> {
  const statement = QUESTIONS.get(question);
  if (statement === undefined) throw new Error(`the guide does not ask: ${question}`);
  return (await ask(statement)) as unknown[][];
}

beforeAll(async () => {
  client = await Client.join();
  const requests = { name: 'http.server.requests', unit: '1' };
  await post('/v1/metrics', {
    resourceMetrics: names.map((service) => ({
      resource: resourceOf(service),
      scopeMetrics: [
        {
          metrics: [
            {
              ...requests,
              sum: { aggregationTemporality: 2, isMonotonic: true, dataPoints: requestPoints(service) },
            },
            durationMetric(service),
          ],
        },
      ],
    })),
  });
  await post('/v1/logs', {
    resourceLogs: LINES.map(({ service, minute, body, severity, attributes = [] }) => ({
      resource: resourceOf(service),
      scopeLogs: [
        {
          logRecords: [
            {
              timeUnixNano: nanos(base + minute * MINUTE),
              body: { stringValue: body },
              severityNumber: severity ?? 9,
              attributes,
            },
          ],
        },
      ],
    })),
  });
  await post('/v1/traces', { resourceSpans: [{ resource: resourceOf('shop'), scopeSpans: [{ spans }] }] });
  const counts = { metrics: names.length * MINUTES.length * 3, logs: LINES.length, traces: spans.length };
  await eventually(async () => {
    for (const [signal, count] of Object.entries(counts))
      expect(await ask(`select count(*) from ${signal}."default"`)).toEqual([[count]]);
  });
});

const close = (value: number): unknown => expect.closeTo(value, 6);
const failedOf = (service: Service): number => MINUTES.reduce((sum, minute) => sum + countOf(service, minute, true), 0);

/** Where so many of the values lie below, taken as spread evenly in their buckets. */
function quantileOf(buckets: { from: number; to: number; count: number }[], q: number): number {
  let rank = q * buckets.reduce((sum, { count }) => sum + count, 0);
  for (const { from, to, count } of buckets) {
    if (count > 0 && rank <= count) return from + ((to - from) * rank) / count;
    rank -= count;
  }
  throw new Error('there is nothing');
}

const linear = (sorted: number[], q: number): number => {
  const place = (sorted.length - 1) * q;
  const low = Math.floor(place);
  return sorted[low]! + ((sorted[low + 1] ?? sorted[low])! - sorted[low]!) * (place - low);
};

describe('the guide answers', () => {
  it('ten questions', () => expect(QUESTIONS.size).toBe(10));

  it('how many requests a second each service has, over a reset (QUERY-20)', async () => {
    const expected = [0, 5, 10].flatMap((from) =>
      names.map((service) => {
        const requests = MINUTES.slice(from, from + 5).flatMap((minute) => durations(service, minute)).length;
        return [slotText(base + from * MINUTE), service, close(requests / 300)];
      }),
    );
    expect(await answerTo('How many requests a second has each service?')).toEqual(expected);
  });

  it('how slow 95 % of the requests are, from histograms of both kinds (QUERY-20)', async () => {
    const cart = explicitCounts(all('cart')).map((count, n) => ({
      from: BOUNDS[n - 1] ?? 0,
      to: BOUNDS[n] ?? BOUNDS[n - 1]!,
      count,
    }));
    const shop = exponentialCounts(all('shop')).map((count, n) => ({ from: 2 ** (n - 1), to: 2 ** n, count }));
    expect(await answerTo('How slow are 95 % of the requests?')).toEqual([
      ['cart', close(quantileOf(cart, 0.95))],
      ['shop', close(quantileOf(shop, 0.95))],
    ]);
  });

  it('how long a request takes on average (QUERY-20)', async () => {
    const mean = (values: number[]) => values.reduce((sum, one) => sum + one, 0) / values.length;
    const expected = names.map((service) => [service, close(mean(all(service)))]);
    expect(await answerTo('How long does a request take on average?')).toEqual(expected);
  });

  it('which share of the requests has failed (QUERY-20)', async () => {
    const expected = names.map((service) => [service, close(failedOf(service) / all(service).length)]);
    expect(await answerTo('Which share of the requests has failed?')).toEqual(expected);
  });

  it('which lines of the last hour speak of something (QUERY-19, QUERY-21)', async () => {
    expect(await answerTo('Which lines of the last hour speak of something?')).toEqual([
      [slotText(base + MINUTE), 'Payment of 5 REFUSED'],
      [slotText(base + 6 * MINUTE), 'refused: a payment'],
    ]);
  });

  it('when errors come (QUERY-19)', async () => {
    const slots = new Map<number, [errors: number, lines: number]>();
    for (const { minute, severity } of LINES) {
      const from = Math.floor(minute / 5) * 5;
      const [errors, lines] = slots.get(from) ?? [0, 0];
      slots.set(from, [errors + (severity === 17 ? 1 : 0), lines + 1]);
    }
    const expected = [...slots].sort(([a], [b]) => a - b);
    expect(await answerTo('When do errors come?')).toEqual(
      expected.map(([from, counts]) => [slotText(base + from * MINUTE), ...counts]),
    );
  });

  it('which routes are the slowest', async () => {
    const expected = Object.entries(ROUTES).map(([route, took]) => [route, took.length, close(linear(took, 0.95))]);
    expect(await answerTo('Which routes are the slowest?')).toEqual(expected);
  });

  it('what goes wrong most often', async () => {
    expect(await answerTo('What goes wrong most often?')).toEqual([
      ['Full', 2, slotText(base + 12 * MINUTE)],
      ['Empty', 1, slotText(base + 2 * MINUTE)],
    ]);
  });

  it('what one user has met', async () => {
    expect(await answerTo('What has one user met?')).toEqual([
      [slotText(base + MINUTE), 'Payment of 5 REFUSED'],
      [slotText(base + 6 * MINUTE), 'refused: a payment'],
    ]);
  });

  it('who has fallen silent (QUERY-19)', async () => {
    const rows = await answerTo('Who has fallen silent?');
    expect(rows.map(([service]) => service)).toEqual(names);
    for (const [, minutes] of rows) expect(minutes).toBeGreaterThanOrEqual(15);
  });
});

describe('a dotted name of a nested field (QUERY-23)', () => {
  const window = { from: time_range.start, to: time_range.end };
  const filters = [{ field: 'ctx.user.id', op: '=' as const, value: 'u-7' }];

  it('filters lists and has statistics', async () => {
    const logs = await answered(client.api.POST('/api/v1/web/logs', { body: { ...window, filters, limit: 100 } }));
    expect(logs.items.map(({ body }) => body)).toEqual(['refused: a payment', 'Payment of 5 REFUSED']);
    const of = { ...window, stream: 'default', field: 'ctx.user.id' };
    const statistics = await answered(client.api.POST('/api/v1/web/field_statistics', { body: of }));
    expect(statistics).toMatchObject({
      count: 3,
      missing: 4,
      distinct: 2,
      top_values: [{ value: 'u-7', count: 2 }, {}],
    });
  });

  it('filters what lies around a moment (QUERY-24)', async () => {
    const around = { stream: 'default', event_timestamp_us: base + 3 * MINUTE, filters };
    const { before, after } = await answered(client.api.POST('/api/v1/query/search_around', { body: around }));
    const bodies = ({ columns, rows }: typeof before) => rows.map((row) => row[columns.indexOf('body')]);
    expect([bodies(before), bodies(after)]).toEqual([['Payment of 5 REFUSED'], ['refused: a payment']]);
  });
});
