/** By which routes people are notified, from an event to what arrives. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ConnectorView } from '@spanwise/contracts/notify/notify';
import { NOTIFICATION_CATEGORIES } from '@spanwise/contracts/notify/recipients';
import type { PolicyPreview, TemplateFields } from '@spanwise/contracts/notify/routing';
import { uuidv7 } from '@spanwise/contracts/base/uuid';
import { HttpReceiver, type Reply } from '@spanwise/notify/channels/providers/providers.fixture';
import type { Person } from './access.fixture.js';
import { Notifications, policyBody } from './notifications.fixture.js';

let product: Notifications;
let receiver: HttpReceiver;
let reply: (path: string) => Reply;
let first: ConnectorView;
let second: ConnectorView;

beforeAll(async () => {
  [product, receiver] = await Promise.all([Notifications.start(), HttpReceiver.start(({ path }) => reply(path))]);
  first = await product.connector('webhook', { url: `${receiver.url}/first` });
  second = await product.connector('webhook', { url: `${receiver.url}/second` });
});
afterAll(async () => {
  await receiver.close();
  await product.stop();
});
beforeEach(() => {
  receiver.received.length = 0;
  reply = () => ({});
});

/** `path target` of everything that arrived. */
const arrived = () =>
  receiver.received.map(({ path, body }) => {
    const { target, message } = JSON.parse(body) as { target: { value: string }; message: { text: string } };
    return { at: `${path} ${target.value}`, message };
  });
const places = () => arrived().map(({ at }) => at);
const endpoint = async (user: Person, connector: ConnectorView, identity: string, change: object = {}) =>
  String(
    (
      await product.done(`POST /users/${user.user_id}/notify-endpoints`, {
        connector_id: connector.id,
        external_identity: identity,
        verified: true,
        ...change,
      })
    ).id,
  );
const prefer = (user: Person, body: object) =>
  product.done(`PUT /users/${user.user_id}/notify-preferences/alert`, body);
/** What became of an event for one user, as `stage status code`. */
async function outcome(event: string, user: Person, entries: number, attributes: object = {}): Promise<string[]> {
  const log = await product.settled(await product.publish(event, { user_ids: [user.user_id], ...attributes }), entries);
  return log.map(({ stage, status, error_code: code }) => [stage, status, code].filter(Boolean).join(' '));
}
const ALL_DAY = { enabled: true, timezone: 'Asia/Kolkata', start: '00:00', end: '00:00' };

