/** Groups of incidents over real tables (ALERT-124, ALERT-125). */
import { beforeEach, describe, expect, it } from 'vitest';
import { uuidv7 } from '@spanwise/contracts/base/uuid';
import type { Host } from '@spanwise/host/service';
import type { NotifyConfig } from '../../config.js';
import { Pager } from '../paging/pager.js';
import type { DeliveryWorker } from '../../delivery/pipeline/delivery-worker.js';
import type { TeamDirectory } from '../../routing/policies/team-directory.js';
import { addSemanticGroup } from '../grouping-rules/semantic-groups.store.js';
import type { SemanticGroup } from '../grouping-rules/semantic-group-rules.js';
import {
  A,
  change,
  database,
  kinds,
  MINUTE,
  open,
  opening,
  raise,
  recover,
  row,
  SECOND,
  T0,
  notifications,
  USER,
  useIncidents,
} from './incident-lifecycle.fixture.js';
import type { Opening } from './incident-opening.js';

useIncidents('notify_incident_groups');
beforeEach(() => database.admin.query('truncate notify.alert_semantic_groups, notify.incident_groups'));

const HOUR = 60 * MINUTE;
const together = (matchers: SemanticGroup['matchers'], group_by: string[] = [], name = 'Checkout') =>
  database.transactions.in(A, (client) =>
    addSemanticGroup(client, A, uuidv7(), { name, enabled: true, matchers, group_by }),
  );
const ofTeam = { label: 'team', op: 'eq' as const, value: 'shop' };
const of = (service: string, afterMs = 0, more: Partial<Opening> = {}) =>
  open(afterMs, { labels: { service }, ...more }).then(({ incident }) => incident);
const waited = (afterMs: number) => change((incidents) => incidents.flushGroups(), afterMs);
const groups = async () =>
  (
    await database.admin.query<{ name: string; labels: object; incidents: number }>(
      `select name, labels, (select count(*)::int from notify.incidents i where i.group_id = g.id) as incidents
         from notify.incident_groups g order by first_at, name, labels::text`,
    )
  ).rows;
/** Ids of incidents that a user was notified of, in their order. */
const notifiedIds = async () =>
  (
    await database.admin.query<{ id: string }>(
      `select split_part(event_id, ':', 2) as id from notify.events where event_type = 'alert.triggered' order by created_at, event_id`,
    )
  ).rows.map(({ id }) => id);

describe('the group of an incident (ALERT-124)', () => {
  it('is that of its rule and labels, notified at once', async () => {
    await of('cart');
    await of('pay');
    expect(await groups()).toMatchObject([
      { name: 'Checkout errors', labels: { service: 'cart' }, incidents: 1 },
      { name: 'Checkout errors', labels: { service: 'pay' }, incidents: 1 },
    ]);
    expect(await notifiedIds()).toHaveLength(2);
  });

  it('is the first semantic one that matches, by what its incidents have in common', async () => {
    await together([{ label: 'service', op: 're', value: 'c.*' }], ['team', 'zone'], 'first');
    await together([ofTeam], [], 'second');
    for (const service of ['cart', 'checkout', 'pay']) await of(service);
    expect(await groups()).toMatchObject([
      { name: 'first', labels: { team: 'shop', zone: '' }, incidents: 2 },
      { name: 'second', labels: {}, incidents: 1 },
    ]);
  });

  it('takes no part where it is off', async () => {
    const definition = { name: 'off', enabled: false, matchers: [], group_by: [] };
    await database.transactions.in(A, (client) => addSemanticGroup(client, A, uuidv7(), definition));
    await of('cart');
    expect(await groups()).toMatchObject([{ name: 'Checkout errors' }]);
  });

  it('is another one six hours after the newest of it', async () => {
    await together([ofTeam]);
    await of('a');
    await of('b', 5 * HOUR);
    await of('c', 10 * HOUR);
    await of('d', 16 * HOUR + SECOND);
    expect((await groups()).map(({ incidents }) => incidents)).toEqual([3, 1]);
  });
});

