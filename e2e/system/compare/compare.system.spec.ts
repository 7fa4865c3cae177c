/**
 * Comparison of versions. Simulated through the code that answers: how often a change of known size is found, and one where there
 * is none. `--full` also compares versions of a recorded day by the product's API (`--comparisons N` of random halves).
 */
// A product of its own: figures of few requests, and many services.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '@spanwise/testing/eventually';
import { Random } from '@spanwise/telemetry/random';
import { sendAll } from '@spanwise/telemetry/otlp-sender';
import type { Span } from '@spanwise/telemetry/otlp';
import { ApiClient } from '../harness/api-client.js';
import { Product, ROOT } from '../harness/product.js';
import { scenarioFlags } from '../harness/scenario.js';
import type { ApiRed } from '../figures/data-set.js';
import { offsetToNow } from '../figures/shift.js';
import { cellOf, EFFECTS, KINDS, type Kind } from './power.js';
import { placedRequests, readRequests, type RecordedRequests, type VersionRequests } from './recorded-requests.js';

const flags = scenarioFlags(['comparisons']);
const [SIZES, RUNS] = flags.full ? [[20, 50, 100, 300, 1_000, 3_000], 200] : [[20, 50, 100, 300], 30];
const COMPARISONS = Number(flags.comparisons ?? 500);
const MAX_FALSE_SHARE = 0.05;
/** Smallest effects that ADR 18 says are found, and the least share of comparisons that finds them. */
const MUST_FIND: [kind: Kind, requests: number, effect: string, share: number][] = [
  ['service', 50, 'x 2', 0.95],
  ['service', 100, '+50 %', 0.85],
  ['service', 300, '+25 %', 0.8],
  ['service', 100, 'errors +20 %', 0.9],
  ['service', 300, 'errors +5 %', 0.5],
  ['transaction', 50, 'x 2', 0.95],
  ['transaction', 300, '+25 %', 0.9],
  ['dependency', 50, 'x 2', 0.95],
  ['dependency', 300, '+25 %', 0.9],
];
const cells = <T>(kinds: readonly Kind[], effects: string[], of: (cell: ReturnType<typeof cellOf>) => T): T[] =>
  kinds.flatMap((kind) => SIZES.flatMap((size) => effects.map((effect) => of(cellOf(kind, size, effect, RUNS)))));
const mean = (shares: number[]): number => shares.reduce((sum, share) => sum + share, 0) / shares.length;

describe('a simulated comparison', () => {
  it.each(MUST_FIND)(
    'of a %s with %i requests finds %s in at least the share of %f',
    (kind, requests, effect, share) => {
      expect(cellOf(kind, requests, effect, RUNS).found).toBeGreaterThanOrEqual(share);
    },
  );

  it('finds a change where there is none in at most 5 %', () => {
    expect(mean(cells(KINDS, ['none'], ({ found, better }) => found + better))).toBeLessThanOrEqual(MAX_FALSE_SHARE);
  });

  it('gives an interval of the duration that contains the planted factor in at least 95 %', () => {
    const uniform = Object.keys(EFFECTS).filter((effect) => EFFECTS[effect]!.slowest === 1);
    expect(mean(cells(['service'], uniform, ({ missed }) => missed))).toBeLessThanOrEqual(0.05);
  });
});

const FILE = join(ROOT, '..', 'shared', 'data', 'trainticket-2023-01-29.traces.ndjson.gz');
/** Faults that make requests slow, and those exceptions that reach an answer, with the transactions that must be named. */
const REGRESSED: [service: string, version: string, transactions: string[]][] = [
  ['ts-contacts-service', '866bd68c97+cpu_contention', ['/api/v1/contactservice/contacts/{id}']],
  ['ts-food-service', 'f5756978c+cpu_contention', []],
  ['ts-preserve-service', 'b5ccf8557+cpu_contention', ['/api/v1/preserveservice/preserve']],
  ['ts-travel-service', '64469b5b48+exception', ['/api/v1/travelservice/trips/left']],
];
/** A half of fewer requests is no comparison. */
const MIN_REQUESTS = 200;
/** Twins of a fault have down to seven requests, and the splits are many namespaces of one organization. */
const ENVIRONMENT = { SPANWISE_APM_MIN_SAMPLES: '1', SPANWISE_LIMIT_SERVICES: '5000', LOG_LEVEL: 'warn' };

