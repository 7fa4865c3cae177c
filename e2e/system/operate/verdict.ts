/** Whether every minute has what was acknowledged, or is said to lack some of it: in figures, SQL, reconciliation and health. */
import { setTimeout as sleep } from 'node:timers/promises';
import { committedPosition, LogView, query } from '../crash/log-view.js';
import type { Product } from '../harness/product.js';
import { MINUTE_MICROS, NAMESPACE, type Sent } from './sent.js';

const SETTLE_MS = 120_000;
/** What is committed is stored, entered and applied a moment later. */
const QUIET_LOOKS = 4;
const LOOK_MS = 500;
const LOST = 'flush_failed';

interface Meta {
  data_quality: { gaps: { range: { start: number; end: number }; reason: string }[] };
}

/** What must be so besides. */
export interface Expected {
  /** Something may be lost: gaps must say when. Else everything is there. */
  gap: boolean;
  /** Everything is there all the same. */
  exact: boolean;
}

/** Throws when the product does not come to rest. */
export async function judge(product: Product, sent: Sent, expected: Expected): Promise<string[]> {
  await settled(product);
  const from = Math.min(...sent.byMinute.keys()) * MINUTE_MICROS;
  const to = (Math.max(...sent.byMinute.keys()) + 1) * MINUTE_MICROS;
  const range = { from, to };
  const faults: string[] = [];
  const { meta } = await figures(product, range);
  const gaps = meta.data_quality.gaps.filter(({ reason }) => reason === LOST).map((gap) => gap.range);
  const rows = await storedRows(product, range);
  const isIn = (ranges: readonly { start: number; end: number }[], minute: number) =>
    ranges.some(({ start, end }) => start <= minute * MINUTE_MICROS && minute * MINUTE_MICROS < end);
  for (const [minute, spans] of sent.byMinute) {
    const at = minute * MINUTE_MICROS;
    const { red } = await figures(product, { from: at, to: at + MINUTE_MICROS });
    faults.push(...compare(`figures of ${minute}`, spans, red.request_count, isIn(gaps, minute) && !expected.exact));
    const stored = rows.byMinute.get(minute) ?? 0;
    faults.push(...compare(`rows of ${minute}`, spans, stored, isIn(rows.lost, minute)));
    if (stored < spans && !rows.partial)
      faults.push(`SQL misses rows of ${minute} and does not say that it is partial`);
  }
  const isTold = { figures: gaps.length > 0, sql: rows.lost.length > 0, ...(await toldElsewhere(product, range)) };
  for (const [where, is] of Object.entries(isTold))
    if (is !== expected.gap)
      faults.push(`${where} ${is ? 'says that something is lost' : 'does not say what is lost'}`);
  return faults;
}

function compare(what: string, sent: number, has: number, mayLack: boolean): string[] {
  if (has === sent || (has < sent && mayLack)) return [];
  return [`${what}: ${has} of ${sent} acknowledged spans${has < sent ? ', and nothing says so' : ''}`];
}

async function toldElsewhere(product: Product, range: { from: number; to: number }): Promise<Record<string, boolean>> {
  const path = `from=${range.from}&to=${range.to}`;
  const health = await ask<{ degraded_reasons: string[] }>(product, `/api/v1/apm/health?${path}`);
  const { lost } = await reconciled(product, path);
  const metrics = await fetch(`http://127.0.0.1:${product.instance.ports.projector}/metrics`);
  const minutes = /^spanwise_projector_lost_minutes_total (\d+)$/m.exec(await metrics.text());
  return {
    health: health.degraded_reasons.includes('telemetry_lost'),
    reconciliation: lost,
    metrics: Number(minutes?.[1]) > 0,
  };
}

/** Of a range that is closed: minutes end some seconds after they have passed. */
async function reconciled(product: Product, path: string): Promise<{ lost: boolean }> {
  const deadline = performance.now() + SETTLE_MS;
  for (;;) {
    const answer = await ask<{ incomplete_reasons?: string[] }>(product, `/api/v1/apm/reconcile?${path}`, 400);
    if (answer.incomplete_reasons !== undefined) return { lost: answer.incomplete_reasons.includes('lost') };
    if (performance.now() > deadline) throw new Error('the range could not be reconciled');
    await sleep(LOOK_MS);
  }
}

interface Figures {
  red: { request_count: number };
  meta: Meta;
}

const figures = (product: Product, { from, to }: { from: number; to: number }): Promise<Figures> =>
  ask(product, `/api/v1/apm/overview?namespace=${NAMESPACE}&from=${from}&to=${to}&resolution=minute`);

async function storedRows(product: Product, { from, to }: { from: number; to: number }) {
  const statement = `select _timestamp // ${MINUTE_MICROS} as minute, count(*) as spans from traces.default where "service.namespace" = '${NAMESPACE}' group by 1`;
  const answer = await ask<{ rows: [number, number][]; partial?: true; lost?: { from: number; to: number }[] }>(
    product,
    '/api/v1/query',
    undefined,
    { language: 'sql', statement, time_range: { start: from, end: to } },
  );
  return {
    byMinute: new Map(answer.rows.map(([minute, spans]) => [Number(minute), Number(spans)])),
    lost: (answer.lost ?? []).map((lost) => ({ start: lost.from, end: lost.to })),
    partial: answer.partial === true,
  };
}

/** An answer with another status than 200 and `also` is asked for again. */
async function ask<T>(product: Product, path: string, also?: number, body?: object): Promise<T> {
  const deadline = performance.now() + SETTLE_MS;
  for (;;) {
    const answer = await fetch(`${product.baseUrl}${path}`, {
      headers: { authorization: `Bearer ${product.readToken}`, 'content-type': 'application/json' },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    }).catch(() => undefined);
    if (answer?.status === 200 || (answer !== undefined && answer.status === also)) return (await answer.json()) as T;
    if (performance.now() > deadline) throw new Error(`${path} answers ${answer?.status}: ${await answer?.text()}`);
    await sleep(LOOK_MS);
  }
}

/** Nothing is on its way: the log is counted, stored and entered, its deltas are applied. */
export async function settled(product: Product): Promise<void> {
  const deadline = performance.now() + SETTLE_MS;
  const view = await LogView.open(product);
  try {
    for (let quiet = 0; quiet < QUIET_LOOKS; await sleep(LOOK_MS)) {
      const state = await view.state().catch(() => undefined);
      const { seq } = await committedPosition(product);
      const waits = await query(
        product,
        `select from projector.shard_offsets s join projector.store_offsets o using (shard)
           left join apm.manifest_offsets m using (shard)
          where o.epoch <> s.epoch or o.seq < s.seq - 3 or coalesce(m.n, 0) <> o.n
             or exists (select from apm.delta_offsets d where d.shard = s.shard and d.n < s.n - 3)`,
      );
      quiet = state !== undefined && seq >= state.lastSeq - 3 && waits.length === 0 ? quiet + 1 : 0;
      if (performance.now() > deadline) throw new Error('the product does not come to rest');
    }
  } finally {
    await view.close();
  }
}
