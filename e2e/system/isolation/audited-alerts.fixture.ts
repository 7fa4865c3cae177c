/** Calls that change whom the product notifies of what, and what becomes of it. */
import { createHmac } from 'node:crypto';
import { uuidv7 } from '@spanwise/contracts/base/uuid';
import { makeToken } from '@spanwise/notify/routing/acknowledgements/link-tokens';
import type { Made, Scene } from './audited-scene.fixture.js';

const FOREVER_MICROS = 4_000_000_000_000_000;
const SIGNING_SECRET = '8f742231b10e8888abcd99yyyzzz85a5';
/** A thing is made, changed and deleted below its path. */
async function lifeOf({ call }: Scene, path: string, body: object, change: object = body): Promise<void> {
  const { id } = await call(`POST ${path}`, body);
  await call(`PUT ${path}/${id}`, change);
  await call(`DELETE ${path}/${id}`);
}

export async function changeRules(scene: Scene): Promise<void> {
  const { call, owner } = scene;
  const matchers = [{ label: 'service', op: 'eq', value: 'cart' }];
  await lifeOf(scene, '/alerts/rules', {
    name: 'Quiet',
    enabled: false,
    condition: { type: 'red', of: 'service', figure: 'count', filters: { service: 'cart' }, group_by: [] },
    trigger: { operator: 'gt', threshold: 1_000_000 },
  });
  await lifeOf(scene, '/alerts/mutes', {
    name: 'Night',
    matchers,
    window: { type: 'fixed', start: 0, end: FOREVER_MICROS },
    comment: 'asleep',
  });
  await lifeOf(scene, '/alerts/escalations', {
    name: 'Owner',
    steps: [{ targets: [{ kind: 'user', user_id: owner.user_id }], ack_timeout_secs: 300, min_severity: null }],
    repeat: false,
    max_loops: 1,
  });
  const group = { name: 'Carts', matchers, group_by: ['service'] };
  await lifeOf(scene, '/alerts/semantic_groups', group);
  await call('POST /alerts/semantic_groups/import', { groups: [group] });
}

export async function changeSchedules(scene: Scene): Promise<void> {
  const { call, owner } = scene;
  const rotation = { id: 'weekly', name: 'Weekly', members: [owner.user_id], kind: 'weekly', start_at: 1 };
  const body = { name: 'Shop', timezone: 'UTC', rotations: [{ ...rotation, start_at: 1_767_225_600_000_000 }] };
  const { id } = await call('POST /schedules', body);
  const override = { user_id: owner.user_id, start_at_micros: FOREVER_MICROS, end_at_micros: FOREVER_MICROS + 1 };
  const { overrides } = await call<{ overrides: Made[] }>(`POST /schedules/${id}/overrides`, override);
  await call(`PUT /schedules/${id}/overrides/${overrides[0]!.id}`, override);
  await call(`DELETE /schedules/${id}/overrides/${overrides[0]!.id}`);
  await call(`POST /schedules/${id}/calendar_link`);
  await call(`DELETE /schedules/${id}/calendar_link`);
  await call(`PUT /schedules/${id}`, { ...body, name: 'Shops' });
  await call(`DELETE /schedules/${id}`);
}

/** Nothing listens at the address: what is recorded is the wish, not its outcome. */
export async function changeChannels(scene: Scene): Promise<void> {
  const { call, owner } = scene;
  const hook = { name: 'Hook', connector_type: 'webhook', config: { url: 'https://hook.audited.invalid/' } };
  const { id } = await call('POST /notify/connectors', hook);
  await call(`PUT /notify/connectors/${id}`, { ...hook, name: 'Hooks' });
  await call(`POST /notify/connectors/${id}/test`, { target_type: 'fixed_group', target: 'ops' });
  const routes = [{ connector_id: id, target_type: 'fixed_group', target: 'ops', order: 1 }];
  await call('PUT /notify/organization-defaults/alert', { routes });
  await call('DELETE /notify/organization-defaults/alert');
  await lifeOf(scene, '/notify/templates', { name: 'Text', body: 'text', format: 'text' });
  await lifeOf(scene, '/notify/policies', {
    name: 'Policy',
    event_type: 'audited.event',
    category: 'alert',
    recipient_resolver: 'alert_owner',
    delivery_mode: 'prefer_user',
  });
  const endpoints = `/users/${owner.user_id}/notify-endpoints`;
  const endpoint = await call(`POST ${endpoints}`, { connector_id: id, external_identity: 'ops' });
  await call(`PUT ${endpoints}/${endpoint.id}`, { display_name: 'Ops' });
  await call(`POST ${endpoints}/${endpoint.id}/test`, {});
  await call(`POST ${endpoints}/${endpoint.id}/verify`, {});
  await call(`PUT /users/${owner.user_id}/notify-preferences/alert`, { enabled: false, endpoint_ids: [] });
  await call(`DELETE ${endpoints}/${endpoint.id}`);
  await call(`DELETE /notify/connectors/${id}`);
}