describe('prefer_user (DELIVERY-22)', () => {
  it('follows the steps of the preference, and the first success ends the rest', async () => {
    const ann = await product.member();
    const [one, two] = [await endpoint(ann, first, 'ann 1'), await endpoint(ann, second, 'ann 2')];
    await prefer(ann, { endpoint_ids: [two, one] });
    const event = await product.policy({});
    expect(await outcome(event, ann, 1)).toEqual(['user_primary success']);
    expect(places()).toEqual(['/second ann 2']);
    reply = (path) => ({ status: path === '/second' ? 404 : 200 });
    expect(await outcome(event, ann, 2)).toEqual(['user_primary failed http_404', 'user_fallback success']);
    expect(places().at(-1)).toBe('/first ann 1');
  });

  it.each<[string, (ann: Person) => Promise<unknown>, string]>([
    ['has no preference', async (ann) => endpoint(ann, first, 'x'), 'has no preference for this category'],
    [
      'has turned the category off',
      async (ann) => prefer(ann, { endpoint_ids: [await endpoint(ann, first, 'x')], enabled: false }),
      'has turned this category off',
    ],
    [
      'has quiet hours',
      async (ann) => prefer(ann, { endpoint_ids: [await endpoint(ann, first, 'x')], quiet_hours: ALL_DAY }),
      'has quiet hours',
    ],
    [
      'has an unverified endpoint',
      async (ann) => prefer(ann, { endpoint_ids: [await endpoint(ann, first, 'x', { verified: false })] }),
      'is verified and usable',
    ],
    [
      'has a disabled endpoint',
      async (ann) => prefer(ann, { endpoint_ids: [await endpoint(ann, first, 'x', { enabled: false })] }),
      'is verified and usable',
    ],
    [
      'has an endpoint at a disabled connector',
      async (ann) => {
        const off = await product.connector('webhook', { url: receiver.url });
        await prefer(ann, { endpoint_ids: [await endpoint(ann, off, 'x')] });
        await product.done(`PUT /notify/connectors/${off.id}`, { enabled: false });
      },
      'is verified and usable',
    ],
    [
      'has an endpoint at a connector whose test failed',
      async (ann) => {
        const broken = await product.connector('webhook', { url: `${receiver.url}/broken` });
        await prefer(ann, { endpoint_ids: [await endpoint(ann, broken, 'x')] });
        reply = () => ({ status: 500 });
        await product.test(broken.id, 'fixed_group', 'x');
      },
      'is verified and usable',
    ],
  ])('notifies no user who %s, and the log says why', async (_, arrange, reason) => {
    const ann = await product.member();
    await arrange(ann);
    receiver.received.length = 0;
    const [entry] = await product.settled(
      await product.publish(await product.policy({}), { user_ids: [ann.user_id] }),
      1,
    );
    expect(entry).toMatchObject({ status: 'skipped', error_code: 'no_route', recipient_user_id: ann.user_id });
    expect(entry!.error_message).toContain(reason);
    expect(places()).toEqual([]);
    const body = { policy: policyBody('x'), event: { attributes: { user_ids: [ann.user_id] } } };
    const { recipients } = await product.done<PolicyPreview>('POST /notify/policies/preview', body);
    expect(recipients).toMatchObject([{ user_id: ann.user_id, delivery_plan: [] }]);
    expect(`no_route: ${recipients[0]!.explanation}`).toBe(entry!.error_message);
  });

  it.each([
    ['critical', true, 'user_primary success'],
    ['critical', false, 'user_primary skipped no_route'],
    ['warning', true, 'user_primary skipped no_route'],
  ])(
    'in quiet hours an event that is %s, with the bypass %s: %s',
    async (severity, allow_critical_bypass, expected) => {
      const ann = await product.member();
      const endpoint_ids = [await endpoint(ann, first, 'ann')];
      await prefer(ann, { endpoint_ids, quiet_hours: ALL_DAY, allow_critical_bypass });
      expect(await outcome(await product.policy({}), ann, 1, { severity })).toEqual([expected]);
    },
  );
});

describe('the other modes (DELIVERY-22)', () => {
  it('force_connector notifies by its connector, whatever the user prefers', async () => {
    const ann = await product.member();
    const [one] = [await endpoint(ann, first, 'ann 1'), await endpoint(ann, second, 'ann 2')];
    await prefer(ann, { endpoint_ids: [one], quiet_hours: ALL_DAY });
    const delivery_config = { connector_ids: [second.id] };
    const event = await product.policy({ delivery_mode: 'force_connector', delivery_config });
    expect(await outcome(event, ann, 1)).toEqual(['user_primary success']);
    expect(places()).toEqual(['/second ann 2']);
  });

  it('multi_connector notifies by all of its connectors', async () => {
    const ann = await product.member();
    await endpoint(ann, first, 'ann 1');
    await endpoint(ann, second, 'ann 2');
    const delivery_config = { connector_ids: [first.id, second.id] };
    const event = await product.policy({ delivery_mode: 'multi_connector', delivery_config });
    expect(await outcome(event, ann, 2)).toEqual(['user_primary success', 'user_primary success']);
    expect(places().toSorted()).toEqual(['/first ann 1', '/second ann 2']);
  });
});

