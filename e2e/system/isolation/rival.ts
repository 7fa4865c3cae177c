/** What the rival owns: one thing of every kind that a path can name, each with the mark in it. */
import { randomBytes, randomUUID } from 'node:crypto';
import { eventually } from '@spanwise/testing/eventually';
import { must } from '../harness/http.js';
import { parametersOf } from './operations.js';

/** In every text of the rival: an answer to another that holds it is a foreign row. */
export const MARK = 'rival7c1f';
const FOREVER_MICROS = 4_000_000_000_000_000;

interface Created {
  id: string;
}

/** Value of the rival for each parameter of a path. */
export type ForeignValues = (path: string) => Record<string, string>;

export interface RivalOwner {
  token: string;
  userId: string;
  organizationId: string;
  sessionId: string;
  viewerRoleId: string;
}

export async function makeRivalThings(baseUrl: string, boss: RivalOwner): Promise<ForeignValues> {
  const make = <T = Created>(line: string, body: object) => must<T>(baseUrl, line, boss.token, body);
  const intake = await make<Created & { token: string }>('POST /api/v1/auth/tokens', { name: `${MARK} token` });
  const connector = await make('POST /api/v1/notify/connectors', {
    name: `${MARK} hook`,
    connector_type: 'webhook',
    config: { url: `https://${MARK}.example/hook` },
  });
  const { connector: drain } = await make<{ connector: Created }>('POST /api/v1/connectors', {
    name: `${MARK} drain`,
    kind: 'heroku_drain',
  });
  const invitation = await make('POST /api/v1/invitations', {
    email: `guest@${MARK}.example`,
    role_id: boss.viewerRoleId,
  });
  const role = await make('POST /api/v1/roles', { key: MARK, name: `${MARK} role`, permissions: ['streams.query'] });
  const { value: binding } = await make<{ value: Created }>('POST /api/v1/iam/role-bindings', {
    role_id: role.id,
    principal_type: 'user',
    principal_id: boss.userId,
    resource_type: 'alert',
    resource_id: connector.id,
    expires_at_micros: FOREVER_MICROS,
  });
  const { value: relationship } = await make<{ value: Created }>('POST /api/v1/iam/relationships', {
    role_id: role.id,
    subject_type: 'user',
    subject_id: boss.userId,
    resource_type: 'dashboard',
    resource_id: `${MARK} board`,
  });
  const { value: grant } = await make<{ value: Created }>('POST /api/v1/iam/cross-org-grants', {
    target_organization_id: randomUUID(),
    grantee_type: 'user',
    grantee_id: boss.userId,
    resource_type: 'dashboard',
    resource_selector: { ids: [`${MARK} board`] },
    permissions: ['dashboards.read'],
  });
  const team = await make('POST /api/v1/teams', { name: `${MARK} team`, member_ids: [boss.userId] });
  const { share } = await make<{ share: Created }>('POST /api/v1/resource_shares', {
    resource_type: 'apm_service',
    resource_id: `${MARK}-service`,
    share_mode: 'authenticated',
  });
  await make('POST /api/v1/orgs/email-domains', { domain: `${MARK}.example` });
  const endpoint = await make(`POST /api/v1/users/${boss.userId}/notify-endpoints`, {
    connector_id: connector.id,
    external_identity: `${MARK}@chat`,
  });
  const template = await make('POST /api/v1/notify/templates', { name: `${MARK} text`, body: MARK, format: 'text' });
  const policy = await make('POST /api/v1/notify/policies', {
    name: `${MARK} policy`,
    event_type: MARK,
    category: 'alert',
    recipient_resolver: 'alert_owner',
    delivery_mode: 'prefer_user',
  });
  const schedule = await make<Created & { overrides: Created[] }>('POST /api/v1/schedules', {
    name: `${MARK} schedule`,
    description: MARK,
    timezone: 'UTC',
    rotations: [{ id: MARK, name: MARK, members: [boss.userId], kind: 'weekly', start_at: 1_767_225_600_000_000 }],
    overrides: [{ user_id: boss.userId, start_at: FOREVER_MICROS, end_at: FOREVER_MICROS + 1, reason: MARK }],
  });
  // Disabled, so that nothing of it changes by itself.
  const rule = await make('POST /api/v1/alerts/rules', {
    name: `${MARK} rule`,
    enabled: false,
    condition: { type: 'red', of: 'service', figure: 'count', filters: { service: `${MARK}-service` }, group_by: [] },
    trigger: { operator: 'gt', threshold: 1_000_000 },
  });
  const silence = await make('POST /api/v1/alerts/mutes', {
    name: `${MARK} silence`,
    matchers: [{ label: MARK, op: 'eq', value: MARK }],
    window: { type: 'fixed', start: 0, end: FOREVER_MICROS },
    comment: MARK,
  });
  const escalation = await make('POST /api/v1/alerts/escalations', {
    name: `${MARK} escalation`,
    steps: [{ targets: [{ kind: 'user', user_id: boss.userId }], ack_timeout_secs: 300, min_severity: null }],
    repeat: false,
    max_loops: 1,
  });
  const semanticGroup = await make('POST /api/v1/alerts/semantic_groups', {
    name: `${MARK} semantic group`,
    matchers: [{ label: MARK, op: 'eq', value: MARK }],
    group_by: [MARK],
  });
  const saved = await make('POST /api/v1/saved_views', {
    name: `${MARK} search`,
    language: 'sql',
    statement: `select '${MARK}'`,
    time_range_secs: 60,
  });
  const stream = await make('POST /api/v1/streams', { name: `${MARK}_stream`, stream_type: 'logs' });
  const map = await make(`POST /api/v1/sourcemaps?release=${MARK}&file=${MARK}.js`, {
    version: 3,
    sources: [`${MARK}.ts`],
    names: [],
    mappings: 'AAAA',
  });
  const traceId = await sendFailingRequest(baseUrl, intake.token);
  const job = await finishedJob(baseUrl, boss.token);
  const fingerprint = await errorOf(baseUrl, boss.token);
  await defaultRules(baseUrl, boss.token);
  const known: [pattern: RegExp, parameter: string, value: string][] = [
    [/\/auth\/tokens\//, 'id', intake.id],
    [/\/me\/sessions\//, 'id', boss.sessionId],
    [/\/v1\/connectors\//, 'id', drain.id],
    [/\/notify\/connectors\//, 'id', connector.id],
    [/\/notify\/templates\//, 'id', template.id],
    [/\/notify\/policies\//, 'id', policy.id],
    [/\/notify-endpoints\//, 'id', endpoint.id],
    [/\/resource_shares\//, 'id', share.id],
    [/\/saved_views\//, 'id', saved.id],
    [/\/sourcemaps\//, 'id', map.id],
    [/\/streams\//, 'id', stream.id],
    [/\/invitations\//, 'id', invitation.id],
    [/\/roles\//, 'id', role.id],
    [/\/relationships\//, 'id', relationship.id],
    [/\/cross-org-grants\//, 'id', grant.id],
    [/\/teams\//, 'id', team.id],
    [/\/alerts\/rules\//, 'id', rule.id],
    [/\/alerts\/mutes\//, 'id', silence.id],
    [/\/alerts\/escalations\//, 'id', escalation.id],
    [/\/alerts\/semantic_groups\//, 'id', semanticGroup.id],
    [/\/notify\/callbacks\//, 'connector_id', connector.id],
    [/\/schedules\//, 'id', schedule.id],
    [/\/schedules\//, 'override_id', schedule.overrides[0]!.id],
    [/\/role-bindings\//, 'id', binding.id],
    [/\/users\/\{id\}/, 'id', boss.userId],
    [/\/orgs\/\{id\}/, 'id', boss.organizationId],
    [/./, 'user_id', boss.userId],
    [/\/email-domains\//, 'domain', `${MARK}.example`],
    [/./, 'service', `${MARK}-service`],
    [/./, 'transaction', `GET /${MARK}`],
    [/./, 'fingerprint', fingerprint],
    [/\/query\/jobs\//, 'id', job],
    [/./, 'trace_id', traceId],
  ];
  return (path) =>
    Object.fromEntries(
      parametersOf(path)
        .filter((name) => !isOwnedByNobody(path, name))
        .map((name) => {
          const found = known.find(([pattern, parameter]) => parameter === name && pattern.test(path));
          if (found?.[2] === undefined)
            throw new Error(`the matrix knows no thing of the rival for {${name}} of ${path}`);
          return [name, found[2]];
        }),
    );
}

/**
 * Parameters that name no row of an organization: kinds, signing keys, the team whose default routes an organization keeps,
 * which may be any, pictures, which are public, files and calendars behind links, which only a link names, queries, which run for moments, streams that a sender names, which are its
 * own organization's, and what only deliveries and evaluations make, which the rival cannot make through the API yet.
 */
export const isOwnedByNobody = (path: string, name: string): boolean =>
  name === 'category' ||
  name === 'team_id' ||
  name === 'stream' ||
  path.includes('/jwt/secrets/') ||
  path.includes('/system/license/') ||
  path.endsWith('/query/{id}/cancel') ||
  path.includes('/public/avatars/') ||
  path.includes('/files/stream/') ||
  path.includes('/public/calendars/') ||
  path.includes('/alerts/incidents/') ||
  path.includes('/alerts/incident_groups/') ||
  path.includes('/alerts/acknowledge/') ||
  path.includes('/deliveries/');

async function sendFailingRequest(baseUrl: string, token: string): Promise<string> {
  const attribute = (key: string, stringValue: string) => ({ key, value: { stringValue } });
  const nanos = BigInt(Date.now()) * 1_000_000n;
  const span = {
    traceId: randomBytes(16).toString('hex'),
    spanId: randomBytes(8).toString('hex'),
    name: `GET /${MARK}`,
    kind: 2,
    startTimeUnixNano: String(nanos),
    endTimeUnixNano: String(nanos + 5_000_000n),
    status: { code: 2 },
    attributes: [attribute('http.request.method', 'GET'), attribute('http.route', `/${MARK}`)],
    events: [
      {
        name: 'exception',
        timeUnixNano: String(nanos),
        attributes: [attribute('exception.type', `${MARK}Error`), attribute('exception.message', `${MARK} failed`)],
      },
    ],
  };
  const resource = { attributes: [attribute('service.name', `${MARK}-service`)] };
  await must(baseUrl, 'POST /v1/traces', token, { resourceSpans: [{ resource, scopeSpans: [{ spans: [span] }] }] });
  return span.traceId;
}

/** A search job whose rows say whose they are; done, so that it does not change any more. */
async function finishedJob(baseUrl: string, token: string): Promise<string> {
  const { job_id } = await must<{ job_id: string }>(baseUrl, 'POST /api/v1/query/jobs', token, {
    language: 'sql',
    statement: `select '${MARK}' as mark`,
    time_range: { start: 0, end: 1 },
  });
  return eventually(async () => {
    const { state } = await must<{ state: string }>(baseUrl, `GET /api/v1/query/jobs/${job_id}`, token);
    if (state !== 'done') throw new Error(`the rival's search job is ${state}`);
    return job_id;
  });
}

/** They come by themselves soon after the first spans, and must not come while things are compared. */
async function defaultRules(baseUrl: string, token: string): Promise<void> {
  await eventually(async () => {
    const rules = await must<Created[]>(baseUrl, 'GET /api/v1/alerts/rules', token);
    if (rules.length <= 1) throw new Error("the rival's default alert rules do not appear");
  });
}

async function errorOf(baseUrl: string, token: string): Promise<string> {
  type Errors = { items: { error: { fingerprint: string } }[] };
  return eventually(async () => {
    const { items } = await must<Errors>(baseUrl, 'GET /api/v1/apm/errors', token);
    return items[0]!.error.fingerprint;
  });
}
