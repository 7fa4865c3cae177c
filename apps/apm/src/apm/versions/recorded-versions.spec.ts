// @module-tag long
import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { RedAggregate, WEIGHT_ONE } from '@spanwise/span-model/red';
import { randomOf, type Side } from './simulated-traffic.fixture.js';
import type { Stratum } from './traffic-mix.js';
import { evidenceOf, partsOf } from './evidence.js';
import { differentStrata, regressedOf } from './verdict.js';

interface RecordedRequest {
  transaction: string;
  traceId: string;
  durationMicros: number;
  error: boolean;
}

interface RecordedSpan {
  kind: number;
  name: string;
  traceId: string;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  status?: { code?: number };
}

interface RecordedBatch {
  resourceSpans: {
    resource: { attributes: { key: string; value: { stringValue?: string } }[] };
    scopeSpans: { spans: RecordedSpan[] }[];
  }[];
}

const RECORDED = new URL('../../../../../../shared/data/trainticket-2023-01-29.traces.ndjson.gz', import.meta.url);

/** Requests of a recorded day by "service version". */
function readRequests(): Map<string, RecordedRequest[]> {
  const byVersion = new Map<string, RecordedRequest[]>();
  for (const line of gunzipSync(readFileSync(RECORDED)).toString().split('\n')) {
    if (line === '') continue;
    for (const { resource, scopeSpans } of (JSON.parse(line) as RecordedBatch).resourceSpans) {
      const attribute = (name: string) => resource.attributes.find(({ key }) => key === name)?.value.stringValue;
      const key = `${attribute('service.name')} ${attribute('service.version')}`;
      const requests = byVersion.get(key) ?? [];
      byVersion.set(key, requests);
      for (const span of scopeSpans.flatMap(({ spans }) => spans)) {
        if (span.kind !== 2 && span.kind !== 5) continue;
        const nanos = BigInt(span.endTimeUnixNano) - BigInt(span.startTimeUnixNano);
        requests.push({
          transaction: span.name,
          traceId: span.traceId,
          durationMicros: Math.max(0, Number(nanos / 1_000n)),
          error: span.status?.code === 2,
        });
      }
    }
  }
  return byVersion;
}

function strataOf(requests: RecordedRequest[], sideOf: (request: RecordedRequest) => Side): Map<string, Stratum> {
  const strata = new Map<string, Stratum>();
  for (const request of requests) {
    let stratum = strata.get(request.transaction);
    if (stratum === undefined) {
      stratum = { service: '', baseline: new RedAggregate(), candidate: new RedAggregate() };
      strata.set(request.transaction, stratum);
    }
    stratum[sideOf(request)].add({
      units: WEIGHT_ONE,
      sampling: 'exact',
      startMicros: 0,
      durationMicros: request.durationMicros,
      error: request.error,
      clientError: false,
      idBytes: new Uint8Array(24),
      traceIdAt: 0,
      spanIdAt: 16,
    });
  }
  return strata;
}

const verdictOf = (strata: Map<string, Stratum>) =>
  evidenceOf([...strata.values()], partsOf('transaction', differentStrata(strata), String)).verdict;

describe.skipIf(!existsSync(RECORDED))('a recorded day (skipped where the shared data are not there)', () => {
  let byVersion: Map<string, RecordedRequest[]>;
  beforeAll(() => {
    byVersion = readRequests();
  });

  /** A version against its twin during an injected fault; some twins have fewer than ten requests. */
  function twin(version: string, fault: string): { worse: boolean; named: string[] } {
    const candidate = new Set(byVersion.get(`${version}+${fault}`));
    const all = [...byVersion.get(version)!, ...candidate];
    const strata = strataOf(all, (request) => (candidate.has(request) ? 'candidate' : 'baseline'));
    return { worse: verdictOf(strata) === 'regressed', named: [...regressedOf(differentStrata(strata)).keys()] };
  }

  it.each([
    ['ts-contacts-service 866bd68c97', ['/api/v1/contactservice/contacts/{id}']],
    ['ts-food-service f5756978c', []],
    ['ts-preserve-service b5ccf8557', ['/api/v1/preserveservice/preserve']],
  ])('%s is regressed while another process takes its CPU', (version, named) => {
    expect(twin(version, 'cpu_contention')).toEqual({ worse: true, named });
  });

  it.each([
    ['ts-travel-service 64469b5b48', ['/api/v1/travelservice/trips/left']],
    ['ts-travel2-service 5c66d57d58', []],
  ])('%s is regressed by exceptions only where they reach its answers', (version, named) => {
    expect(twin(version, 'exception')).toEqual({ worse: named.length > 0, named });
  });

  it('split by trace into two random halves reports a change in at most 5 % of 500 comparisons', () => {
    const versions = [...byVersion].filter(([key, requests]) => !key.includes('+') && requests.length >= 200);
    const random = randomOf(5);
    let reported = 0;
    for (let run = 0; run < 500; run++) {
      const [, requests] = versions[run % versions.length]!;
      const sides = new Map<string, Side>();
      const sideOf = ({ traceId }: RecordedRequest): Side => {
        const known = sides.get(traceId) ?? (random() < 0.5 ? 'baseline' : 'candidate');
        sides.set(traceId, known);
        return known;
      };
      const strata = strataOf(requests, sideOf);
      if (['regressed', 'improved'].includes(verdictOf(strata))) reported++;
    }
    expect(reported).toBeLessThanOrEqual(25);
  });
});
