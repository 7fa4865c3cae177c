/** Random texts wherever the senders of telemetry choose one (ALERT-153): nothing stops, and what is kept can be read. */
import { beforeAll, expect, it } from 'vitest';
import { eventually } from '@spanwise/testing/eventually';
import { Client } from '../../src/product.fixture.js';
import type { Tenant } from '../../src/tenant.fixture.js';
import { hostileText } from './random-texts.js';

const TEXTS = 2_000;
const AT_ONCE = 4;

let client: Client<Tenant>;
let owner: string;

beforeAll(async () => {
  client = await Client.join();
  owner = await client.product.ownerToken();
});

/** One span, log record and gauge, in which every text that their sender chooses is this one. */
function telemetryOf(text: string, at: number) {
  const attributes = [{ key: text, value: { stringValue: text } }];
  const named = { key: 'service.name', value: { stringValue: text } };
  const resource = { attributes: [...attributes, named] };
  const scope = { name: text, version: text };
  const nanos = `${BigInt(Date.now()) * 1_000_000n}`;
  const id = at.toString(16).padStart(16, '0');
  const exception = [
    { key: 'exception.type', value: { stringValue: text } },
    { key: 'exception.message', value: { stringValue: text } },
  ];
  const span = {
    traceId: `${id}${id}`,
    spanId: id,
    name: text,
    kind: 2,
    startTimeUnixNano: nanos,
    endTimeUnixNano: nanos,
    status: { code: 2, message: text },
    attributes,
    events: [{ name: 'exception', timeUnixNano: nanos, attributes: exception }],
  };
  const record = { timeUnixNano: nanos, severityText: text, body: { stringValue: text }, attributes };
  const metric = { name: text, unit: text, gauge: { dataPoints: [{ timeUnixNano: nanos, asDouble: 1, attributes }] } };
  return {
    traces: { resourceSpans: [{ resource, scopeSpans: [{ scope, spans: [span] }] }] },
    logs: { resourceLogs: [{ resource, scopeLogs: [{ scope, logRecords: [record] }] }] },
    metrics: { resourceMetrics: [{ resource, scopeMetrics: [{ scope, metrics: [metric] }] }] },
  };
}

it('2,000 random texts in telemetry fail nothing, and can be read', { timeout: 300_000 }, async () => {
  const faults: unknown[] = [];
  const texts = Array.from({ length: TEXTS }, hostileText);
  const waiting = [...texts.entries()];
  const send = (signal: string, body: object) =>
    client.call(`POST /${signal}`, { token: client.product.intakeToken, body });
  const lane = async () => {
    for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) {
      const [at, text] = one;
      const signal = (['traces', 'logs', 'metrics'] as const)[at % 3];
      const { status } = await send(signal!, telemetryOf(text, at + 1)[signal!]);
      // 429: more than the product takes at once.
      if (![200, 400, 429].includes(status)) faults.push([signal, status, JSON.stringify(text.slice(0, 20))]);
    }
  };
  // Known before there are more names than an organization may have.
  await send('traces', telemetryOf('known', TEXTS + 1).traces);
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  expect(faults).toEqual([]);
  await eventually(async () =>
    expect(await send('traces', telemetryOf('known', TEXTS + 2).traces)).toMatchObject({ status: 200 }),
  );
  const range = `from=${(Date.now() - 3_600_000) * 1_000}&to=${(Date.now() + 3_600_000) * 1_000}&limit=200`;
  const read = async (path: string) => {
    const { status, body } = await client.call<{ items?: unknown[] }>(`GET ${path}`, { token: owner });
    expect([path, status]).toEqual([path, 200]);
    JSON.stringify(body, (_, value: unknown) => {
      if (typeof value === 'string') expect([path, value]).not.toEqual([path, expect.stringMatching(/\p{Surrogate}/u)]);
      return value;
    });
    return body.items ?? [];
  };
  await eventually(async () =>
    expect(await read(`/apm/services?service=known&${range}`)).toMatchObject([{ red: { request_count: 2 } }]),
  );
  const record = { timeUnixNano: `${BigInt(Date.now()) * 1_000_000n}`, body: { stringValue: 'after them all' } };
  const logs = { resourceLogs: [{ scopeLogs: [{ logRecords: [record] }] }] };
  expect(await send('logs', logs)).toMatchObject({ status: 200 });
  const time_range = { start: (Date.now() - 3_600_000) * 1_000, end: (Date.now() + 60_000) * 1_000 };
  const statement = `select count(*) as found from "default" where body = 'after them all'`;
  await eventually(async () => {
    const question = { token: owner, body: { language: 'sql', statement, time_range } };
    expect((await client.call('POST /query', question)).body).toMatchObject({ rows: [[1]] });
  });
  for (const list of ['services', 'transactions', 'errors', 'overview']) await read(`/apm/${list}?${range}`);
  for (const path of ['/streams', `/web/traces?${range.replace('&limit=200', '')}&limit=100`]) await read(path);
});
