import { expect, it } from 'vitest';
import { generate } from '@spanwise/telemetry/shop/generate';
import { referenceOf } from '@spanwise/telemetry/oracle';
import { countSpans } from '@spanwise/telemetry/otlp';
import { calmShop } from './calm-shop.js';

const fromMicros = Date.UTC(2026, 0, 5, 15) * 1_000;
const options = { seed: 'calm', fromMicros, toMicros: fromMicros + 4 * 60_000_000, tracesPerMinute: 60 };

it('the calm shop is the shop with few of its failures, and says what it sends', () => {
  const totals = { spans: 0, requests: 0, errors: 0 };
  const sent = [...calmShop(options, totals)];
  const [shop, calm] = [referenceOf(generate(options)), referenceOf(sent)];
  expect(totals.spans).toBe(sent.reduce((sum, request) => sum + countSpans(request), 0));
  expect(totals.requests).toBe(calm.requests);
  expect(calm.services.map(({ key }) => key.join())).toEqual(
    expect.arrayContaining(shop.services.map(({ key }) => key.join())),
  );
  expect(calm.requests).toBeGreaterThan(shop.requests / 2);
  const share = ({ total }: typeof shop) => total[0].errors / total[0].count;
  expect(share(calm)).toBeLessThan(share(shop) / 2);
});
