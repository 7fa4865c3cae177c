import { describe, expect, it } from 'vitest';
import { SEVERITIES } from '@spanwise/contracts/alerting/alert-conditions';
import type { IncidentRow } from './incident-rows.js';
import {
  eventAttributes,
  fingerprintOf,
  suppressionOf,
  isSameTrouble,
  isWorse,
  silenceableLabels,
  requireMove,
  lateNotificationReason,
  silenceName,
  type Move,
} from './incident-rules.js';

const AT = new Date('2026-01-15T10:00:00Z');
const later = (ms: number) => new Date(AT.getTime() + ms);
const SECOND = 1_000;

const ROW: IncidentRow = {
  id: 'incident-1',
  organization_id: 'organization-1',
  rule_id: 'rule-1',
  fingerprint: 'f00d',
  status: 'open',
  severity: 'warning',
  details: {
    rule_name: 'Checkout errors',
    escalation_policy_id: 'default',
    silence_secs: 300,
    summary: 'error_rate of checkout is 0.25.',
    labels: { team: 'shop', service: 'checkout', environment: 'prod' },
    annotations: { runbook: 'https://runbooks.example/1' },
    trace_ids: [],
    affected_services: ['checkout', 'web'],
    samples: [
      { ts: 1, value: 0.1, labels: {} },
      { ts: 2, value: 0.25, labels: {} },
    ],
  },
  started_at: AT,
  created_at: AT,
  reopened_at: null,
  acknowledged_at: null,
  acknowledged_by: null,
  resolved_at: null,
  resolved_by: null,
  resolved_reason: null,
  assignee: null,
  feedback: null,
  snoozed_until: null,
  paged_at: null,
  is_told: false,
  waits: false,
  events: 0,
  current_step: 0,
  current_loop: 0,
  current_step_started_at: AT,
  group_id: null,
  tell_at: null,
};
const detailed = (change: Partial<IncidentRow['details']>): IncidentRow => ({
  ...ROW,
  details: { ...ROW.details, ...change },
});

describe('a move of an incident (ALERT-31)', () => {
  it.each<[Move, string, IncidentRow['status'][]]>([
    ['acknowledge', 'acknowledged', ['open']],
    ['resolve', 'resolved', ['open', 'acknowledged']],
    ['assign', 'assigned', ['open', 'acknowledged']],
    ['snooze', 'snoozed', ['open', 'acknowledged']],
    ['silence', 'silenced', ['open', 'acknowledged']],
  ])('%s is of some statuses alone, and a conflict otherwise', (move, done, allowed) => {
    for (const status of ['open', 'acknowledged', 'resolved'] as const) {
      if (allowed.includes(status)) expect(() => requireMove(move, status)).not.toThrow();
      else expect(() => requireMove(move, status)).toThrow(`An incident that is ${status} cannot be ${done}.`);
    }
  });
});

describe('the same fault (ALERT-30)', () => {
  it('has one fingerprint for a rule and a label set, in whatever order', () => {
    const own = fingerprintOf('rule-1', { a: '1', b: '2' });
    expect(own).toMatch(/^[0-9a-f]{64}$/);
    expect(fingerprintOf('rule-1', { b: '2', a: '1' })).toBe(own);
    const others = [
      fingerprintOf('rule-2', { a: '1', b: '2' }),
      fingerprintOf('rule-1', { a: '1' }),
      fingerprintOf(undefined, { a: '1', b: '2' }),
    ];
    expect(new Set([own, ...others]).size).toBe(4);
    expect(fingerprintOf(undefined, {})).toBe(fingerprintOf('platform', {}));
  });

  it('is opened again up to ten minutes after its end', () => {
    expect(isSameTrouble({ resolved_at: AT }, later(600 * SECOND))).toBe(true);
    expect(isSameTrouble({ resolved_at: AT }, later(600 * SECOND + 1))).toBe(false);
    expect(isSameTrouble({ resolved_at: null }, AT)).toBe(false);
  });

  it('is worse when its severity is higher', () => {
    for (const [at, one] of SEVERITIES.entries())
      for (const [place, other] of SEVERITIES.entries()) expect(isWorse(one, other)).toBe(at > place);
  });
});

describe('what suppresses (ALERT-35)', () => {
  const free = { isInhibited: false, isWorse: false };
  const notified = { ...ROW, paged_at: AT };
  const silenced = { reason: 'muted', silence: 'night' } as const;

  it('is nothing for what is new', () => expect(suppressionOf(ROW, AT, free)).toBeUndefined());

  it('is a silence before anything else, also of what gets worse', () => {
    const row = { ...notified, snoozed_until: later(SECOND) };
    expect(suppressionOf(row, AT, { silenced, isInhibited: true, isWorse: true })).toEqual(silenced);
    expect(suppressionOf(row, AT, { isInhibited: true, isWorse: true })).toEqual({ reason: 'inhibited' });
    expect(suppressionOf(row, AT, free)).toEqual({ reason: 'snoozed' });
  });

  it('is a snooze until its end', () => {
    const row = { ...ROW, snoozed_until: later(SECOND) };
    expect(suppressionOf(row, later(SECOND - 1), free)).toEqual({ reason: 'snoozed' });
    expect(suppressionOf(row, later(SECOND), free)).toBeUndefined();
  });

  it('is the last notification for silence_secs, unless it gets worse', () => {
    expect(suppressionOf(notified, later(300 * SECOND - 1), free)).toEqual({ reason: 'silence_secs' });
    expect(suppressionOf(notified, later(300 * SECOND), free)).toBeUndefined();
    expect(suppressionOf(notified, later(SECOND), { ...free, isWorse: true })).toBeUndefined();
  });
});