interface Comparison {
  status: string;
  evidence: { verdict: string };
  regressed_transactions: { transaction: { name: string } }[];
}

describe.skipIf(!flags.full || !existsSync(FILE))('versions of a recorded day', () => {
  let product: Product;
  let api: ApiClient;
  let recorded: RecordedRequests;
  let offsetNanos: bigint;
  let range: { from: number; to: number };

  beforeAll(async () => {
    recorded = readRequests(FILE);
    product = await Product.start({ environment: ENVIRONMENT });
    api = new ApiClient(product.baseUrl, product.readToken);
    offsetNanos = offsetToNow(recorded.lastNanos, BigInt(Date.now()) * 1_000_000n);
    const micros = (nanos: bigint) => Number((nanos + offsetNanos) / 1_000n);
    range = { from: micros(recorded.firstNanos), to: micros(recorded.lastNanos) + 60_000_000 };
  });
  afterAll(() => product?.stop());

  const compare = (namespace: string, service: string, baseline: string, candidate: string): Promise<Comparison> =>
    api.get('versions/compare', { ...range, namespace, service, baseline, candidate });

  async function send(
    versions: VersionRequests[],
    namespace: string,
    versionOf: (recorded: VersionRequests, span: Span) => string,
  ): Promise<void> {
    const requests = placedRequests(versions, { offsetNanos, namespace }, versionOf);
    await sendAll(requests, {
      baseUrl: product.baseUrl,
      token: product.intakeToken,
      encoding: 'protobuf',
      connections: 2,
    });
    const expected = versions.reduce((sum, { spans }) => sum + spans.length, 0);
    await eventually(async () => {
      const { red } = await api.get<{ red: ApiRed }>('overview', { ...range, namespace });
      expect(red.sampled_count).toBe(expected);
    });
  }

  it('are regressed against their twin with a fault that makes them slow', async () => {
    await send(recorded.versions, 'twins', ({ version }) => version);
    for (const [service, version, transactions] of REGRESSED) {
      const answer = await compare('twins', service, version.split('+')[0]!, version);
      expect([service, answer.status]).toEqual([service, 'regressed']);
      const named = answer.regressed_transactions.map(({ transaction }) => transaction.name);
      for (const name of transactions) expect(named.filter((one) => one.endsWith(name))).toHaveLength(1);
    }
  });

  it('differ from themselves, split by trace into random halves, in at most 5 %', { timeout: 1_800_000 }, async () => {
    const versions = recorded.versions.filter(
      ({ version, spans }) => !version.includes('+') && spans.length >= MIN_REQUESTS,
    );
    const changed: string[] = [];
    for (let compared = 0, split = 0; compared < COMPARISONS; split++) {
      const part = versions.slice(0, COMPARISONS - compared);
      const isFirst = sidesOf(`halves/${split}`);
      const sideOf = (span: Span) => (isFirst(span.traceId) ? 'a' : 'b');
      await send(part, `split-${split}`, ({ version }, span) => `${version}~${sideOf(span)}`);
      for (const { service, version } of part) {
        const { evidence } = await compare(`split-${split}`, service, `${version}~a`, `${version}~b`);
        if (evidence.verdict === 'regressed' || evidence.verdict === 'improved') changed.push(service);
      }
      compared += part.length;
      console.log(`${compared} comparisons of random halves, ${changed.length} found a change`);
    }
    expect(changed.length / COMPARISONS, changed.join(', ')).toBeLessThanOrEqual(MAX_FALSE_SHARE);
  });
});

/** A coin for each trace: its requests stay together. */
function sidesOf(seed: string): (traceId: string) => boolean {
  const random = new Random(seed);
  const sides = new Map<string, boolean>();
  return (traceId) => {
    const side = sides.get(traceId) ?? random.chance(0.5);
    sides.set(traceId, side);
    return side;
  };
}
