import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { ATTRIBUTE_KEYS } from '@spanwise/span-model/attribute-keys';
import { Random } from '@spanwise/telemetry/random';
import { everyPlace, withText } from './calls.js';
import { HEAVY } from './heavy.js';
import { hostileNames, markOf } from './names.js';
import { MULTITUDES } from './multitudes.js';
import { statementShots, telemetryShots } from './plan.js';
import { FUNCTIONS, GREEDY, SHADOWING } from './statements.js';
import { PLACES } from './telemetry.js';

const TOKENS = {
  aws_kinesis_firehose: 'a',
  cloudflare_logpush: 'b',
  heroku_drain: 'c',
  elasticsearch_bulk: 'd',
  loki_push: 'e',
};
const size = (inputs: number, statements: number) => ({ inputs, statements, longest: 66_000, heaviest: 100_000 });

describe('the plan of the attack', () => {
  it('sends as much as was asked for, alike for the same seed', () => {
    const of = (seed: string) => [...telemetryShots(seed, size(30, 10), TOKENS)].map(({ what }) => what);
    expect(of('a')).toHaveLength(20);
    expect(of('a')).toEqual(of('a'));
    expect(of('a')).not.toEqual(of('b'));
    expect([...statementShots('a', size(30, 10))]).toHaveLength(10);
  });

  it('uses every way in', () => {
    const paths = new Set([...telemetryShots('ways', size(130, 0), TOKENS)].map(({ path }) => path));
    for (const path of [
      '/v1/traces',
      '/v1/logs',
      '/v1/metrics',
      '/api/v1/ingest/logs/hostile',
      '/api/v1/ingest/traces/hostile',
    ])
      expect(paths).toContain(path);
    for (const path of [
      '_kinesis_firehose',
      '_cloudflare',
      '_heroku',
      '_bulk',
      'loki/api/v1/push',
      'prometheus/api/v1/write',
    ])
      expect(paths).toContain(`/api/v1/${path}`);
  });

  it('sends more than a request may hold of everything that it may hold many of', () => {
    const beyond = [...telemetryShots('many', size(40, 0), TOKENS)].filter(({ tooMany }) => tooMany);
    for (const name of Object.keys(MULTITUDES)) expect(beyond.some(({ what }) => what.endsWith(` ${name}`))).toBe(true);
    // They weigh next to nothing.
    for (const { body } of beyond) expect(body!.length).toBeLessThan(2 * 1024 * 1024);
  });

  it('sends few records that weigh much, each one of its own, over both transports', () => {
    const shots = [...telemetryShots('heavy', size(40, 0), TOKENS)];
    for (const name of Object.keys(HEAVY)) {
      const { body } = shots.find(({ what }) => what.includes(` ${name} of `))!;
      expect(gunzipSync(body as Uint8Array).length).toBeGreaterThan(80_000);
      expect(body!.length).toBeGreaterThan(gunzipSync(body as Uint8Array).length / 200);
    }
    expect(
      new Set(shots.filter(({ what }) => what.includes(' of 8000 bytes')).map(({ grpc = false }) => grpc)).size,
    ).toBe(2);
  });

  it('puts texts into every attribute that a rule reads', () => {
    expect(ATTRIBUTE_KEYS.filter((key) => PLACES[`${key} of a span`] === undefined)).toEqual([]);
  });

  it('asks every function that is allowed, everything greedy, and every catalogue behind another name', () => {
    const asked = [...statementShots('all', size(0, 4_000))].map(
      ({ body }) => (JSON.parse(String(body)) as { statement: string }).statement,
    );
    const without = FUNCTIONS.filter(
      (name) => !asked.some((sql) => sql.includes(`"${name}"(`) || sql.includes(`) ${name} (`)),
    );
    expect(without).toEqual([]);
    expect(GREEDY.filter((sql) => !asked.includes(sql))).toEqual([]);
    expect(SHADOWING.filter(({ sql }) => !asked.includes(sql))).toEqual([]);
  });
});

describe('hostile names', () => {
  it('come in every sort, with the mark of their organization in all that are not reserved words', () => {
    const random = new Random('names');
    const mark = markOf(random, 3);
    const names = hostileNames(random, mark, 41);
    expect(new Set(names).size).toBe(41);
    for (const reserved of ['__proto__', 'constructor', '', ' ']) expect(names).toContain(reserved);
    expect(names.some((name) => name.includes('\u0000'))).toBe(true);
    expect(names.some((name) => name.length > 65_536)).toBe(true);
    expect(names.filter((name) => name.includes(mark)).length).toBe(29);
  });
});

describe('hostile calls', () => {
  const operation = {
    method: 'POST',
    path: '/api/v1/things/{id}',
    permissions: {},
    query: ['q', 'filters'],
    required: ['q'],
    body: { name: 'x', inner: { list: ['y'] }, count: 1 },
    statuses: [200],
  };

  it('put a name into each parameter and each text of the body, one at a time', () => {
    const shots = [...everyPlace(new Random('places'), operation, () => [], '__proto__', 'viewer')];
    expect(shots.map(({ path }) => path)).toEqual([
      '/api/v1/things/__proto__',
      '/api/v1/things/x?q=__proto__',
      expect.stringMatching(/^\/api\/v1\/things\/x\?q=1&filters=%5B%7B%22field%22%3A%22__proto__%22/),
      '/api/v1/things/x',
      '/api/v1/things/x',
    ]);
    expect(shots.slice(3).map(({ body }) => body)).toEqual([
      '{"name":"__proto__","inner":{"list":["y"]},"count":1}',
      '{"name":"x","inner":{"list":["__proto__"]},"count":1}',
    ]);
  });

  it('leave the body that they change as it was', () => {
    const before = structuredClone(operation.body);
    for (let at = 0; at < 20; at++) withText(new Random(at), operation.body, '__proto__');
    expect(operation.body).toEqual(before);
  });
});
