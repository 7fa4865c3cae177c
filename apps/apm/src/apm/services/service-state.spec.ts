import { describe, expect, it } from 'vitest';
import type { ServiceIncident } from '@spanwise/contracts/alerting/incidents';
import { RedAggregate, WEIGHT_ONE } from '@spanwise/span-model/red';
import type { Group } from '../read/grouping.js';
import { stateOf, worstState } from './service-state.js';

const CART = { namespace: 'shop', name: 'cart', environment: 'production' };

const incident = (change: Partial<ServiceIncident> = {}): ServiceIncident => ({
  id: 'i1',
  rule_name: 'Error rate of a service',
  severity: 'error',
  since_micros: 7,
  service: CART,
  ...change,
});

function recentOf(requests: number, failed: number, durationMicros = 1_000): Group {
  const red = new RedAggregate();
  for (let at = 0; at < requests; at++)
    red.add({
      units: WEIGHT_ONE,
      sampling: 'exact',
      startMicros: 0,
      durationMicros,
      error: at < failed,
      clientError: false,
      idBytes: new Uint8Array(24),
      traceIdAt: 0,
      spanIdAt: 16,
    });
  return { identity: [], series: [], totals: red, red };
}

const state = (
  open: ServiceIncident[] | undefined,
  { count = 100, recent = recentOf(100, 0) }: { count?: number; recent?: Group } = {},
  isShown = true,
) => stateOf(CART, { open, isShown }, { count, recent });

describe('the state of a service (APM-17)', () => {
  it.each([
    ['critical', 'critical'],
    ['error', 'critical'],
    ['warning', 'warning'],
    ['info', 'healthy'],
  ] as const)('with an open incident of the severity %s is %s', (severity, health) =>
    expect(state([incident({ severity })]).health).toBe(health),
  );

  it('names the most severe incident and how many there are', () => {
    const said = state([incident(), incident({ id: 'i2', severity: 'warning' })]);
    expect(said.health_reason).toEqual({
      kind: 'incident',
      incidents: 2,
      incident: { id: 'i1', rule_name: 'Error rate of a service', since: 7 },
    });
  });

  it('names no incident to who may not read alerts', () =>
    expect(state([incident()], {}, false).health_reason).toEqual({ kind: 'incident', incidents: 1 }));

  it.each<[string, Partial<ServiceIncident>, string]>([
    ['another service', { service: { ...CART, name: 'orders' } }, 'healthy'],
    ['another environment', { service: { ...CART, environment: 'staging' } }, 'healthy'],
    ['another namespace', { service: { ...CART, namespace: 'bank' } }, 'healthy'],
    ['the service in all its environments', { service: { name: 'cart' } }, 'critical'],
  ])('of an incident about %s', (_, change, health) => expect(state([incident(change)]).health).toBe(health));

  it.each<[string, Group, string]>([
    ['2 failures of 17 (critical once)', recentOf(17, 2), 'healthy'],
    ['one failure of one', recentOf(1, 1), 'healthy'],
    ['10 failures of 40', recentOf(40, 10), 'critical'],
    ['6 % of 750, which is what the demo has', recentOf(750, 45), 'healthy'],
    ['20 requests of 3 s', recentOf(200, 0, 3_000_000), 'warning'],
  ])('without an incident, by the last minutes: %s', (_, recent, health) =>
    expect(state([], { recent }).health).toBe(health),
  );

  it('says which figure it is by, and what that certainly is', () => {
    const { kind, value, at_least } = state([], { recent: recentOf(40, 10) }).health_reason!;
    expect([kind, value]).toEqual(['error_rate', 0.25]);
    expect(at_least).toBeGreaterThan(0.1);
    expect(at_least).toBeLessThan(0.25);
  });

  it('says where notify could not be asked, and goes by the figures', () => {
    expect(state(undefined)).toEqual({ health: 'healthy', health_reason: { kind: 'alerts_unknown' } });
    expect(state(undefined, { recent: recentOf(40, 40) }).health).toBe('critical');
  });

  it('without requests is no traffic, unless an incident says so', () => {
    expect(stateOf(CART, { open: [], isShown: true }, { count: 0, recent: undefined }).health).toBe('no_traffic');
    expect(state([incident()], { count: 0 }).health).toBe('critical');
  });

  it('in several environments is the worst of them', () =>
    expect(worstState([{ health: 'no_traffic' }, { health: 'warning' }, { health: 'healthy' }]).health).toBe(
      'warning',
    ));
});