describe('a semantic group (ALERT-125)', () => {
  beforeEach(() => together([ofTeam]));

  it('waits 30 s, and then notifies of the worst, and of how many there are', async () => {
    const first = await of('cart');
    const worst = await of('pay', 10 * SECOND, { severity: 'critical' });
    await of('stock', 29 * SECOND);
    expect(await waited(29 * SECOND)).toBe(0);
    expect(await notifications()).toEqual([]);
    expect(await waited(30 * SECOND)).toBe(1);
    expect(await notifiedIds()).toEqual([worst.id]);
    expect(await waited(31 * SECOND)).toBe(0);
    const { rows } = await database.admin.query<{ details: { reason: string } }>(
      `select details from notify.incident_timeline where incident_id = $1 and kind = 'notified'`,
      [worst.id],
    );
    expect(rows[0]!.details.reason).toBe('3 incidents of Checkout.');
    expect(await row(first.id)).toMatchObject({
      waits: true,
      tell_at: null,
      details: { waits_for: { reason: 'grouped' } },
    });
  });

  it('is notified once, by whichever pager finds it, and again by one that follows a kill', async () => {
    const { id } = await of('cart');
    const host = { logger: { warn: () => undefined } } as unknown as Host;
    const worker = { wake: () => undefined } as unknown as DeliveryWorker;
    const config = { values: { baseUrl: 'https://spanwise.example' } } as NotifyConfig;
    const pager = (transactions = database.transactions) =>
      new Pager(transactions, {} as TeamDirectory, worker, config, host);
    const at = new Date(T0 + 30 * SECOND);
    // Its transaction ends before it commits.
    const { transactions } = database;
    const killed = new Proxy(transactions, {
      get: (target, name: keyof typeof transactions) =>
        name === 'in'
          ? (organizationId: string, work: Parameters<typeof transactions.in>[1]) =>
              target.in(organizationId, async (client) => {
                await work(client);
                throw new Error('killed');
              })
          : target[name].bind(target),
    });
    await pager(killed).round(at);
    expect(await notifiedIds()).toEqual([]);
    await Promise.all([pager().round(at), pager().round(at), pager().round(at)]);
    expect(await notifiedIds()).toEqual([id]);
    await pager().round(new Date(T0 + 60 * SECOND));
    expect(await notifiedIds()).toEqual([id]);
  });

  it('notifies of nothing else while it was notified, but of what is far worse', async () => {
    const first = await of('cart');
    await waited(30 * SECOND);
    await of('pay', MINUTE, { severity: 'error' });
    const worse = await of('stock', 2 * MINUTE, { severity: 'critical' });
    expect(await notifiedIds()).toEqual([first.id, worse.id]);
    await raise(first.id, 'critical', 3 * MINUTE);
    expect(await notifiedIds()).toEqual([first.id, worse.id, first.id]);
  });

  it('speaks by another incident once that is over', async () => {
    const first = await of('cart');
    const second = await of('pay', SECOND);
    const third = await of('stock', 2 * SECOND);
    await waited(30 * SECOND);
    await recover(first.id, MINUTE);
    expect(await change((incidents) => incidents.notifyPending(), MINUTE)).toBe(1);
    expect(await notifiedIds()).toEqual([first.id, second.id]);
    expect(await kinds(second.id)).toEqual(['opened', 'notified']);
    expect(await row(third.id)).toMatchObject({ waits: true });
  });
});

describe('what is open for long (ALERT-125)', () => {
  const repeated = (afterMs: number) => change((incidents) => incidents.renotify(), afterMs);

  it('is notified again every four hours, until a user acknowledges it', async () => {
    const { id } = await of('cart');
    expect(await repeated(4 * HOUR - SECOND)).toBe(0);
    expect(await repeated(4 * HOUR)).toBe(1);
    expect(await repeated(4 * HOUR + MINUTE)).toBe(0);
    expect(await repeated(8 * HOUR)).toBe(1);
    await change((incidents) => incidents.acknowledge(id, USER), 9 * HOUR);
    expect(await repeated(20 * HOUR)).toBe(0);
    expect(await notifications()).toEqual(['triggered:0', 'triggered:1', 'triggered:2', 'acknowledged:3']);
    expect(await kinds(id)).toEqual(['opened', 'notified', 'notified', 'acknowledged']);
  });

  it('is not while it is silenced or snoozed, and not where no notification was sent', async () => {
    const { id } = await of('cart');
    await change((incidents) => incidents.snooze(id, 6 * 3_600, USER), HOUR);
    expect(await repeated(5 * HOUR)).toBe(0);
    const quiet = { suppressionFor: () => ({ reason: 'muted', silence: 'x' }) as const };
    await open(0, opening({ labels: { service: 'pay' } }), quiet);
    expect(await repeated(5 * HOUR)).toBe(0);
  });
});
