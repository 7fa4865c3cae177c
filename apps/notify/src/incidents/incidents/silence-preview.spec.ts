import { expect, it } from 'vitest';
import type { LabelMatcher } from '@spanwise/contracts/alerting/silences';
import { longestTurn } from '@spanwise/testing/processor-time';
import type { Silence } from '../silences/silence-rules.js';
import { previewOf } from './silence-preview.js';

/** Of processor time; without turns for others it is more than a second. */
const ALLOWED_MICROS = 300_000;
const MATCHERS = Array.from({ length: 20 }, (_, n): LabelMatcher => ({
  label: 'service',
  op: 're',
  value: `(a|a)*.{0,100}${n}?`,
}));
const silence = (matchers: LabelMatcher[]): Silence => ({
  name: 'm',
  enabled: true,
  matchers,
  window: { type: 'recurring', timezone: 'UTC', weekday_mask: 127, hour_start: 0, hour_end: 24 },
  comment: '',
});
const rows = (service: string, count: number) =>
  Array.from({ length: count }, () => ({ created_at: new Date(), labels: { service } }));

it('a preview with twenty elaborate patterns does not block other requests, and reads the newest incidents only', async () => {
  let lookedAt = 0;
  const { longestMicros } = await longestTurn(async () => {
    const found = await previewOf(silence(MATCHERS), rows('a'.repeat(1_024), 10_000), ({ labels }) => labels);
    lookedAt = found.lookedAt;
  });
  expect(longestMicros).toBeLessThan(ALLOWED_MICROS);
  expect(lookedAt).toBeGreaterThan(10);
  expect(lookedAt).toBeLessThan(10_000);
});

it('a preview with cheap patterns looks at all incidents', async () => {
  const cheap = silence([{ label: 'service', op: 're', value: 'ca.*' }]);
  const { lookedAt, silenced } = await previewOf(cheap, rows('cart', 10_000), ({ labels }) => labels);
  expect([lookedAt, silenced.length]).toEqual([10_000, 10_000]);
});
