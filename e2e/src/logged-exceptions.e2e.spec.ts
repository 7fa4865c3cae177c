/** Exceptions through the gateway: as events of spans, as log records, as both, in any order. */
import { beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '@spanwise/testing/eventually';
import { answered, Client, serverSpan } from './product.fixture.js';
import type { Tenant } from './tenant.fixture.js';

let client: Client<Tenant>;

beforeAll(async () => {
  client = await Client.join();
});

const nowMicros = () => Date.now() * 1_000;
const text = (key: string, stringValue: string) => ({ key, value: { stringValue } });
const EXCEPTION = [
  text('exception.type', 'shop.Broken'),
  text('exception.message', 'order 17'),
  text('exception.stacktrace', 'shop.Broken: order 17\n\tat shop.Cart.total(Cart.java:41)'),
];

interface Failure {
  traceId: string;
  spanId: string;
  startTimeUnixNano: string;
}

const failure = (): Failure => {
  const start = nowMicros();
  const events = [{ name: 'exception', timeUnixNano: `${start + 900}000`, attributes: EXCEPTION }];
  return serverSpan(start, { status: { code: 2 }, events }) as Failure;
};

const sendEvent = async (service: string, failed: Failure) =>
  expect(await client.send([failed], { 'service.name': service })).toBe(200);

const recordsOf = (service: string, { traceId, spanId, startTimeUnixNano }: Failure, more: object[] = []): string => {
  const record = { traceId, spanId, timeUnixNano: startTimeUnixNano, severityNumber: 17, attributes: EXCEPTION };
  const resource = { attributes: [text('service.name', service)] };
  return JSON.stringify({ resourceLogs: [{ resource, scopeLogs: [{ logRecords: [record, ...more] }] }] });
};

async function sendRecords(body: string): Promise<void> {
  const response = await fetch(`${client.product.baseUrl}/v1/logs`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${client.product.intakeToken}` },
    body,
  });
  expect(response.status).toBe(200);
}

/** Records of the service that can be queried: then the projection has processed them. */
async function storedRecords(service: string): Promise<number> {
  const range = { start: nowMicros() - 3_600_000_000, end: nowMicros() + 1 };
  const response = await fetch(`${client.product.baseUrl}/api/v1/query`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${client.product.readToken}` },
    body: JSON.stringify({
      language: 'sql',
      statement: `select count(*) from logs."default" where "service.name" = '${service}'`,
      time_range: range,
    }),
  });
  const { rows } = (await response.json()) as { rows?: number[][] };
  return rows?.[0]![0] ?? 0;
}

async function groupsOf(service: string) {
  const { items } = await answered(client.api.GET('/api/v1/apm/errors', { params: { query: { service } } }));
  return items.map(({ error, occurrence_count, representative_message }) => [
    error.error_type,
    occurrence_count,
    representative_message,
  ]);
}

const ONCE = [['shop.Broken', 1, 'order 17']];

describe('an exception', () => {
  it.each<[string, number, (service: string, failed: Failure) => Promise<void>]>([
    ['a log record alone', 1, (service, failed) => sendRecords(recordsOf(service, failed))],
    ['an event of its span alone', 0, sendEvent],
    [
      'an event, then a record in another batch',
      1,
      async (service, failed) => {
        await sendEvent(service, failed);
        await eventually(async () => expect(await groupsOf(service)).toEqual(ONCE));
        await sendRecords(recordsOf(service, failed));
      },
    ],
    [
      'a record, then an event in another batch',
      1,
      async (service, failed) => {
        await sendRecords(recordsOf(service, failed));
        await eventually(async () => expect(await groupsOf(service)).toEqual(ONCE));
        await sendEvent(service, failed);
      },
    ],
    [
      'both at the same time',
      1,
      async (service, failed) => {
        await Promise.all([sendEvent(service, failed), sendRecords(recordsOf(service, failed))]);
      },
    ],
    [
      'a record whose request comes twice',
      1,
      async (service, failed) => {
        await sendRecords(recordsOf(service, failed));
        await sendRecords(recordsOf(service, failed));
      },
    ],
    [
      'a record that comes again in other company',
      3,
      async (service, failed) => {
        await sendRecords(recordsOf(service, failed));
        await sendRecords(recordsOf(service, failed, [{ timeUnixNano: failed.startTimeUnixNano }]));
      },
    ],
  ])('counts once as %s', async (what, records, send) => {
    const service = what.replaceAll(/\W+/g, '-');
    await send(service, failure());
    await eventually(async () => {
      expect(await groupsOf(service)).toEqual(ONCE);
      expect(await storedRecords(service)).toBe(records);
    });
    // What would count twice is counted by now.
    expect(await groupsOf(service)).toEqual(ONCE);
  });

  it('leads from its record to its trace and the logs of it', async () => {
    const failed = failure();
    await sendEvent('walk', failed);
    await sendRecords(recordsOf('walk', failed));
    await sendRecords(recordsOf('walk', failure()));
    const { error, occurrence_count } = (
      await eventually(async () => {
        const { items } = await answered(
          client.api.GET('/api/v1/apm/errors', { params: { query: { service: 'walk' } } }),
        );
        expect(items.map((item) => item.occurrence_count)).toEqual([2]);
        return items;
      })
    )[0]!;
    expect(occurrence_count).toBe(2);
    const { samples, grouping } = await answered(
      client.api.GET('/api/v1/apm/errors/{fingerprint}', { params: { path: { fingerprint: error.fingerprint } } }),
    );
    expect(grouping).toMatchObject({ rule: 'stack', types: ['shop.Broken'] });
    expect(samples.map(({ trace_id }) => trace_id)).toContain(failed.traceId);
    await eventually(async () => {
      const logs = await client.get<{ items: object[] }>(`/api/v1/traces/${failed.traceId}/logs`);
      expect(logs.body.items).toMatchObject([{ 'exception.type': 'shop.Broken', span_id: failed.spanId }]);
    });
  });
});
