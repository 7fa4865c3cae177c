import { describe, expect, it } from 'vitest';
import {
  decodeGatewayHealth,
  encodeGatewayHealth,
  MAX_REFUSED_ORGANIZATIONS,
} from '@spanwise/contracts/base/gateway-health';
import { GatewayMinutes, MAX_STANDSTILL_MICROS } from './gateway-minutes.js';

const GATEWAY = '00000000-0000-7000-8000-0000000000a1';
const SECOND = 1_000_000;
const MINUTE = 60 * SECOND;
const START = 29_000_000 * MINUTE + 20 * SECOND;
const FIRST = 29_000_000;
const organization = (number: number): string => `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`;

/** Lives on, asked every second as it is in truth; returns what it has said. */
function live(minutes: GatewayMinutes, fromMicros: number, toMicros: number) {
  const said = [];
  for (let now = fromMicros; now <= toMicros; now += SECOND) said.push(...minutes.ended(now));
  return said;
}

describe('a gateway (PROTO-32)', () => {
  it('speaks once of every minute that has ended, with what it refused in it', () => {
    const minutes = new GatewayMinutes(GATEWAY, START);
    minutes.refuse('log', organization(1));
    minutes.refuse('log', organization(1));
    minutes.refuse('overload', organization(1));
    minutes.refuse('dependency', undefined);
    const said = live(minutes, START, START + 2 * MINUTE);
    const record = { gatewayId: GATEWAY, sinceMicros: START };
    expect(said).toEqual([
      {
        ...record,
        minute: FIRST,
        refused: [
          { organizationId: organization(1), reason: 'log', requests: 2 },
          { organizationId: organization(1), reason: 'overload', requests: 1 },
          { reason: 'dependency', requests: 1 },
        ],
      },
      { ...record, minute: FIRST + 1, refused: [] },
    ]);
  });

  it('says when it leaves, of the minute under way', () => {
    const minutes = new GatewayMinutes(GATEWAY, START);
    live(minutes, START, START + 30 * SECOND);
    minutes.refuse('processing', organization(1));
    live(minutes, START + 31 * SECOND, START + 40 * SECOND);
    const now = START + 41 * SECOND;
    expect(minutes.leave(now)).toEqual([
      { gatewayId: GATEWAY, minute: FIRST + 1, sinceMicros: START, leftMicros: now, refused: [] },
    ]);
  });

  it.each([
    ['that stood still', MAX_STANDSTILL_MICROS + 1],
    ['whose clock went back', -MAX_STANDSTILL_MICROS - 1],
  ])('%s does not speak of the time in between, and lives since then', (_, jumpMicros) => {
    const minutes = new GatewayMinutes(GATEWAY, START);
    live(minutes, START, START + 30 * SECOND);
    minutes.refuse('log', organization(1));
    const back = START + 30 * SECOND + jumpMicros;
    expect(minutes.ended(back)).toEqual([]);
    expect(live(minutes, back, back + MINUTE)).toEqual([
      { gatewayId: GATEWAY, minute: Math.floor(back / MINUTE), sinceMicros: back, refused: [] },
    ]);
  });

  it('that is a little slow goes on', () => {
    const minutes = new GatewayMinutes(GATEWAY, START);
    live(minutes, START, START + 30 * SECOND);
    expect(minutes.ended(START + 30 * SECOND + MAX_STANDSTILL_MICROS)).toMatchObject([
      { minute: FIRST, sinceMicros: START },
    ]);
  });

  it('names a bounded number of organizations and counts the requests of others together', () => {
    const minutes = new GatewayMinutes(GATEWAY, START);
    for (let at = 0; at < MAX_REFUSED_ORGANIZATIONS + 3; at++) minutes.refuse('log', organization(at));
    minutes.refuse('log', organization(0));
    const [record] = live(minutes, START, START + MINUTE);
    expect(record!.refused).toHaveLength(MAX_REFUSED_ORGANIZATIONS + 1);
    expect(record!.refused.find(({ organizationId }) => organizationId === organization(0))?.requests).toBe(2);
    expect(record!.refused.find(({ organizationId }) => organizationId === undefined)?.requests).toBe(3);
    expect(decodeGatewayHealth(encodeGatewayHealth(record!), START + MINUTE)).toEqual(record);
  });
});
