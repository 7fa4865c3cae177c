import { describe, expect, it } from 'vitest';
import { uuidv7 } from '@spanwise/contracts/base/uuid';
import type { IncidentRow } from './incident-rows.js';
import { incidentRow, incidentRows, openOfServices, timelineOf } from './incidents.store.js';
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
  notifications,
  useIncidents,
} from './incident-lifecycle.fixture.js';

useIncidents('notify_incidents');

/** Transactions of this database that wait for others. */
const waitingForLocks = async (): Promise<number> =>
  (
    await database.admin.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
  ).rowCount!;

describe('an incident (ALERT-30)', () => {
  it('says what it is about, and notifies of it once', async () => {
    const { incident, outcome } = await open();
    expect(outcome).toBe('opened');
    expect(await row(incident.id)).toMatchObject({
      status: 'open',
      rule_id: RULE,
      started_at: new Date(T0 - MINUTE),
      created_at: new Date(T0),
      paged_at: new Date(T0),
      details: {
        rule_name: 'Checkout errors',
        summary: 'Checkout errors (service=checkout): the value is 0.25',
        labels: { team: 'shop', service: 'checkout' },
        trace_ids: ['aa', 'bb'],
        affected_services: ['checkout'],
        samples: [{ ts: 29_000_000 * 60_000_000, value: 0.25, labels: { service: 'checkout' } }],
      },
    });
    expect(await notifications()).toEqual(['triggered:0']);
    expect(await kinds(incident.id)).toEqual(['opened']);
  });

  it('is one for a label set, also where two find it at once', async () => {
    const found = await Promise.all(Array.from({ length: 8 }, () => open()));
    expect(new Set(found.map(({ incident }) => incident.id)).size).toBe(1);
    expect(found.map(({ outcome }) => outcome).sort()).toEqual([...Array<string>(7).fill('merged'), 'opened']);
    expect(await notifications()).toEqual(['triggered:0']);
  });

  it('is one also where another finds it before it is written', async () => {
    let write = () => undefined as void;
    const written = new Promise<void>((resolve) => (write = resolve));
    let opened = () => undefined as void;
    const isOpen = new Promise<void>((resolve) => (opened = resolve));
    const first = change(async (incidents) => {
      const result = await incidents.open(opening());
      opened();
      await written;
      return result;
    });
    await isOpen;
    const second = open();
    await expect.poll(waitingForLocks).toBe(1);
    write();
    expect([await first, await second].map(({ outcome }) => outcome)).toEqual(['opened', 'merged']);
    expect(await notifications()).toEqual(['triggered:0']);
  });

  it('is another one for other labels, for another rule, and for the platform', async () => {
    const rule = { ...opening().rule!, id: uuidv7() };
    const platform = { rule: undefined, labels: {}, summary: 'Gateways refuse telemetry.' };
    const found = [
      await open(),
      await open(0, { labels: { service: 'cart' } }),
      await open(0, { rule }),
      await open(0, platform),
    ];
    expect(new Set(found.map(({ incident }) => incident.fingerprint)).size).toBe(4);
    expect(found[3]!.incident).toMatchObject({ rule_id: null, details: { summary: 'Gateways refuse telemetry.' } });
  });

  it('leaves nothing behind in a transaction that fails', async () => {
    const broken = change(async (incidents) => {
      await incidents.open(opening());
      throw new Error('killed');
    });
    await expect(broken).rejects.toThrow('killed');
    const left = await database.admin.query('select from notify.incidents union all select from notify.events');
    expect(left.rowCount).toBe(0);
  });

  it('is no other organization’s to see', async () => {
    const { incident } = await open();
    const B = uuidv7();
    const seen = database.transactions.in(B, (client) => incidentRow(client, B, incident.id));
    await expect(seen).rejects.toMatchObject({ kind: 'not_found' });
  });
});

describe('what ended (ALERT-30)', () => {
  it.each([
    ['within ten minutes is opened again', 10 * MINUTE, 'reopened', 1],
    ['longer ago is another fault', 10 * MINUTE + SECOND, 'opened', 2],
  ])('%s', async (_, afterMs, outcome, count) => {
    const { incident } = await open();
    await recover(incident.id, MINUTE);
    expect(await open(MINUTE + afterMs)).toMatchObject({ outcome });
    const all = await database.transactions.in(A, (client) => incidentRows(client, A, 'active', 1, 10));
    expect(all).toHaveLength(1);
    expect((await database.admin.query('select from notify.incidents')).rowCount).toBe(count);
  });

  it('and begins again forgets who had taken it over, and is notified again', async () => {
    const { incident } = await open();
    await change((incidents) => incidents.acknowledge(incident.id, USER), SECOND);
    await recover(incident.id, MINUTE);
    const again = await open(6 * MINUTE);
    expect(again.incident).toMatchObject({
      status: 'open',
      acknowledged_by: null,
      resolved_at: null,
      resolved_reason: null,
    });
    expect(await notifications()).toEqual(['triggered:0', 'acknowledged:1', 'resolved:2', 'triggered:3']);
    expect(await kinds(incident.id)).toEqual(['opened', 'acknowledged', 'resolved', 'reopened']);
  });

  it('manually and gets worse is opened again', async () => {
    const { incident } = await open();
    await change((incidents) => incidents.resolve(incident.id, USER), MINUTE);
    expect(await raise(incident.id, 'warning', 2 * MINUTE)).toMatchObject({ status: 'resolved' });
    expect(await raise(incident.id, 'critical', 2 * MINUTE)).toMatchObject({ status: 'open', severity: 'critical' });
    expect(await notifications()).toEqual(['triggered:0', 'resolved:1', 'triggered:2']);
  });
});

