/** Sets of the project's own generator, answered by the oracle. */
import { generateBackOffice, type BackOfficeOptions } from '@spanwise/telemetry/back-office/generate';
import type { TraceRequest } from '@spanwise/telemetry/otlp';
import { generate, type GenerateOptions } from '@spanwise/telemetry/shop/generate';
import { Oracle, type Row } from '@spanwise/telemetry/oracle';
import { keyText, type ApiItem, type DataSet, type ReferenceRow } from './data-set.js';
import { TimeBounds } from './shift.js';

const minutesFrom = (fromMs: number, minutes: number) => ({
  fromMicros: fromMs * 1000,
  toMicros: (fromMs + minutes * 60_000) * 1000,
});

/** About 3,000 spans in 3 minutes. */
export const SMALL: GenerateOptions = {
  seed: 'small',
  ...minutesFrom(Date.UTC(2026, 0, 5, 15, 0), 3),
  tracesPerMinute: 85,
};

/** Across two hour boundaries, and one dense stretch. */
export const LARGE: Record<string, GenerateOptions> = {
  'generated-hours': { seed: 'hours', ...minutesFrom(Date.UTC(2026, 0, 5, 8, 40), 150), tracesPerMinute: 25 },
  'generated-dense': { seed: 'dense', ...minutesFrom(Date.UTC(2026, 0, 5, 15, 50), 15), tracesPerMinute: 300 },
};

/** RPC by service and by address, and workers without requests. */
export const BACK_OFFICE: BackOfficeOptions = {
  seed: 'office',
  ...minutesFrom(Date.UTC(2026, 0, 5, 15, 0), 3),
  perMinute: 30,
};

export const generatedSet = (name: string, options: GenerateOptions): DataSet => setOf(name, generate(options));
export const backOfficeSet = (name: string, options: BackOfficeOptions): DataSet =>
  setOf(name, generateBackOffice(options));

function setOf(name: string, requests: Iterable<TraceRequest>): DataSet {
  const oracle = new Oracle();
  const bounds = new TimeBounds();
  const lines: string[] = [];
  for (const request of requests) {
    oracle.add(request);
    bounds.add(request);
    lines.push(JSON.stringify(request));
  }
  const reference = oracle.reference();
  return {
    name,
    lines,
    spans: reference.spans,
    sampledRequests: reference.requests,
    sampledCalls: reference.calls,
    tables: [
      {
        list: 'services',
        keyOf: (item) => keyText(...identityOf(item)),
        rows: reference.services.map(toRow),
        perMinute: reference.servicesPerMinute.map(toRow),
      },
      {
        list: 'transactions',
        keyOf: (item) => keyText(...identityOf(item), item.transaction?.kind ?? '', item.transaction?.name ?? ''),
        rows: reference.transactions.map(toRow),
        perMinute: reference.transactionsPerMinute.map(toRow),
      },
      {
        list: 'dependencies',
        keyOf: (item) => keyText(...identityOf(item), ...dependencyOf(item)),
        rows: reference.dependencies.map(toRow),
        perMinute: reference.dependenciesPerMinute.map(toRow),
      },
    ],
    versions: reference.versions.map((row) => ({
      ...toRow({ ...row, key: row.key.slice(0, -1) }),
      version: row.key[row.key.length - 1],
    })),
    totalPerMinute: reference.totalPerMinute.map((row) => ({ ...toRow(row), key: 'everything' })),
    seen: new Map(reference.seen.map(({ key, spans, kinds }) => [keyText(...key), `${spans} ${kinds.join()}`])),
    firstStartMicros: Number(bounds.firstStartNanos / 1000n),
    lastStartMicros: Number(bounds.lastStartNanos / 1000n),
    lastNanos: bounds.lastNanos,
  };
}

const identityOf = ({ service }: ApiItem): string[] => [service.name, service.environment];

const dependencyOf = ({ dependency }: ApiItem): string[] => [
  dependency?.category ?? '',
  dependency?.target ?? '',
  dependency?.operation ?? '',
];

function toRow({ key, minuteMicros, count, errors, percentiles }: Row): ReferenceRow {
  return { key: keyText(...key), minuteMicros, count, errors, percentiles };
}
