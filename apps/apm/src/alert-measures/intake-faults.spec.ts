/** Which gateways are at fault for the minutes that were lost (ALERT-140). */
import { expect, it } from 'vitest';
import { STEP_MICROS } from '@spanwise/contracts/alerting/measure';
import { lostGateways } from './intake-faults.js';
import type { GatewayRow } from './intake-health.js';

const FROM = 1_000;
const TO = FROM + 60;
const minute = (gatewayId: string, at: number, change: Partial<GatewayRow> = {}): GatewayRow => ({
  minute: at,
  gatewayId,
  sinceMicros: (FROM - 100) * STEP_MICROS,
  leftMicros: undefined,
  hasRefusedOthers: false,
  ...change,
});
/** In every minute from and up to, the last one not included. */
const always = (gatewayId: string, from: number, to: number) =>
  Array.from({ length: to - from }, (_, at) => minute(gatewayId, from + at));
const lost = (...gateways: GatewayRow[][]) =>
  lostGateways({ fromMinute: FROM, toMinute: TO, firstMinute: FROM, gateways: gateways.flat() });
const since = (at: number, gatewayId?: string) => ({
  reason: 'no_gateway',
  ...(gatewayId !== undefined && { gateway_id: gatewayId }),
  since_micros: at * STEP_MICROS,
});

it.each<[string, GatewayRow[][], object[]]>([
  ['none, while the gateways are there', [always('a', FROM, TO), always('b', FROM, TO)], []],
  ['the only one, since it is gone, however long', [always('a', FROM, TO - 40)], [since(TO - 40, 'a')]],
  [
    'one of two, in the minutes after it went',
    [always('a', FROM, TO), always('b', FROM, TO - 5)],
    [since(TO - 5, 'b')],
  ],
  [
    'the last one alone, where another went long before it',
    [always('a', FROM, TO - 3), always('b', FROM, TO - 20)],
    [since(TO - 3, 'a')],
  ],
  ['none, once the other one has been there for longer', [always('a', FROM, TO), always('b', FROM, TO - 6)], []],
  [
    'one that stood still and is back, for as long as its minutes count',
    [always('a', FROM, TO - 7), always('a', TO - 3, TO)],
    [since(TO - 7, 'a')],
  ],
  [
    'the former one, where its replacement started late',
    [
      always('a', FROM, TO - 2),
      [
        minute('b', TO - 2, { sinceMicros: (TO - 2) * STEP_MICROS + 20_000_000 }),
        minute('b', TO - 1, { sinceMicros: (TO - 2) * STEP_MICROS + 20_000_000 }),
      ],
    ],
    [since(TO - 2, 'a')],
  ],
  [
    'no single one, where all had said goodbye',
    [always('a', FROM, TO - 4), [minute('a', TO - 4, { leftMicros: (TO - 3) * STEP_MICROS - 1 })]],
    [since(TO - 3)],
  ],
])('%s', (_, gateways, expected) => {
  expect(lost(...gateways)).toEqual(expected);
});

it('none before the first record', () => {
  expect(lostGateways({ fromMinute: FROM, toMinute: TO, firstMinute: undefined, gateways: [] })).toEqual([]);
  expect(
    lostGateways({ fromMinute: FROM, toMinute: TO, firstMinute: TO - 1, gateways: [minute('a', TO - 1)] }),
  ).toEqual([]);
});
