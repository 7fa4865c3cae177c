/** Request bodies for the benchmarks: made and compressed before the clock starts. */
import { gzipSync } from 'node:zlib';
import { Random } from '@spanwise/telemetry/random';
import { toProtobuf } from '@spanwise/telemetry/otlp-proto';
import type { Span } from '@spanwise/telemetry/otlp';

export const SPANS_PER_REQUEST = 512;
const SERVICES = 12;
const ROUTES = 20;
const SERVER = 2;
const CLIENT = 3;

export interface Body {
  /** Spans that the figures count as requests of their service. */
  requests: number;
  protobuf: Uint8Array;
  gzip: Uint8Array;
}

export interface LoadOptions {
  spansPerRequest?: number;
  /** Spans started within this before now: wide for many minutes of figures, narrow as exporters really send. */
  spreadMs?: number;
  gzipLevel?: number;
}

const WIDE_MS = 1_500_000;

/** `count` requests of one service each, as exporters send them; half of the spans are requests, half calls. */
export function makeBodies(seed: string, count: number, options: LoadOptions = {}): Body[] {
  const { spansPerRequest = SPANS_PER_REQUEST, spreadMs = WIDE_MS, gzipLevel = 6 } = options;
  const random = new Random(seed);
  return Array.from({ length: count }, (_, index) => {
    const spans = Array.from({ length: spansPerRequest }, () => makeSpan(random, spreadMs));
    const attributes = [
      { key: 'service.name', value: { stringValue: `bench-${index % SERVICES}` } },
      { key: 'service.namespace', value: { stringValue: 'bench' } },
      { key: 'service.version', value: { stringValue: '1.4.2' } },
      { key: 'service.instance.id', value: { stringValue: `pod-${index % 40}` } },
    ];
    const protobuf = toProtobuf({
      resourceSpans: [{ resource: { attributes }, scopeSpans: [{ scope: { name: 'bench' }, spans }] }],
    });
    return {
      requests: spans.filter(({ kind }) => kind === SERVER).length,
      protobuf,
      gzip: gzipSync(protobuf, { level: gzipLevel }),
    };
  });
}

const text = (key: string, stringValue: string) => ({ key, value: { stringValue } });

function makeSpan(random: Random, spreadMs: number): Span {
  const start = BigInt(Date.now() - random.int(0, spreadMs)) * 1_000_000n;
  const duration = BigInt(random.int(500, 400_000)) * 1_000n;
  const server = random.chance(0.5);
  const ids = Array.from({ length: 6 }, () => random.int(1, 0xffff_fffe).toString(16).padStart(8, '0')).join('');
  const attributes = [
    text('http.request.method', 'GET'),
    ...(server
      ? [text('http.route', `/items/${random.int(1, ROUTES)}/{id}`)]
      : [text('server.address', `peer-${random.int(1, SERVICES)}`)]),
    { key: 'http.response.status_code', value: { intValue: '200' } },
    text('url.path', '/items/4711'),
    text('user_agent.original', 'bench/1.0 (like an SDK)'),
    text('network.protocol.version', '1.1'),
    { key: 'thread.id', value: { intValue: String(random.int(1, 64)) } },
  ];
  return {
    traceId: ids.slice(0, 32),
    spanId: ids.slice(32, 48),
    parentSpanId: ids.slice(8, 24),
    name: 'GET',
    kind: server ? SERVER : CLIENT,
    startTimeUnixNano: String(start),
    endTimeUnixNano: String(start + duration),
    attributes,
  };
}