describe('what silences see (ALERT-50)', () => {
  it('are the labels, the severity and the incident', () => {
    const { labels } = ROW.details;
    expect(silenceableLabels(ROW)).toEqual({ ...labels, severity: 'warning', incident_id: 'incident-1' });
    // No rule gives itself another severity by a label.
    const cheating = detailed({ labels: { severity: 'info', incident_id: 'x' } });
    expect(silenceableLabels(cheating)).toEqual({ severity: 'warning', incident_id: 'incident-1' });
  });

  it('a silence of one incident has a name that fits', () => {
    expect(silenceName(ROW)).toBe('Incident of Checkout errors');
    expect(silenceName(detailed({ rule_name: 'x'.repeat(300) }))).toHaveLength(255);
  });
});

describe('the reason of a late notification', () => {
  it.each<[IncidentRow['details']['waits_for'], string | undefined]>([
    [undefined, undefined],
    [{ reason: 'catching_up' }, undefined],
    [{ reason: 'silence_secs' }, undefined],
    [{ reason: 'group_wait', group: 'shop', until: 1 }, undefined],
    [{ reason: 'muted', silence: 'night' }, 'The silence night is over, and it goes on.'],
    [{ reason: 'snoozed' }, 'It is no longer snoozed, and it goes on.'],
    [{ reason: 'grouped', group: 'shop' }, 'Others of shop are over, and it goes on.'],
    [{ reason: 'inhibited', service: 'db' }, 'It no longer follows from db.'],
    [{ reason: 'inhibited' }, 'It no longer follows from something else.'],
  ])('%j', (held, sentence) =>
    expect(lateNotificationReason(detailed(held === undefined ? {} : { waits_for: held }))).toBe(sentence),
  );
});

describe('the event of an incident (ALERT-34)', () => {
  const BASE = 'https://spanwise.example';

  it('says what policies and templates need', () => {
    expect(eventAttributes(ROW, 'alert.triggered', BASE)).toEqual({
      title: 'Checkout errors',
      incident_id: 'incident-1',
      fingerprint: 'f00d',
      severity: 'warning',
      status: 'open',
      rule_id: 'rule-1',
      rule: { id: 'rule-1', name: 'Checkout errors' },
      rule_name: 'Checkout errors',
      summary: ROW.details.summary,
      incident: { id: 'incident-1', fingerprint: 'f00d', status: 'open', summary: ROW.details.summary },
      url: `${BASE}/alerts/incidents/incident-1`,
      labels: ROW.details.labels,
      annotations: ROW.details.annotations,
      affected_services: ['checkout', 'web'],
      service: 'checkout',
      environment: 'prod',
      value: 0.25,
      started_at_micros: AT.getTime() * 1_000,
      evaluated_at_micros: 2,
    });
  });

  it('says who acknowledged and resolved it, and why it is notified now', () => {
    const row: IncidentRow = {
      ...ROW,
      assignee: 'user-1',
      acknowledged_by: 'user-2',
      resolved_by: 'user-3',
      resolved_reason: 'by_hand',
    };
    expect(eventAttributes(row, 'alert.resolved', BASE, 'It goes on.')).toMatchObject({
      title: 'Resolved: Checkout errors',
      summary: `It goes on. ${ROW.details.summary}`,
      told_because: 'It goes on.',
      assignee_user_ids: ['user-1'],
      owner_user_id: 'user-1',
      acknowledged_by: 'user-2',
      resolved_by: 'user-3',
      resolved_reason: 'by_hand',
    });
    expect(eventAttributes(row, 'alert.acknowledged', BASE).title).toBe('Acknowledged: Checkout errors');
  });

  it('leaves out what is not known', () => {
    const row = { ...detailed({ labels: {}, samples: [] }), rule_id: null };
    const attributes = eventAttributes(row, 'alert.triggered', BASE);
    for (const name of ['rule_id', 'rule', 'service', 'environment', 'value', 'told_because', 'assignee_user_ids'])
      expect(attributes).not.toHaveProperty(name);
    expect(attributes.evaluated_at_micros).toBe(AT.getTime() * 1_000);
    expect(
      eventAttributes(detailed({ samples: [{ ts: 3, value: null, labels: {} }] }), 'alert.triggered', BASE),
    ).not.toHaveProperty('value');
  });

  it('that is too large keeps the labels that have room and goes without annotations', () => {
    const labels = Object.fromEntries(Array.from({ length: 10 }, (_, at) => [`label_${at}`, 'x'.repeat(980)]));
    const annotations = { much: 'y'.repeat(15_000) };
    const attributes = eventAttributes(detailed({ labels, annotations }), 'alert.triggered', BASE);
    expect(attributes).toMatchObject({ annotations: {}, affected_services: [] });
    expect(Object.keys(attributes.labels as object)).toEqual(['label_0', 'label_1', 'label_2', 'label_3']);
    // Just as large as it may be.
    const size = (length: number) => {
      const given = eventAttributes(detailed({ annotations: { much: 'y'.repeat(length) } }), 'alert.triggered', BASE);
      return Buffer.byteLength(JSON.stringify(given));
    };
    const most = 10_000 + (15_000 - size(10_000));
    expect([size(most), size(most + 1)]).toEqual([15_000, expect.any(Number)]);
    expect(size(most + 1)).toBeLessThan(1_000);
  });
});
