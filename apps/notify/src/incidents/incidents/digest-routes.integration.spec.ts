/** Who is notified of unseen incidents without a policy (ALERT-128, ALERT-141), over real tables. */
import { beforeEach, expect, it } from 'vitest';
import { uuidv7 } from '@spanwise/contracts/base/uuid';
import { A, change, database, open, recover, useIncidents } from './incident-lifecycle.fixture.js';

useIncidents('notify_digest');

const CONNECTOR = uuidv7();
const [ANN, BOB] = [uuidv7(), uuidv7()];

beforeEach(async () => {
  await database.admin.query(
    `truncate notify.connectors, notify.user_endpoints, notify.preferences, notify.preference_steps, notify.default_routes,
     notify.policies, notify.deliveries cascade`,
  );
  await database.admin.query(
    `insert into notify.connectors (id, organization_id, name, connector_type, config_sealed) values ($1, $2, 'c', 'webhook', '')`,
    [CONNECTOR, A],
  );
});

async function prefers(user: string, category: string, enabled = true): Promise<void> {
  const [endpoint, preference] = [uuidv7(), uuidv7()];
  await database.admin.query(
    `insert into notify.user_endpoints (id, organization_id, user_id, connector_id, external_identity, verified, enabled)
     values ($1, $2, $3, $4, $5, true, true)`,
    [endpoint, A, user, CONNECTOR, user],
  );
  await database.admin.query(
    `insert into notify.preferences (id, organization_id, user_id, category, enabled, allow_critical_bypass)
     values ($1, $2, $3, $4, $5, true)`,
    [preference, A, user, category, enabled],
  );
  await database.admin.query(
    `insert into notify.preference_steps (id, organization_id, preference_id, endpoint_id, step_order) values ($1, $2, $3, $4, 1)`,
    [uuidv7(), A, preference, endpoint],
  );
}

const defaultRoutes = () =>
  database.admin.query(
    `insert into notify.default_routes (id, organization_id, category, routes, enabled) values ($1, $2, 'alert', $3, true)`,
    [
      uuidv7(),
      A,
      JSON.stringify([{ connector_id: CONNECTOR, target_type: 'fixed_address', target: 'everyone', order: 1 }]),
    ],
  );
const policy = () =>
  database.admin.query(
    `insert into notify.policies (id, organization_id, name, event_type, category, definition, enabled, priority)
     values ($1, $2, 'p', 'alert.digest', 'alert', $3, true, 1)`,
    [
      uuidv7(),
      A,
      JSON.stringify({
        category: 'alert',
        matchers: {},
        recipient_resolver: 'fixed_users',
        resolver_config: { user_ids: [BOB] },
        delivery_mode: 'prefer_user',
        delivery_config: { connector_ids: [] },
        fallback_config: { use_user_fallbacks: true, use_team_defaults: false, use_organization_defaults: false },
      }),
    ],
  );

/** An incident that begins and ends while rules are not evaluated, and what is put into the outbox of it. */
async function unseen(): Promise<string[]> {
  const { incident } = await open(0, {}, { suppressionFor: () => ({ reason: 'catching_up' }) });
  await recover(incident.id, 1_000);
  await change((incidents) => incidents.sendDigest({ pass: 's30', at: 29_000_000 }), 2_000);
  const { rows } = await database.admin.query<{ to: string }>(
    `select target_value as to from notify.deliveries where event_type = 'alert.digest' and target_value <> '' order by id`,
  );
  return rows.map(({ to }) => to);
}

it('the default routes for alerts do', async () => {
  await defaultRoutes();
  await prefers(ANN, 'alert');
  expect(await unseen()).toEqual(['everyone']);
});

it('a user who asks for alerts does where there are none, and no other', async () => {
  await prefers(ANN, 'alert');
  await prefers(BOB, 'oncall');
  await prefers(uuidv7(), 'alert', false);
  expect(await unseen()).toEqual([ANN]);
});

it('only those of a policy of the type do once there is one', async () => {
  await defaultRoutes();
  await prefers(ANN, 'alert');
  await prefers(BOB, 'alert');
  await policy();
  expect(await unseen()).toEqual([BOB]);
});
