/** An incident from its beginning to its end, at every receiver that keeps or shows one (DELIVERY-25). */
import { describe, expect, it } from 'vitest';
import type { ConnectorType } from '@spanwise/contracts/notify/notify';
import { uuidv7 } from '@spanwise/contracts/base/uuid';
import { receivedNotifications, TARGETS } from './connector-receivers.fixture.js';

const { product, receivers } = await receivedNotifications();
const EVENTS = ['alert.triggered', 'alert.acknowledged', 'alert.resolved'];

for (const event_type of EVENTS) {
  await product.done('POST /notify/policies', {
    name: event_type,
    event_type,
    category: 'alert',
    recipient_resolver: 'alert_owner',
    delivery_mode: 'prefer_user',
  });
}

/** Sent to the connector alone, in this order. */
async function incidentAt(type: ConnectorType): Promise<string> {
  const connector = await product.connector(type, receivers.config(type));
  const [target_type, target] = TARGETS[type];
  const routes = [{ connector_id: connector.id, target_type, target, order: 1 }];
  await product.done('PUT /notify/organization-defaults/alert', { routes });
  const incident = uuidv7();
  for (const event_type of EVENTS) {
    await product.publish(event_type, {
      incident_id: incident,
      fingerprint: 'f',
      rule_name: 'Checkout p95',
      summary: 'p95 is 2 s',
      severity: 'error',
      labels: { service: 'checkout' },
      url: 'https://spanwise.example/alerts/1',
      acknowledge_url: 'https://spanwise.example/ack',
    });
    const count = EVENTS.indexOf(event_type) + 1;
    const heard = () => receivers.channels.received.length + receivers.chatone.received.length;
    await expect.poll(heard).toBe(count);
  }
  return incident;
}
const bodies = () =>
  [...receivers.channels.received, ...receivers.chatone.received].map(({ body }) => JSON.parse(body) as object);

describe('an incident', () => {
  it('is triggered, acknowledged and resolved at PagerDuty by one key', async () => {
    const incident = await incidentAt('pagerduty_events');
    expect(bodies()).toMatchObject([
      { event_action: 'trigger', dedup_key: incident, payload: { severity: 'error', summary: 'Checkout p95' } },
      { event_action: 'acknowledge', dedup_key: incident },
      { event_action: 'resolve', dedup_key: incident },
    ]);
  });

  it('is created, acknowledged and closed at Opsgenie by one alias', async () => {
    const incident = await incidentAt('opsgenie_alerts');
    expect(receivers.channels.received.map(({ path }) => path)).toEqual([
      '/v2/alerts',
      `/v2/alerts/${incident}/acknowledge?identifierType=alias`,
      `/v2/alerts/${incident}/close?identifierType=alias`,
    ]);
    expect(bodies()[0]).toMatchObject({ alias: incident, priority: 'P2', details: { service: 'checkout' } });
  });

  it.each(['teams_webhook', 'discord_webhook', 'telegram_bot', 'chatone_webhook'] as const)(
    'is shown at %s with its labels, and with a link to acknowledge only while it lasts',
    async (type) => {
      await incidentAt(type);
      const texts = bodies().map((body) => JSON.stringify(body));
      const titles = ['Checkout p95', 'Acknowledged: Checkout p95', 'Resolved: Checkout p95'];
      expect(texts.map((text, at) => text.includes(titles[at]!))).toEqual([true, true, true]);
      expect(texts.map((text) => text.includes('checkout'))).toEqual([true, true, true]);
      expect(texts.map((text) => text.includes('https://spanwise.example/ack'))).toEqual([true, false, false]);
    },
  );
});
