import { describe, expect, it } from 'vitest';
import type { ConnectorRow } from '../../channels/connectors/connector-rows.js';
import { DeliveryFault } from '../../channels/egress/delivery-fault.js';
import type { DeliveryRow } from '../../channels/outbox/delivery-rows.js';
import { followUpOf, outcomeOfFault, unsent, connectorStateAfter } from './outcomes.js';

const enabled = { enabled: true } as ConnectorRow;
const row = (fallbacks: unknown[], policyId: string | null = 'p') =>
  ({ policy_id: policyId, fallbacks, acknowledged_at: null }) as unknown as DeliveryRow;
const NEXT = [{}];

describe('an attempt', () => {
  it('is made where the connector is there and on, and not for the end of what could not be notified', () => {
    const of = (connector: ConnectorRow | undefined, orphan = false) =>
      unsent({ row: row([]), connector, orphan })?.errorCode;
    expect([of(enabled), of(enabled, true)]).toEqual([undefined, 'superseded']);
    expect([of({ ...enabled, enabled: false }), of(undefined)]).toEqual(['connector_disabled', 'connector_disabled']);
  });

  it('is not repeated after its worker was lost and its event acknowledged', () => {
    const taken = { ...row([]), acknowledged_at: new Date() };
    expect(unsent({ row: taken, connector: enabled, orphan: false })).toEqual({ status: 'pending' });
  });

  it('that fails waits as the receiver wants it, whatever shortens the schedule', () => {
    const fault = new DeliveryFault('http_503', undefined, 20_000);
    expect(outcomeOfFault(fault, 1, 7, 0.001)).toMatchObject({ status: 'pending', waitMs: 20_000, latencyMs: 7 });
    expect(outcomeOfFault(new DeliveryFault('http_410'), 1, 7, 1)).not.toHaveProperty('waitMs');
  });

  it.each([
    ['success', NEXT, 'timer'],
    ['failed', NEXT, 'next route'],
    ['failed', [], 'timer'],
    ['skipped', NEXT, 'next route'],
    ['skipped', [], undefined],
    ['pending', NEXT, undefined],
  ] as const)('that came to %s with %j behind it is followed by: %s', (status, fallbacks, next) => {
    expect(followUpOf(row([...fallbacks]), status)).toBe(next);
    expect(followUpOf(row([...fallbacks], null), status)).toBeUndefined();
  });

  it.each([
    ['http_410', 'gone'],
    ['timeout', 'fails'],
    ['http_429', undefined],
  ] as const)('that met %s says of the connector: %s', (category, verdict) => {
    expect(connectorStateAfter({ status: 'failed', fault: new DeliveryFault(category) })).toBe(verdict);
    expect(connectorStateAfter({ status: 'success' })).toBe('works');
  });
});
