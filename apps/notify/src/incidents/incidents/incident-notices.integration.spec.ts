import { describe, expect, it } from 'vitest';
import { uuidv7 } from '@spanwise/contracts/base/uuid';
import type { Severity } from '@spanwise/contracts/alerting/alert-conditions';
import { acknowledgeFromOutside } from './acknowledge-from-outside.js';
import { insightsOf } from './insights.store.js';
import { timelineOf } from './incidents.store.js';
import {
  A,
  USER,
  RULE,
  T0,
  SECOND,
  MINUTE,
  database,
  opening,
  change,
  open,
  recover,
  raise,
  row,
  kinds,
  lower,
  notifications,
  useIncidents,
} from './incident-lifecycle.fixture.js';

useIncidents('notify_incident_notices');

describe('who is notified, and of what (ALERT-34, ALERT-35, ALERT-36)', () => {
  it('is notified of a more severe fault at once, and not of a less severe one', async () => {
    const { incident } = await open();
    expect(await raise(incident.id, 'critical', SECOND)).toMatchObject({ severity: 'critical' });
    expect(await raise(incident.id, 'error', 2 * SECOND)).toMatchObject({ severity: 'critical' });
    expect(await notifications()).toEqual(['triggered:0', 'triggered:1']);
    expect(await kinds(incident.id)).toEqual(['opened', 'severity_raised']);
  });

  it('a rise to a severity that was notified before neither notifies nor ends a snooze', async () => {
    const { incident } = await open(0, { severity: 'critical' });
    expect(await lower(incident.id, 'warning', SECOND)).toMatchObject({ severity: 'warning' });
    await change((incidents) => incidents.snooze(incident.id, 3_600, USER), 2 * SECOND);
    expect(await raise(incident.id, 'critical', MINUTE)).toMatchObject({
      severity: 'critical',
      snoozed_until: expect.any(Date) as Date,
    });
    expect(await notifications()).toEqual(['triggered:0']);
    expect(await kinds(incident.id)).toEqual(['opened', 'severity_lowered', 'snoozed', 'severity_raised']);
  });

  it('nor does a breach that is found again at that severity', async () => {
    const { incident } = await open(0, { severity: 'critical' });
    await lower(incident.id, 'warning', SECOND);
    await recover(incident.id, 2 * SECOND);
    await open(3 * SECOND, { severity: 'critical' });
    expect(await notifications()).toEqual(['triggered:0', 'resolved:1']);
  });

  it('hears it of a breach that is found again, where that is worse', async () => {
    await open();
    const { incident, outcome } = await open(SECOND, { severity: 'critical', traceIds: ['cc'] });
    expect(outcome).toBe('merged');
    expect(incident).toMatchObject({ severity: 'critical', details: { trace_ids: ['cc', 'aa', 'bb'] } });
    expect(incident.details.samples).toHaveLength(2);
    expect(await notifications()).toEqual(['triggered:0', 'triggered:1']);
  });

  it('does not hear it again of one that a user has acknowledged', async () => {
    const { incident } = await open();
    await change((incidents) => incidents.acknowledge(incident.id, USER), SECOND);
    await raise(incident.id, 'critical', MINUTE);
    expect(await row(incident.id)).toMatchObject({ status: 'acknowledged', severity: 'critical', waits: false });
    expect(await notifications()).toEqual(['triggered:0', 'acknowledged:1']);
  });

  it('hears nothing again within silence_secs, and then, if it still goes on', async () => {
    const { incident } = await open();
    await recover(incident.id, MINUTE);
    await open(2 * MINUTE);
    expect(await notifications()).toEqual(['triggered:0', 'resolved:1']);
    expect(await change((incidents) => incidents.notifyPending(), 5 * MINUTE - SECOND)).toBe(0);
    expect(await change((incidents) => incidents.notifyPending(), 5 * MINUTE)).toBe(1);
    expect(await change((incidents) => incidents.notifyPending(), 6 * MINUTE)).toBe(0);
    expect(await notifications()).toEqual(['triggered:0', 'resolved:1', 'triggered:2']);
  });

  it('sends no resolved notification without a firing one', async () => {
    const { incident } = await open();
    await recover(incident.id, MINUTE);
    await open(2 * MINUTE);
    await recover(incident.id, 3 * MINUTE);
    expect(await change((incidents) => incidents.notifyPending(), 9 * MINUTE)).toBe(0);
    expect(await notifications()).toEqual(['triggered:0', 'resolved:1']);
  });

  it('hears of the end also while the incident is snoozed', async () => {
    const { incident } = await open();
    await change((incidents) => incidents.snooze(incident.id, 3_600, USER), SECOND);
    await recover(incident.id, MINUTE);
    expect(await row(incident.id)).toMatchObject({ snoozed_until: null, waits: false });
    expect(await notifications()).toEqual(['triggered:0', 'resolved:1']);
  });

  it('hears again after a snooze, or as soon as it is worse', async () => {
    const { incident } = await open();
    await change((incidents) => incidents.snooze(incident.id, 600, USER), MINUTE);
    expect(await change((incidents) => incidents.notifyPending(), 10 * MINUTE)).toBe(0);
    expect(await change((incidents) => incidents.notifyPending(), 11 * MINUTE)).toBe(1);
    await change((incidents) => incidents.snooze(incident.id, 600, USER), 12 * MINUTE);
    await raise(incident.id, 'critical', 13 * MINUTE);
    expect(await row(incident.id)).toMatchObject({ snoozed_until: null });
    expect(await notifications()).toEqual(['triggered:0', 'triggered:1', 'triggered:2']);
  });

  it('hears nothing while a user has muted the labels, however bad it is, and then at once', async () => {
    let silenced = true;
    const seen: Record<string, string>[] = [];
    const tools = {
      suppressionFor: (labels: Record<string, string>) =>
        seen.push(labels) > 0 && silenced ? ({ reason: 'muted', silence: 'move of disks' } as const) : undefined,
    };
    const { incident } = await open(0, { severity: 'critical' }, tools);
    expect(seen[0]).toEqual({ team: 'shop', service: 'checkout', severity: 'critical', incident_id: incident.id });
    expect(await change((incidents) => incidents.notifyPending(), MINUTE, tools)).toBe(0);
    expect(await notifications()).toEqual([]);
    silenced = false;
    expect(await change((incidents) => incidents.notifyPending(), 2 * MINUTE, tools)).toBe(1);
    expect(await notifications()).toEqual(['triggered:0']);
    expect(await kinds(incident.id)).toEqual(['opened', 'notified']);
    const entries = await database.transactions.in(A, (client) => timelineOf(client, A, incident.id, 10));
    expect(entries.map(({ details }) => details)).toMatchObject([
      { held: 'muted', silence: 'move of disks' },
      { reason: 'The silence move of disks is over, and it goes on.' },
    ]);
  });

  it('says why it is notified only now (ALERT-54)', async () => {
    await database.admin.query(
      `insert into notify.policies (id, organization_id, name, event_type, category, definition, enabled, priority)
       values ($1, $2, 'p', 'alert.triggered', 'alert', $3, true, 1)`,
      [uuidv7(), A, JSON.stringify({ ...POLICY, matchers: {} })],
    );
    const suppressionFor = () => ({ reason: 'muted', silence: 'move of disks' }) as const;
    await open(0, {}, { suppressionFor: suppressionFor });
    await change((incidents) => incidents.notifyPending(), MINUTE);
    const because = 'The silence move of disks is over, and it goes on.';
    const { rows } = await database.admin.query<{ attributes: object }>('select attributes from notify.escalations');
    expect(rows.map(({ attributes }) => attributes)).toEqual([
      expect.objectContaining({
        told_because: because,
        summary: expect.stringContaining(`${because} Checkout errors`),
      }),
    ]);
    await database.admin.query('truncate notify.policies, notify.escalations, notify.deliveries');
  });

  it('has the attributes that policies and templates ask for', async () => {
    await database.admin.query(
      `insert into notify.policies (id, organization_id, name, event_type, category, definition, enabled, priority)
       values ($1, $2, 'p', 'alert.triggered', 'alert', $3, true, 1)`,
      [uuidv7(), A, JSON.stringify({ ...POLICY, matchers: { 'labels.team': 'shop', severity: 'warning' } })],
    );
    const { incident } = await open();
    const { rows } = await database.admin.query<{ attributes: object; group_key: string }>(
      'select attributes, group_key from notify.escalations',
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({
      group_key: incident.id,
      attributes: {
        incident_id: incident.id,
        fingerprint: incident.fingerprint,
        severity: 'warning',
        rule_id: RULE,
        rule_name: 'Checkout errors',
        summary: 'Checkout errors (service=checkout): the value is 0.25',
        service: 'checkout',
        value: 0.25,
        url: `https://spanwise.example/alerts/incidents/${incident.id}`,
      },
    });
    await database.admin.query('truncate notify.policies, notify.escalations, notify.deliveries');
  });
});

const ROUTING = {
  recipient_resolver: 'alert_owner',
  resolver_config: {},
  delivery_mode: 'prefer_user',
  delivery_config: { connector_ids: [] },
  fallback_config: { use_organization_defaults: true },
};
const POLICY = { ...ROUTING, category: 'alert', ack_timeout_seconds: 60, escalation_config: ROUTING };

describe('a user outside of the API (ALERT-38)', () => {
  const press = (id: string) =>
    database.transactions.in(A, (client) =>
      acknowledgeFromOutside('https://spanwise.example')(client, A, id, { kind: 'link', recipient: 'anna@x.example' }),
    );

  it('acknowledges an incident once, and is notified when it is too late', async () => {
    const { incident } = await open();
    expect(await press(incident.id)).toBe('acknowledged');
    expect(await press(incident.id)).toBe('already');
    expect(await row(incident.id)).toMatchObject({ status: 'acknowledged', acknowledged_by: null });
    const [, taken] = await database.transactions.in(A, (client) => timelineOf(client, A, incident.id, 10));
    expect(taken).toMatchObject({ kind: 'acknowledged', details: { by: 'link', recipient: 'anna@x.example' } });
    await recover(incident.id, MINUTE);
    expect(await press(incident.id)).toBe('closed');
    expect(await press(uuidv7())).toBe('closed');
    expect(await notifications()).toEqual(['triggered:0', 'acknowledged:1', 'resolved:2']);
  });
});

describe('the end of a rule (ALERT-37)', () => {
  it('ends its incidents, and no others', async () => {
    const others = await open(0, { rule: { ...opening().rule!, id: uuidv7() } });
    const own = [await open(), await open(0, { labels: { service: 'cart' } })];
    expect(await change((incidents) => incidents.resolveOfRule(RULE, 'rule_deleted'), MINUTE)).toBe(2);
    for (const { incident } of own) {
      expect(await row(incident.id)).toMatchObject({
        status: 'resolved',
        resolved_reason: 'rule_deleted',
        resolved_by: null,
      });
    }
    expect(await row(others.incident.id)).toMatchObject({ status: 'open' });
  });
});

describe('figures of incidents (ALERT-39)', () => {
  it('count what was opened within the window', async () => {
    const now = Date.now();
    const ago = (minutes: number) => now - minutes * MINUTE - T0;
    const at = async (service: string, severity: Severity, minutes: number, tookMs?: number) => {
      const { incident } = await open(ago(minutes), { labels: { service }, severity });
      if (tookMs !== undefined) await recover(incident.id, ago(minutes) + tookMs);
    };
    await at('old', 'info', 120, MINUTE);
    await at('cart', 'critical', 50, 30 * SECOND);
    await at('checkout', 'warning', 40, 90 * SECOND);
    await at('checkout', 'warning', 20);
    const insights = await database.transactions.in(A, (client) => insightsOf(client, A, 3_600));
    expect(insights).toMatchObject({
      window_secs: 3_600,
      total: 3,
      active: 1,
      closed: 2,
      mttr_secs: 60,
      mttr_p50_secs: 60,
      noise_rate: 0.5,
      by_severity: { info: 0, warning: 2, error: 0, critical: 1 },
      top_services: [
        { key: 'checkout', count: 2 },
        { key: 'cart', count: 1 },
      ],
      top_rules: [{ key: 'Checkout errors', count: 3 }],
    });
    expect(insights.by_hour).toHaveLength(24);
    expect(insights.by_hour.reduce((sum, count) => sum + count, 0)).toBe(3);
    expect(insights).not.toHaveProperty('mtta_p50_secs');
  });

  it('of nothing are zeros', async () => {
    const insights = await database.transactions.in(A, (client) => insightsOf(client, A, 3_600));
    expect(insights).toMatchObject({ total: 0, mttr_secs: 0, noise_rate: 0, top_services: [], top_rules: [] });
  });
});