describe('the fallback chain (DELIVERY-22, DELIVERY-23)', () => {
  const DEFAULTS = 'organization-defaults/alert';
  const route = (connector: ConnectorView, target: string) => ({
    routes: [{ connector_id: connector.id, target_type: 'fixed_group', target, order: 1 }],
  });

  it.each<[object, string[]]>([
    [{}, ['user_primary failed http_404', 'team_fallback failed http_404', 'organization_fallback success']],
    [{ use_team_defaults: false }, ['user_primary failed http_404', 'organization_fallback success']],
    [{ use_organization_defaults: false }, ['user_primary failed http_404', 'team_fallback failed http_404']],
    [{ use_team_defaults: false, use_organization_defaults: false }, ['user_primary failed http_404']],
  ])('with %j: user, team, organization', async (fallback_config, expected) => {
    const ann = await product.member();
    await product.reachable(ann, first, 'ann');
    const team = await product.team([ann]);
    await product.done(`PUT /notify/team-defaults/${team.id}/alert`, route(first, 'team'));
    await product.done(`PUT /notify/${DEFAULTS}`, route(second, 'everyone'));
    reply = (path) => ({ status: path === '/first' ? 404 : 200 });
    const event = await product.policy({ fallback_config });
    expect(await outcome(event, ann, expected.length, { team_id: team.id })).toEqual(expected);
    await product.done(`DELETE /notify/${DEFAULTS}`);
  });

  it('does not use default routes that are off, and notifies a place once for many people', async () => {
    const [ann, ben] = [await product.member(), await product.member()];
    await product.done(`PUT /notify/${DEFAULTS}`, { ...route(second, 'everyone'), enabled: false });
    const event = await product.policy({});
    const both = { user_ids: [ann.user_id, ben.user_id] };
    expect((await product.settled(await product.publish(event, both), 2)).map((one) => one.error_code)).toEqual([
      'no_route',
      'no_route',
    ]);
    await product.done(`PUT /notify/${DEFAULTS}`, route(second, 'everyone'));
    await product.settled(await product.publish(event, both), 1);
    expect(places()).toEqual(['/second everyone']);
    await product.done(`DELETE /notify/${DEFAULTS}`);
  });

  it('has at most 50 routes', async () => {
    const routes = (count: number) =>
      Array.from({ length: count }, (_, at) => ({ ...route(second, `r${at}`).routes[0], order: at + 1 }));
    expect((await product.call(`PUT /notify/${DEFAULTS}`, { routes: routes(51) })).status).toBe(400);
    expect((await product.call(`PUT /notify/${DEFAULTS}`, { routes: routes(50) })).status).toBe(200);
    await product.done(`DELETE /notify/${DEFAULTS}`);
  });
});

describe('matchers (DELIVERY-20)', () => {
  it.each<[object, object, boolean]>([
    [{}, {}, true],
    [{ severity: 'critical' }, { severity: 'critical' }, true],
    [{ severity: ['warning', 'critical'] }, { severity: 'critical' }, true],
    [{ 'labels.team': 'ops' }, { labels: { team: 'ops' } }, true],
    [{ 'labels.team': 'ops', severity: 'critical' }, { labels: { team: 'ops' }, severity: 'low' }, false],
    [{ missing: 'x' }, {}, false],
    [{ value: 2 }, { value: '2' }, false],
  ])('%j of an event with %j: %s', async (matchers, attributes, matched) => {
    const body = { policy: { ...policyBody('x'), matchers }, event: { attributes } };
    expect(await product.done('POST /notify/policies/preview', body)).toMatchObject({ matched });
  });

  it('decide what is sent, and a policy that is off sends nothing', async () => {
    const ann = await product.member();
    await product.reachable(ann, first, 'ann');
    const event = await product.policy({ matchers: { severity: 'critical' } });
    await product.done('POST /notify/policies', { ...policyBody(event), name: uuidv7(), enabled: false });
    const passed = await product.publish(event, { user_ids: [ann.user_id], severity: 'low' });
    await outcome(event, ann, 1, { severity: 'critical' });
    expect(await product.log(passed)).toEqual([]);
    expect(places()).toEqual(['/first ann']);
  });
});

