import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { PublishEvent } from '@spanwise/contracts/notify/deliveries';
import { uuidv7 } from '@spanwise/contracts/base/uuid';
import { NotifyDatabase } from '../../db/notify-database.fixture.js';
import { within } from '../../db/organization-transactions.js';
import type { Notice } from './notice.js';
import { plan } from './plan.js';
import { publish } from './publish.js';

const A = uuidv7();
const CONNECTOR = uuidv7();
const NO_RECIPIENT = { recipient_resolver: 'alert_owner', resolver_config: {} };
const A_TEAM = { recipient_resolver: 'team_members', resolver_config: { team_id: uuidv7() } };
let database: NotifyDatabase;

beforeAll(async () => {
  database = await NotifyDatabase.start('notify_pipeline');
  await database.admin.query(
    `insert into notify.connectors (id, organization_id, name, connector_type, config_sealed) values ($1, $2, 'c', 'webhook', '')`,
    [CONNECTOR, A],
  );
  const routes = [{ connector_id: CONNECTOR, target_type: 'fixed_address', target: 'ops', order: 1 }];
  await database.admin.query(
    `insert into notify.default_routes (id, organization_id, category, routes, enabled) values ($1, $2, 'alert', $3, true)`,
    [uuidv7(), A, JSON.stringify(routes)],
  );
});
afterAll(() => database.stop());
beforeEach(() =>
  database.admin.query(
    'truncate notify.policies, notify.events, notify.deliveries, notify.unresolved_events, notify.escalations, notify.organizations',
  ),
);

/** Notifies the organization's default routes; others without an acknowledgement within the time. */
async function addPolicy(recipients: { recipient_resolver: string; resolver_config: object }): Promise<void> {
  const routing = {
    ...recipients,
    delivery_mode: 'prefer_user',
    delivery_config: { connector_ids: [] },
    fallback_config: { use_organization_defaults: true },
  };
  const definition = { ...routing, category: 'alert', ack_timeout_seconds: 60, escalation_config: routing };
  await database.admin.query(
    `insert into notify.policies (id, organization_id, name, event_type, category, definition, enabled, priority)
     values ($1, $2, 'p', 'alert.triggered', 'alert', $3, true, 1)`,
    [uuidv7(), A, JSON.stringify({ ...definition, matchers: {} })],
  );
}
const event = (): PublishEvent => ({
  organization_id: A,
  event_id: uuidv7(),
  event_type: 'alert.triggered',
  occurred_at_micros: Date.now() * 1_000,
  attributes: { incident_id: 'i1' },
});
const turn = () => database.transactions.turn(A);
const count = async (table: string, where = 'true') =>
  (await database.admin.query(`select from notify.${table} where ${where}`)).rowCount;

describe('the stages of an event', () => {
  it('make deliveries of it once, however often it is published', async () => {
    await addPolicy(NO_RECIPIENT);
    const published = event();
    expect(await plan(turn(), await publish(turn(), published))).toBe(1);
    expect(await publish(turn(), published)).toEqual([]);
    expect(await count('deliveries', `status = 'pending'`)).toBe(1);
  });

  it('leave nothing behind in a transaction of another user that fails', async () => {
    await addPolicy(NO_RECIPIENT);
    const commit = database.transactions.in(A, async (client) => {
      const inner = within(A, client);
      expect(await plan(inner, await publish(inner, event()))).toBe(1);
      throw new Error('killed');
    });
    await expect(commit).rejects.toThrow('killed');
    for (const table of ['events', 'deliveries', 'escalations', 'organizations']) expect(await count(table)).toBe(0);
  });

  it('let an event wait until the members of the team are known, and what comes after it of its incident', async () => {
    await addPolicy(A_TEAM);
    expect(await plan(turn(), await publish(turn(), event()))).toBe(0);
    await database.admin.query('truncate notify.policies');
    await addPolicy(NO_RECIPIENT);
    const [behind]: Notice[] = await publish(turn(), event());
    expect(await plan(turn(), [behind!])).toBe(0);
    expect([await count('unresolved_events'), await count('deliveries')]).toEqual([2, 0]);
    // As it is when its turn has come.
    expect(await plan(turn(), [{ ...behind!, teams: new Map() }])).toBe(1);
  });

  it('let the time to acknowledge run at once where no user can be notified, and not before a user was', async () => {
    await addPolicy(NO_RECIPIENT);
    const [notice] = await publish(turn(), event());
    await plan(turn(), [notice!]);
    expect(await count('escalations', 'due_at is not null')).toBe(0);
    const nowhere = {
      ...notice!.policy,
      fallback_config: { ...notice!.policy.fallback_config, use_organization_defaults: false },
    };
    await plan(turn(), [{ ...notice!, policy: nowhere }]);
    expect(await count('escalations', 'due_at is not null')).toBe(1);
  });
});
