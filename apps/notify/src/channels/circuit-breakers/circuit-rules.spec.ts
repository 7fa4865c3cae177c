import { describe, expect, it } from 'vitest';
import type { FaultCategory } from '../egress/delivery-fault.js';
import { PROVIDERS } from '../providers/registry.js';
import { isFaultOfConnector, restMs } from './circuit-rules.js';

describe('the circuit of a connector (DELIVERY-13)', () => {
  it('is suspended for 30 s, twice as long each time, ten minutes at most', () => {
    expect([0, 1, 2, 3, 4, 5, 50].map((openings) => restMs(openings) / 1_000)).toEqual([
      30, 60, 120, 240, 480, 600, 600,
    ]);
  });

  it.each<[FaultCategory, boolean]>([
    ['http_503', true],
    ['http_500', true],
    ['http_401', true],
    ['http_408', true],
    ['timeout', true],
    ['connect_failed', true],
    ['credentials_rejected', true],
    ['http_429', false],
    ['http_404', false],
    ['http_422', false],
    ['provider_rejected', false],
    ['smtp_rejected', false],
  ])('%s counts against it: %s', (category, counts) => expect(isFaultOfConnector(category)).toBe(counts));

  it.each(['chatone_app', 'chatone_webhook', 'chattwo_app', 'chattwo_webhook'] as const)(
    '%s sends five at once and then one a second',
    (type) => expect(PROVIDERS[type].sendRate).toEqual({ stepMs: 1_000, burst: 5 }),
  );

  it.each(['email_smtp', 'webhook'] as const)('%s sends 40 at once and then 20 a second', (type) =>
    expect(PROVIDERS[type].sendRate).toEqual({ stepMs: 50, burst: 40 }),
  );
});
