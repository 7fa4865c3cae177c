/** Days without a fault, judged by the default rules as they are: whom they would have woken. */
import { calmShop } from './calm-shop.js';
import { LiveEvaluator } from './live-evaluator.js';
import { tellings } from './live-incidents.js';
import { startCounted } from './watched.js';

const MINUTE_MICROS = 60_000_000;
const DAY_MINUTES = 1_440;
const TRACES_PER_MINUTE = 6;
/** Long, for days are sent at once: the fewer requests, the faster. */
const EXPORT_SECONDS = 900;
const SAID_EVERY = 720;

export interface FaultlessDays {
  minutes: number;
  spans: number;
  /** Of the requests of all services. */
  errorShare: number;
  pages: number;
  /** Those of the first day, in which everything is new, among them. */
  pagesOfFirstDay: number;
  toldByRule: Map<string, number>;
}

/** Days end with the last whole minute. */
export async function measureFaultlessDays(days: number, seed: string): Promise<FaultlessDays> {
  const toMicros = Math.floor((Date.now() * 1_000) / MINUTE_MICROS) * MINUTE_MICROS;
  const fromMicros = toMicros - days * DAY_MINUTES * MINUTE_MICROS;
  const options = {
    seed,
    fromMicros,
    toMicros,
    tracesPerMinute: TRACES_PER_MINUTE,
    exportSeconds: EXPORT_SECONDS,
    clockStepChance: 0,
  };
  const totals = { spans: 0, requests: 0, errors: 0 };
  const kept = `${days * 24 + 24}h`;
  const watched = await startCounted(calmShop(options, totals), fromMicros, {
    SPANWISE_APM_MINUTE_RETENTION: kept,
    SPANWISE_LATENESS_HORIZON: kept,
    // Days that come at once are counted late.
    SPANWISE_MAX_LAG: '2h',
  });
  try {
    const live = await LiveEvaluator.start(watched, { passes: ['provisional'] });
    const firstStep = fromMicros / MINUTE_MICROS + 1;
    const minutes = days * DAY_MINUTES;
    for (let at = 0; at < minutes; at++) {
      await live.judge(firstStep + at);
      if (at % SAID_EVERY === 0) console.log(`  ${at} of ${minutes} minutes, ${(await pagesOf(live)).length} pages`);
    }
    const pages = await pagesOf(live);
    const toldByRule = new Map<string, number>();
    for (const { rule, service } of pages) {
      const key = `${rule} (${service})`;
      toldByRule.set(key, (toldByRule.get(key) ?? 0) + 1);
    }
    await live.stop();
    return {
      minutes,
      spans: totals.spans,
      errorShare: totals.errors / totals.requests,
      pages: pages.length,
      pagesOfFirstDay: pages.filter(({ step }) => step < firstStep + DAY_MINUTES).length,
      toldByRule,
    };
  } finally {
    watched.product.stop();
  }
}

const pagesOf = async (live: LiveEvaluator) => (await tellings(live)).filter(({ kind }) => kind === 'triggered');
