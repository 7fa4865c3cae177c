/** Where the product says that acknowledged spans were lost, and whether it says so of every minute that lacks some. */
import { expect } from 'vitest';
import { eventually } from '@spanwise/testing/eventually';
import { figureFaults, lossGaps, MINUTE_MICROS, rangeOf, type Range } from '../crash/verdict.js';
import type { Workload } from '../crash/workload.js';
import { ApiClient } from '../harness/api-client.js';
import type { Product } from '../harness/product.js';

/** What must be so in the end. */
export interface Expected {
  /** Something may be lost: gaps must say when. Else everything is there. */
  gap: boolean;
  /** Everything is there all the same. */
  exact: boolean;
}

const CLOSED_MS = 60_000;
const isIn = (ranges: readonly Range[], minute: number): boolean =>
  ranges.some(({ start, end }) => start <= minute && minute < end);

export async function figuresWithGaps(product: Product, namespace: string, workload: Workload, { exact }: Expected) {
  const api = new ApiClient(product.baseUrl, product.readToken);
  const gaps = await lossGaps(api, rangeOf(workload));
  return figureFaults(api, namespace, workload, (minute) => !exact && isIn(gaps, minute));
}

export async function rowsWithGaps(product: Product, namespace: string, workload: Workload): Promise<string[]> {
  const { byMinute, lost, partial } = await storedRows(product, namespace, rangeOf(workload));
  return [...workload.expected].flatMap(([minute, services]) => {
    const spans = [...services.values()].reduce((sum, { requests }) => sum + requests, 0);
    const stored = byMinute.get(minute) ?? 0;
    if (stored === spans || (stored < spans && partial && isIn(lost, minute))) return [];
    return [`${stored} rows of ${spans} spans of ${minute}, partial ${partial}`];
  });
}

/** Which of figures, SQL, health, reconciliation and metrics say that something is lost. */
export async function saysLost(product: Product, namespace: string, workload: Workload) {
  const api = new ApiClient(product.baseUrl, product.readToken);
  const range = rangeOf(workload);
  const asked = { from: range.start, to: range.end };
  const health = await api.get<{ degraded_reasons: string[] }>('health', asked);
  const metrics = await fetch(`http://127.0.0.1:${product.instance.ports.projector}/metrics`);
  const minutes = /^spanwise_projector_lost_minutes_total (\d+)$/m.exec(await metrics.text());
  // Of a range that is closed: minutes end some seconds after they have passed.
  const reconciled = async () => {
    const { incomplete_reasons: reasons } = await api.get<{ incomplete_reasons?: string[] }>('reconcile', asked);
    expect(reasons).toBeDefined();
    return reasons!.includes('lost');
  };
  return {
    figures: (await lossGaps(api, range)).length > 0,
    sql: (await storedRows(product, namespace, range)).lost.length > 0,
    health: health.degraded_reasons.includes('telemetry_lost'),
    reconciliation: await eventually(reconciled, { takesMs: CLOSED_MS }),
    metrics: Number(minutes?.[1]) > 0,
  };
}

async function storedRows(product: Product, namespace: string, range: Range) {
  const statement = `select _timestamp // ${MINUTE_MICROS}, count(*) from traces.default where "service.namespace" = '${namespace}' group by 1`;
  const {
    rows,
    partial = false,
    lost = [],
  } = await new ApiClient(product.baseUrl, product.readToken).sql(statement, range);
  return {
    byMinute: new Map(rows.map(([minute, spans]) => [Number(minute) * MINUTE_MICROS, Number(spans)])),
    lost: lost.map(({ from, to }) => ({ start: from, end: to })),
    partial,
  };
}
