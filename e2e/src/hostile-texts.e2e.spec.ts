/**
 * Random texts in every place for a text of what members make and ask (API-13, ALERT-153): all but what signs somebody in, pays, and
 * takes telemetry, which has specs of its own.
 */
import { beforeAll, expect, it } from 'vitest';
import { eventually } from '@spanwise/testing/eventually';
import {
  placesOf,
  withValue,
  type DescribedOperation,
  type Description,
} from '../system/isolation/described-bodies.fixture.js';
import { Client } from './product.fixture.js';
import type { Tenant } from './tenant.fixture.js';

const TEXTS = 2_000;
const OF =
  /^\/api\/v1(?=\/(?:alerts|schedules|notify|teams|roles|users|me\/pr|workspace|orgs|invitations$|auth\/tokens|iam|connectors|resource_shares|apm|streams|saved_views|web|query)\b)/;
const AT_ONCE = 4;

let client: Client<Tenant>;
let description: Description;
let owner: string;

beforeAll(async () => {
  client = await Client.join();
  owner = await client.product.ownerToken();
  description = (await client.call<Description>('GET /openapi.json')).body;
});

/** The same in every run. */
let state = 46;
const below = (limit: number): number => (state = (state * 48_271) % 2_147_483_647) % limit;

const SOUND = ['🔥', 'e\u0301\u0323', '\u{1f468}\u200d\u{1f469}', 'x', '"', '\\u0000', '\\ud83d'];
const UNITS = [...SOUND, '\ud83d', '\udd25', '\0', '\u0001'];
const LENGTHS = [1, 1, 2, 5, 63, 127, 255, 1_024, 4_096, 16_384, 65_536];

function hostileText(): string {
  const of = below(2) === 0 ? SOUND : UNITS;
  const units = Array.from({ length: 1 + below(3) }, () => of[below(of.length)]);
  const unit = units.join('');
  return unit.repeat(Math.max(1, Math.floor(LENGTHS[below(LENGTHS.length)] / unit.length)));
}

interface Asked {
  line: string;
  path: string[];
  body: object;
  text: string;
}

/** Places of bodies that are made, or replaced whole where there is nothing to replace. */
function places(): { line: string; operation: DescribedOperation; path: string[]; example: object }[] {
  return Object.entries(description.paths)
    .filter(([path]) => OF.test(path))
    .flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, operation]) => {
        const { schema, example } = operation.requestBody?.content['application/json'] ?? {};
        if (schema === undefined || example === undefined) return [];
        const line = `${method.toUpperCase()} ${path.replace(OF, '').replaceAll(/\{\w+\}/g, '01a20000-0000-7000-8000-000000000000')}`;
        return placesOf(description, schema)
          .filter(({ takes }) => takes === 'text')
          .map((place) => ({ line, operation, path: place.path, example }));
      }),
    );
}

function plan(): Asked[] {
  const all = places();
  return Array.from({ length: TEXTS }, (_, at) => at).flatMap((at) => {
    const { line, path, example } = all[at % all.length];
    const text = hostileText();
    // Of its own, so that nothing is refused for its name.
    const named = 'name' in example ? { ...example, name: `t${at}` } : example;
    const body = withValue(named, path, text);
    return body === undefined ? [] : [{ line, path, body, text }];
  });
}

it('2,000 random texts fail nothing, and what is kept is read back as it was sent', async () => {
  const faults: unknown[] = [];
  let kept = 0;
  const asked = plan();
  const waiting = [...asked];
  const lane = async () => {
    for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) {
      const { line, path, body, text } = one;
      const { status, body: said } = await client.call<Record<string, unknown>>(line, { token: owner, body });
      if (status >= 500) faults.push([line, path.join('.'), status, JSON.stringify(text.slice(0, 20))]);
      if (status >= 300) continue;
      kept++;
      const shown = path.reduce<unknown>((at, name) => (at as Record<string, unknown> | undefined)?.[name], said);
      // Names lose the spaces around them, and what is a secret or an address is shown otherwise or not at all.
      if (path.at(-1) === 'description' && shown !== text) faults.push([line, path.join('.'), 'was changed', shown]);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  expect(faults).toEqual([]);
  expect(asked.length).toBeGreaterThan(1_500);
  expect(kept).toBeGreaterThan(50);
  const lists = [
    '/alerts/rules',
    '/alerts/mutes',
    '/alerts/escalations',
    '/alerts/semantic_groups',
    '/schedules',
    '/notify/policies',
    '/notify/templates',
    '/notify/connectors',
    '/teams',
    '/roles',
    '/users',
    '/invitations',
    '/saved_views',
    '/resource_shares',
    '/streams',
    '/connectors',
    '/auth/tokens',
  ];
  for (const path of lists)
    expect([path, (await client.call(`GET ${path}`, { token: owner })).status]).toEqual([path, 200]);
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

it('random texts in telemetry fail nothing, and can be read', async () => {
  const faults: unknown[] = [];
  const texts = Array.from({ length: TEXTS }, hostileText);
  const waiting = [...texts.entries()];
  const send = (signal: string, body: object) =>
    client.call(`POST /${signal}`, { token: client.product.intakeToken, body });
  const lane = async () => {
    for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) {
      const [at, text] = one;
      const signal = (['traces', 'logs', 'metrics'] as const)[at % 3];
      const { status } = await send(signal, telemetryOf(text, at + 1)[signal]);
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
  for (const list of ['services', 'transactions', 'errors', 'overview']) await read(`/apm/${list}?${range}`);
  for (const path of ['/streams', `/web/traces?${range.replace('&limit=200', '')}&limit=100`]) await read(path);
});
