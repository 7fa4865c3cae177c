import { describe, expect, it } from 'vitest';
import {
  decodeGatewayHealth,
  encodeGatewayHealth,
  MAX_REFUSED_ORGANIZATIONS,
  type GatewayHealth,
} from './gateway-health.js';

const MINUTE = 29_000_000;
const MICROS = 60_000_000;
const LOGGED = (MINUTE + 1) * MICROS;
const uuid = (number: number): string => `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`;

const health = (change: Partial<GatewayHealth> = {}): GatewayHealth => ({
  gatewayId: uuid(1),
  minute: MINUTE,
  sinceMicros: MINUTE * MICROS - 5,
  refused: [],
  ...change,
});
const written = (change: object): string =>
  JSON.stringify({ ...(JSON.parse(encodeGatewayHealth(health())) as object), ...change });

describe('a record of a gateway (PROTO-32)', () => {
  it.each<[string, GatewayHealth]>([
    ['of a well minute', health()],
    ['of the last minute', health({ leftMicros: MINUTE * MICROS + 7 })],
    [
      'with refusals',
      health({
        refused: [
          { organizationId: uuid(7), reason: 'log', requests: 3 },
          { organizationId: uuid(7), reason: 'overload', requests: 1 },
          { organizationId: uuid(8), reason: 'processing', requests: 2 },
          { reason: 'dependency', requests: 9 },
        ],
      }),
    ],
  ])('%s reads as it was written', (_, one) => {
    expect(decodeGatewayHealth(encodeGatewayHealth(one), LOGGED)).toEqual(one);
  });

  it.each([
    ['no JSON', '{'],
    ['no object', '7'],
    ['another version', written({ v: 2 })],
    ['no id', written({ id: 'x' })],
    ['a minute that is none', written({ minute: -1 })],
    ['a minute far ahead of the log', written({ minute: MINUTE + 10 })],
    ['a minute long before the log', written({ minute: MINUTE - 200 })],
    ['a count that is none', written({ refused: { [uuid(1)]: [1, 2, 3, -4] } })],
    ['counts of reasons that it does not know', written({ refused: { [uuid(1)]: [1, 2, 3, 4, 5] } })],
    ['an organization that is none', written({ refused: { x: [1, 2, 3, 4] } })],
    [
      'more organizations than a record names',
      written({
        refused: Object.fromEntries(
          Array.from({ length: MAX_REFUSED_ORGANIZATIONS + 2 }, (_, at) => [uuid(at), [1, 0, 0, 0]]),
        ),
      }),
    ],
  ])('with %s is no record', (_, text) => {
    expect(decodeGatewayHealth(text, LOGGED)).toBeUndefined();
  });
});
