/** What the scenario sends: a recorded day, the example requests of OTLP, and generated metrics. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { Random } from '@spanwise/telemetry/random';
import type { TraceRequest } from '@spanwise/telemetry/otlp';
import { linesOf } from '../figures/recorded-set.js';

export const SIGNALS = ['traces', 'logs', 'metrics'] as const;
export type Signal = (typeof SIGNALS)[number];

/** OTLP/JSON requests, one a text, and the newest time in them. */
export interface Input {
  requests: Record<Signal, string[]>;
  lastNanos: bigint;
}

/** Figures of the reference answers that the input has to have. */
export interface Reference {
  spans: number;
  traces: number;
  errorSpans: number;
  kinds: Record<string, number>;
  spansPerService: Record<string, number>;
  /** Occurrences by `service | type`. */
  exceptions: Record<string, number>;
  /** By `service | severity`; undefined where only a part of the logs is sent. */
  logs?: Record<string, number>;
}

const DAY = 'trainticket-2023-01-29';
const SMALL = 'trainticket-small';

export const hasRecordedDay = (folder: string): boolean => existsSync(join(folder, `${SMALL}.traces.ndjson.gz`));

/** The recorded day, or its first minutes and the logs of their traces. */
export function readDay(folder: string, small: boolean): { input: Input; reference: Reference } {
  const name = small ? SMALL : DAY;
  const traces = lines(folder, `${name}.traces.ndjson.gz`);
  const all = lines(folder, `${DAY}.logs.ndjson.gz`);
  const logs = small ? logsOf(all, traceIds(traces)) : all;
  const answers = parsed<Answers>(folder, small ? `${name}.answers.json` : `${name}.answers.json.gz`);
  const logAnswers = parsed<LogAnswers>(folder, `${DAY}.logs.answers.json`);
  return {
    input: withLast({ traces, logs, metrics: metricRequests(small ? 400 : 4_000, traces) }),
    reference: {
      spans: answers.totals.spans,
      traces: answers.totals.traces,
      errorSpans: answers.totals.error_spans,
      kinds: answers.kinds,
      spansPerService: answers.spans_per_service,
      exceptions: summed(answers.error_groups.map(({ service, type, count }) => [`${service} | ${type}`, count])),
      ...(!small && {
        logs: summed(logAnswers.by_service.map(({ service, severity, count }) => [`${service} | ${severity}`, count])),
      }),
    },
  };
}

/** The examples of opentelemetry-proto. */
export function readExamples(folder: string): Input {
  const of = (...names: string[]) =>
    names.flatMap((name) => lines(join(folder, 'otlp-proto-examples'), `${name}.ndjson.gz`));
  return withLast({ traces: of('trace'), logs: of('logs', 'events'), metrics: of('metrics') });
}

interface Answers {
  totals: { spans: number; traces: number; error_spans: number };
  kinds: Record<string, number>;
  spans_per_service: Record<string, number>;
  error_groups: { service: string; type: string; count: number }[];
}

interface LogAnswers {
  by_service: { service: string; severity: string; count: number }[];
}

const bytesOf = (folder: string, file: string): Buffer => {
  const bytes = readFileSync(join(folder, file));
  return file.endsWith('.gz') ? gunzipSync(bytes) : bytes;
};
const parsed = <T>(folder: string, file: string): T => JSON.parse(bytesOf(folder, file).toString()) as T;

const lines = (folder: string, file: string): string[] => linesOf(bytesOf(folder, file));

const TRACE_ID = /"traceId":\s*"([0-9a-fA-F]{32})"/g;
const NANOS = /"[A-Za-z]*[uU]nixNano":\s*"?(\d+)/g;

const traceIds = (requests: readonly string[]): Set<string> =>
  new Set(requests.flatMap((request) => [...request.matchAll(TRACE_ID)].map(([, id]) => id!)));

/** Requests with those records that name one of the traces. */
function logsOf(requests: readonly string[], ids: ReadonlySet<string>): string[] {
  return requests.flatMap((text) => {
    const request = JSON.parse(text) as {
      resourceLogs: { scopeLogs: { logRecords: { traceId: string }[] }[] }[];
    };
    const scopes = request.resourceLogs.flatMap(({ scopeLogs }) => scopeLogs);
    for (const scope of scopes) scope.logRecords = scope.logRecords.filter(({ traceId }) => ids.has(traceId));
    return scopes.some(({ logRecords }) => logRecords.length > 0) ? [JSON.stringify(request)] : [];
  });
}

function withLast(requests: Input['requests']): Input {
  let lastNanos = 0n;
  for (const request of Object.values(requests).flat()) {
    for (const [, digits] of request.matchAll(NANOS)) if (BigInt(digits!) > lastNanos) lastNanos = BigInt(digits!);
  }
  return { requests, lastNanos };
}

function summed(entries: [string, number][]): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const [key, count] of entries) sums[key] = (sums[key] ?? 0) + count;
  return sums;
}

/**
 * The recorded day has no metrics: seeded ones at the times and with the resources of some of its requests. Values are
 * multiples of an eighth, so that their sums are exact in whatever order they are added.
 */
function metricRequests(count: number, traces: readonly string[]): string[] {
  const random = new Random('metrics');
  return Array.from({ length: count }, (_, index) => {
    const { resourceSpans } = JSON.parse(traces[Math.floor((index * traces.length) / count)]!) as TraceRequest;
    const { resource, scopeSpans } = resourceSpans![0]!;
    const timeUnixNano = scopeSpans![0]!.spans![0]!.startTimeUnixNano;
    const point = () => ({ timeUnixNano, attributes: [{ key: 'cpu', value: { intValue: String(random.int(0, 7)) } }] });
    const number = () => ({ ...point(), asDouble: random.int(0, 8_000) / 8 });
    const counts = Array.from({ length: 3 }, () => random.int(0, 50));
    const metrics = [
      { name: 'process.load', unit: '1', gauge: { dataPoints: [number(), number()] } },
      {
        name: 'requests',
        unit: '{request}',
        sum: {
          aggregationTemporality: 2,
          isMonotonic: true,
          dataPoints: [{ ...point(), startTimeUnixNano: timeUnixNano, asInt: String(random.int(0, 1_000_000)) }],
        },
      },
      {
        name: 'duration',
        unit: 'ms',
        histogram: {
          aggregationTemporality: 1,
          dataPoints: [
            {
              ...point(),
              startTimeUnixNano: timeUnixNano,
              count: String(counts.reduce((sum, one) => sum + one, 0)),
              sum: random.int(0, 80_000) / 8,
              bucketCounts: counts.map(String),
              explicitBounds: [10, 100],
            },
          ],
        },
      },
    ];
    return JSON.stringify({ resourceMetrics: [{ resource, scopeMetrics: [{ scope: { name: 'metrics' }, metrics }] }] });
  });
}