describe('a policy (DELIVERY-20)', () => {
  const made = (change: object) =>
    product.call('POST /notify/policies', { ...policyBody('x'), name: uuidv7(), ...change });
  const escalation = { recipient_resolver: 'event_users', delivery_mode: 'prefer_user' };
  const connectors = (count: number) => ({ connector_ids: Array.from({ length: count }, uuidv7) });

  it.each<[string, object, number]>([
    ['an event type of 128 characters', { event_type: 'a'.repeat(128) }, 201],
    ['an event type of 129 characters', { event_type: 'a'.repeat(129) }, 400],
    ['no event type', { event_type: '' }, 400],
    ['a name of 256 characters', { name: 'n'.repeat(256) }, 400],
    ['an unknown category', { category: 'news' }, 400],
    ['the priority 0', { priority: 0 }, 201],
    ['the priority 10000', { priority: 10_000 }, 201],
    ['the priority 10001', { priority: 10_001 }, 400],
    ['a priority of one and a half', { priority: 1.5 }, 400],
    ['an unknown mode', { delivery_mode: 'everywhere' }, 400],
    ['prefer_user with a connector', { delivery_config: connectors(1) }, 400],
    ['force_connector without one', { delivery_mode: 'force_connector' }, 400],
    ['force_connector with two', { delivery_mode: 'force_connector', delivery_config: connectors(2) }, 400],
    ['multi_connector with one', { delivery_mode: 'multi_connector', delivery_config: connectors(1) }, 400],
    ['multi_connector with eleven', { delivery_mode: 'multi_connector', delivery_config: connectors(11) }, 400],
    ['an escalation without its time', { escalation_config: escalation }, 400],
    ['a time without its escalation', { ack_timeout_seconds: 60 }, 400],
    ['both', { ack_timeout_seconds: 60, escalation_config: escalation }, 201],
    ['a time of 0', { ack_timeout_seconds: 0, escalation_config: escalation }, 400],
    ['an unknown resolver', { recipient_resolver: 'everyone' }, 400],
    ['an unknown member', { organization_id: uuidv7() }, 400],
    ['a fallback that is no boolean', { fallback_config: { use_team_defaults: 'yes' } }, 400],
  ])('with %s', async (_, change, status) => {
    expect((await made(change)).status).toBe(status);
  });

  it('is listed by ascending priority', async () => {
    for (const priority of [30, 10, 20]) await made({ priority, event_type: 'ordered' });
    const listed = await product.done<{ priority: number }[]>('GET /notify/policies');
    const priorities = listed.map(({ priority }) => priority);
    expect(priorities).toEqual(priorities.toSorted((a, b) => a - b));
  });

  it('that names a connector in its escalation alone keeps it from being deleted', async () => {
    const used = await product.connector('webhook', { url: receiver.url });
    const escalation_config = {
      ...escalation,
      delivery_mode: 'force_connector',
      delivery_config: { connector_ids: [used.id] },
    };
    const name = `escalates ${uuidv7()}`;
    await made({ name, ack_timeout_seconds: 60, escalation_config });
    const refused = await product.call(`DELETE /notify/connectors/${used.id}`);
    expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining(`policy "${name}"`)]);
  });
});

describe('preferences and endpoints (DELIVERY-18, DELIVERY-19)', () => {
  it.each(NOTIFICATION_CATEGORIES)('there is a preference for the category %s', async (category) => {
    const path = `/users/${product.owner.user_id}/notify-preferences/${category}`;
    expect(await product.done(`PUT ${path}`, { endpoint_ids: [] })).toMatchObject({
      category,
      enabled: true,
      allow_critical_bypass: true,
      steps: [],
    });
  });

  it('a preference has at most 20 endpoints, all of them the user’s own', async () => {
    const [ann, ben] = [await product.member(), await product.member()];
    const ids: string[] = [];
    for (let count = 0; count < 21; count++) ids.push(await endpoint(ann, first, `ann ${count}`));
    const status = async (endpoint_ids: string[]) =>
      (await product.call(`PUT /users/${ann.user_id}/notify-preferences/alert`, { endpoint_ids })).status;
    expect(await status(ids)).toBe(400);
    expect(await status(ids.slice(1))).toBe(200);
    expect(await status([await endpoint(ben, first, 'ben')])).toBe(400);
  });

  it('an identity that changes is to be verified again, and of tests of an endpoint five come at once', async () => {
    const ann = await product.member();
    const third = await product.connector('webhook', { url: receiver.url });
    const path = `/users/${ann.user_id}/notify-endpoints/${await endpoint(ann, third, 'ann')}`;
    expect(await product.done(`PUT ${path}`, { display_name: 'Ann' })).toMatchObject({ verified: true });
    expect(await product.done(`PUT ${path}`, { external_identity: 'ann 2' })).toMatchObject({ verified: false });
    const statuses = [];
    for (let count = 0; count < 6; count++) {
      statuses.push((await product.call(`POST ${path}/test`, {}, ann.token)).status);
    }
    expect(statuses).toEqual([...Array<number>(5).fill(200), 429]);
    expect(places()).toHaveLength(5);
  });
});