/** Deliveries and incidents come by themselves, and are put where they would be kept. */
export async function answerIncidents(scene: Scene): Promise<void> {
  const { call, owner } = scene;
  await call(`POST /notify/deliveries/${await delivery(scene, 'failed')}/retry`);
  await call(`POST /notify/deliveries/${await delivery(scene, 'success')}/ack`);
  const { id, group } = await incident(scene);
  const change = (verb: string, body?: object) => call(`POST /alerts/incidents/${id}/${verb}`, body);
  await change('ack');
  await change('assign', { user_id: owner.user_id });
  await change('snooze', { duration_secs: 60 });
  await change('silence', { duration_secs: 60, comment: 'known' });
  await change('comments', { text: 'looking' });
  await change('feedback', { verdict: 'useful' });
  await call(`POST /alerts/incident_groups/${group}/ack`);
  await change('resolve');
  const other = await incident(scene);
  await call(`POST /alerts/incident_groups/${other.group}/ack`);
  await call(`POST /alerts/incident_groups/${other.group}/resolve`);
}

/** By the link of a mail, and by the button of a chat. */
export async function acknowledgeFromOutside(scene: Scene): Promise<void> {
  const { call, owner, database } = scene;
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const { token, hash } = makeToken(owner.org_id);
  await database.query(
    `insert into notify.acknowledge_links (organization_id, token_hash, incident_id, recipient, title, expires_at)
     values ($1, $2, $3, 'ann@audited.example', 'Cart', now() + interval '1 hour')`,
    [owner.org_id, hash, (await incident(scene)).id],
  );
  await call(`POST /alerts/acknowledge/${token}`, '', { token: '', headers: form });

  const config = { bot_token: 'xoxb-1', signing_secret: SIGNING_SECRET };
  const chat = await call('POST /notify/connectors', { name: 'Chat', connector_type: 'chatone_app', config });
  const actions = [{ action_id: 'acknowledge', value: (await incident(scene)).id }];
  const payload = JSON.stringify({ type: 'block_actions', user: { id: 'U1' }, actions });
  const body = new URLSearchParams({ payload }).toString();
  const seconds = String(Math.floor(Date.now() / 1_000));
  const mac = createHmac('sha256', SIGNING_SECRET).update(`v0:${seconds}:${body}`).digest('hex');
  const signed = { 'x-slack-request-timestamp': seconds, 'x-slack-signature': `v0=${mac}` };
  const path = `/notify/callbacks/${chat.id}?organization_id=${owner.org_id}`;
  await call(`POST ${path}`, body, { token: '', headers: { ...form, ...signed } });
}

async function delivery({ database, owner }: Scene, status: string): Promise<string> {
  const id = uuidv7();
  await database.query(
    `insert into notify.deliveries (id, organization_id, event_id, event_type, target_type, target_value, message, stage, status, idempotency_key)
     values ($1, $2, gen_random_uuid(), 'audited', 'fixed_group', 'ops', '{}', 'user_primary', $3, gen_random_uuid())`,
    [id, owner.org_id, status],
  );
  return id;
}

/** Open, alone in a group. */
async function incident({ database, owner }: Scene): Promise<{ id: string; group: string }> {
  const [id, group] = [uuidv7(), uuidv7()];
  const texts = { rule_name: 'Cart', summary: 'Cart', escalation_policy_id: 'default', silence_secs: 0 };
  const details = { ...texts, labels: { service: 'cart' }, annotations: {}, trace_ids: [], affected_services: [] };
  await database.query(
    `insert into notify.incident_groups (organization_id, id, fingerprint, name, labels, first_at, last_at)
     values ($1, $2, gen_random_uuid(), 'Cart', '{}', now(), now())`,
    [owner.org_id, group],
  );
  await database.query(
    `insert into notify.incidents (organization_id, id, fingerprint, status, severity, details, started_at, created_at,
       current_step_started_at, group_id) values ($1, $2, gen_random_uuid(), 'open', 'error', $3, now(), now(), now(), $4)`,
    [owner.org_id, id, JSON.stringify({ ...details, samples: [] }), group],
  );
  return { id, group };
}
