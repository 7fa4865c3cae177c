/** Days without a fault, evaluated by the default rules as they are: how many pages they would have sent. */
import { calmShop } from './calm-shop.js';
import { LiveEvaluator } from './live-evaluator.js';
import { pagesOf } from './live-incidents.js';
import { startCounted } from './shop.js';

const MINUTE_MICROS = 60_000_000;
const DAY_MINUTES = 1_440;
const SEED = 'without a fault';

/** Days end with the last whole minute. */
export async function measureFaultlessDays(days: number) {
  const toMicros = Math.floor((Date.now() * 1_000) / MINUTE_MICROS) * MINUTE_MICROS;
  const fromMicros = toMicros - days * DAY_MINUTES * MINUTE_MICROS;
  // Long exports, for days are sent at once: the fewer requests, the faster.
  const options = { seed: SEED, fromMicros, toMicros, tracesPerMinute: 6, exportSeconds: 900, clockStepChance: 0 };
  const totals = { spans: 0, requests: 0, errors: 0 };
  const kept = `${days * 24 + 24}h`;
  const shop = await startCounted(calmShop(options, totals), fromMicros, {
    SPANWISE_APM_MINUTE_RETENTION: kept,
    SPANWISE_LATENESS_HORIZON: kept,
    // Days that come at once are counted late.
    SPANWISE_MAX_LAG: '2h',
  });
  try {
    const live = await LiveEvaluator.start(shop, { passes: ['provisional'] });
    const firstStep = fromMicros / MINUTE_MICROS + 1;
    for (let at = 0; at < days * DAY_MINUTES; at++) {
      await live.evaluate(firstStep + at);
      if (at % (DAY_MINUTES / 2) === 0) console.log(`${at} minutes, ${(await pagesOf(live)).length} pages`);
    }
    const pages = await pagesOf(live);
    await live.stop();
    const ofFirstDay = pages.filter(({ step }) => step < firstStep + DAY_MINUTES).length;
    return { ...totals, days, pages: pages.length, ofFirstDay };
  } finally {
    shop.product.stop();
  }
}