type Status = IncidentRow['status'];

describe('moves of people (ALERT-31)', () => {
  const moves = {
    acknowledge: (id: string) => change((incidents) => incidents.acknowledge(id, USER), MINUTE),
    resolve: (id: string) => change((incidents) => incidents.resolve(id, USER), MINUTE),
    assign: (id: string) => change((incidents) => incidents.assign(id, USER, USER), MINUTE),
    snooze: (id: string) => change((incidents) => incidents.snooze(id, 600, USER), MINUTE),
    comment: (id: string) => change((incidents) => incidents.comment(id, 'I look at it.', USER), MINUTE),
    rate: (id: string) => change((incidents) => incidents.giveFeedback(id, 'noise', 'a test', USER), MINUTE),
  };
  const become: Record<Status, (id: string) => Promise<unknown>> = {
    open: async () => undefined,
    acknowledged: moves.acknowledge,
    resolved: moves.resolve,
  };

  it.each<[Status, keyof typeof moves, Status | 'refused']>([
    ['open', 'acknowledge', 'acknowledged'],
    ['acknowledged', 'acknowledge', 'refused'],
    ['resolved', 'acknowledge', 'refused'],
    ['open', 'resolve', 'resolved'],
    ['acknowledged', 'resolve', 'resolved'],
    ['resolved', 'resolve', 'refused'],
    ['open', 'assign', 'open'],
    ['acknowledged', 'assign', 'acknowledged'],
    ['resolved', 'assign', 'refused'],
    ['open', 'snooze', 'open'],
    ['acknowledged', 'snooze', 'acknowledged'],
    ['resolved', 'snooze', 'refused'],
    ['resolved', 'comment', 'resolved'],
    ['resolved', 'rate', 'resolved'],
  ])('%s, %s: %s', async (from, move, expected) => {
    const { incident } = await open();
    await become[from](incident.id);
    const before = await kinds(incident.id);
    if (expected === 'refused') {
      await expect(moves[move](incident.id)).rejects.toMatchObject({ kind: 'conflict' });
      expect(await kinds(incident.id)).toEqual(before);
    } else {
      await moves[move](incident.id);
      expect(await kinds(incident.id)).toHaveLength(before.length + 1);
    }
    expect(await row(incident.id)).toMatchObject({ status: expected === 'refused' ? from : expected });
  });

  it('say who did it, and what', async () => {
    const { incident } = await open();
    await moves.assign(incident.id);
    await moves.comment(incident.id);
    await moves.rate(incident.id);
    expect(await row(incident.id)).toMatchObject({ assignee: USER, feedback: 'noise' });
    const timeline = await database.transactions.in(A, (client) => timelineOf(client, A, incident.id, 100));
    expect(timeline.slice(1)).toMatchObject([
      { kind: 'assigned', actor: USER, details: { user_id: USER, from: null } },
      { kind: 'commented', actor: USER, details: { text: 'I look at it.' } },
      { kind: 'feedback', actor: USER, details: { verdict: 'noise', comment: 'a test' } },
    ]);
  });

  it('at once are done one after the other', async () => {
    const { incident } = await open();
    const tried = await Promise.allSettled(Array.from({ length: 6 }, () => moves.acknowledge(incident.id)));
    expect(tried.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await notifications()).toEqual(['triggered:0', 'acknowledged:1']);
  });

  it('are found nowhere for an incident that is not there', async () => {
    for (const move of Object.values(moves)) await expect(move(uuidv7())).rejects.toMatchObject({ kind: 'not_found' });
  });
});

describe('the timeline (ALERT-32)', () => {
  it('is never changed', async () => {
    await open();
    const changed = database.admin.query(`update notify.incident_timeline set details = '{"text":"other"}'`);
    await expect(changed).rejects.toThrow('append-only');
  });

  it('takes a bounded number of entries of people, and what the product sees beyond it', async () => {
    const { incident } = await open();
    await database.admin.query(
      `insert into notify.incident_timeline (organization_id, id, incident_id, at, kind, actor, details)
       select $1, gen_random_uuid(), $2, now(), 'commented', $3, '{}' from generate_series(1, 1000)`,
      [A, incident.id, USER],
    );
    const comment = change((incidents) => incidents.comment(incident.id, 'one more', USER));
    await expect(comment).rejects.toMatchObject({ kind: 'conflict' });
    expect(await recover(incident.id, MINUTE)).toBe(true);
  });
});

describe('the open incidents of services (APM-17)', () => {
  const openAt = async (at?: Date) => {
    const rows = await database.transactions.in(A, (client) => openOfServices(client, A, at, 10));
    return rows.map(({ severity, details }) => [severity, details.labels.service]);
  };

  it('are those that are open now, or were at a time, the most severe first', async () => {
    const { incident } = await open(0, { labels: { service: 'cart' }, severity: 'critical' });
    await open(0, { labels: { service: 'pay' } });
    await open(0, { labels: { region: 'eu' } });
    await recover(incident.id, 2 * MINUTE);
    expect(await openAt()).toEqual([['warning', 'pay']]);
    expect(await openAt(new Date(T0 + MINUTE))).toEqual([
      ['critical', 'cart'],
      ['warning', 'pay'],
    ]);
    expect(await openAt(new Date(T0 + 3 * MINUTE))).toEqual([['warning', 'pay']]);
    expect(await openAt(new Date(T0 - MINUTE))).toEqual([]);
  });
});