describe('templates (DELIVERY-24)', () => {
  it.each([
    ['text', 'text'],
    ['markdown', 'markdown'],
    ['html', 'html'],
  ])('in the format %s fill what they know and leave the rest as it is', async (format, member) => {
    const ann = await product.member();
    await product.reachable(ann, first, 'ann');
    const body =
      '{{rule_name}} {{severity}} {{labels.team}} {{event.type}} {{event_type}} {{nothing.here}} {{ severity}}';
    const template = await product.done('POST /notify/templates', { name: uuidv7(), body, format });
    const event = await product.policy({ template_id: template.id });
    const attributes = { rule: { name: 'Slow & <b>' }, severity: 'high', labels: { team: 'ops' } };
    await outcome(event, ann, 1, attributes);
    const said = (arrived()[0]!.message as unknown as Record<string, string>)[member];
    const name = { text: 'Slow & <b>', html: 'Slow &amp; &lt;b&gt;' }[format];
    if (name !== undefined) expect(said).toContain(name);
    expect(said).toContain(`high ops ${format === 'markdown' ? '' : `${event} ${event}`}`.trimEnd());
    expect(said).toContain('{{nothing.here}}');
  });

  it('may name every documented field', async () => {
    const { fields, presets } = await product.done<TemplateFields>('GET /notify/template-fields');
    const documented =
      `event.id event.type event.occurred_at message.title message.text rule.id rule.name rule.description
      incident.id incident.fingerprint incident.status incident.summary severity value threshold evaluated_at schedule.id
      schedule.name schedule.team_id schedule.timezone oncall.current_user_id oncall.next_user_id oncall.transition_at
      override.id override.user_id override.original_user_id override.start_at override.end_at override.reason`.split(
        /\s+/,
      );
    expect(fields.map(({ token }) => token)).toEqual(expect.arrayContaining(documented.map((path) => `{{${path}}}`)));
    expect(fields.filter(({ key, token }) => `{{${key}}}` !== token.replaceAll('.', '_'))).toEqual([]);
    const starts = ['alert_text', 'alert_markdown', 'alert_html', 'oncall_shift'];
    expect(presets.map(({ key }) => key)).toEqual(expect.arrayContaining(starts));
    const types = ['alert.triggered', 'alert.resolved', 'report.ready', 'security.access.detected'];
    expect(presets.map(({ event_type: type }) => type)).toEqual(expect.arrayContaining(types));
  });
});

describe('a preview (DELIVERY-22)', () => {
  it.each([
    ['ann.long@example.org', 'a***@example.org'],
    ['U123', '***'],
    ['U061F7AUR', 'U0***UR'],
  ])('shows the target %s as %s', async (identity, masked) => {
    const ann = await product.member();
    await product.reachable(ann, first, identity);
    const body = { policy: policyBody('x'), event: { attributes: { user_ids: [ann.user_id] } } };
    const { recipients } = await product.done<PolicyPreview>('POST /notify/policies/preview', body);
    expect(recipients[0]!.delivery_plan).toMatchObject([
      { stage: 'user_primary', connector_name: first.name, target_value_masked: masked },
    ]);
    expect(places()).toEqual([]);
  });
});
