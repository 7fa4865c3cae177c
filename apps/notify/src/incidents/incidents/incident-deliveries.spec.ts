import { expect, it } from 'vitest';
import type { DeliveryRow } from '../../channels/outbox/delivery-rows.js';
import { notifiedState } from './incident-deliveries.js';

const sent = (status: DeliveryRow['status']) => ({ status, connector_id: 'c' });
const NOWHERE = { status: 'skipped', connector_id: null } as const;

it.each([
  ['no event yet', [], [], undefined],
  ['an event without a recipient', [NOWHERE], [], 'no_recipient'],
  ['an event without a policy', [], [{ is_waiting: false }], 'no_recipient'],
  ['an event whose recipients are looked for', [], [{ is_waiting: true }], 'pending'],
  ['a delivery under way', [NOWHERE, sent('sending')], [], 'pending'],
  ['a failed delivery', [sent('failed')], [], 'failed'],
  ['one of two delivered', [sent('failed'), sent('success')], [], 'delivered'],
] as const)('of %s', (_, deliveries, undelivered, state) => expect(notifiedState(deliveries, undelivered)).toBe(state));
