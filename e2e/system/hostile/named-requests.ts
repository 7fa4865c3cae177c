/** Hostile names given to everything that an organization can name, and where they are read back. */
import type { Random } from '@spanwise/telemetry/random';
import { BUILTIN_ROLES } from '@spanwise/contracts/authz/permissions';
import type { Organization } from '../harness/organizations.js';
import { parametersOf, type Operation } from '../isolation/operations.js';
import type { Attack } from './attack.js';
import { hostileCall, plainCall, type KnownValues } from './calls.js';
import { jsonRequest, type Request } from './request.js';
import { exportRequest } from './telemetry.js';

const VIEWER = BUILTIN_ROLES.find(({ key }) => key === 'viewer')!.id;
/** Hashing a password costs what it shall cost: only some names become people's. */
const PEOPLE_EVERY = 10;
const CONNECTIONS = 4;
const MAX_KNOWN = 40;
const WEBHOOK = { connector_type: 'webhook', config: { url: 'https://hostile.example/hook' } };

/** What is made of a name, by its path. */
const MADE: Readonly<Record<string, (name: string, at: number, owner: Organization) => object | undefined>> = {
  saved_views: (name) => ({
    name,
    language: 'sql',
    statement: `select '${name.slice(0, 9_000)}'`,
    time_range_secs: 60,
    tags: [name.slice(0, 64)],
  }),
  'notify/connectors': (name) => ({ name, ...WEBHOOK }),
  'notify/templates': (name) => ({ name, body: name, format: 'text' }),
  'notify/policies': (name) => ({
    name,
    event_type: name,
    category: 'alert',
    recipient_resolver: 'alert_owner',
    delivery_mode: 'prefer_user',
    matchers: { [name]: name },
  }),
  'alerts/rules': (name) => ({
    name,
    description: name.slice(0, 4_096),
    condition: {
      type: 'red',
      of: 'service',
      figure: 'count',
      filters: { service: name.slice(0, 1_024) },
      group_by: [],
    },
    trigger: { operator: 'gt', threshold: 1_000_000 },
    labels: { name: name.slice(0, 512) },
  }),
  connectors: (name) => ({ name, kind: 'heroku_drain' }),
  roles: (name, at) => ({ key: `hostile${at}`, name, description: name, permissions: ['streams.query'] }),
  teams: (name, _, { ownerId }) => ({ name, member_ids: [ownerId] }),
  streams: (name) => ({
    name,
    stream_type: 'logs',
    fields: [{ name, data_type: 'utf8' }],
    settings: { description: name },
  }),
  'apm/deployments': (name) => ({
    service: name,
    version: name,
    namespace: name,
    environment: name,
    description: name,
  }),
  resource_shares: (name) => ({ resource_type: 'apm_service', resource_id: name, share_mode: 'authenticated' }),
  'auth/tokens': (name) => ({ name, role_key: 'ingest' }),
  'query/jobs': (name) => ({
    language: 'sql',
    statement: `select '${name.replaceAll("'", "''").slice(0, 9_000)}' as a`,
    time_range: { start: 0, end: 1 },
  }),
  users: (name, at, { slug }) =>
    at % PEOPLE_EVERY === 0
      ? {
          email: `p${at}@${slug}.example`,
          display_name: name,
          password: 'correct horse 9 battery',
          role_ids: [VIEWER],
        }
      : undefined,
};

/** Requests that give all of the names to things of the organization, and to what its telemetry names. */
export function* namingRequests(random: Random, names: readonly string[], owner: Organization): Generator<Request> {
  for (const [at, name] of names.entries()) {
    const post = (kind: Request['kind'], path: string, as: Request['as'], body: unknown) =>
      jsonRequest(
        { kind, what: `POST ${path.slice(0, 80)} of ${JSON.stringify(name.slice(0, 80))}`, method: 'POST', path, as },
        body,
      );
    for (const [path, bodyOf] of Object.entries(MADE)) {
      const body = bodyOf(name, at, owner);
      if (body !== undefined) yield post('call', `/api/v1/${path}`, 'owner', body);
    }
    const text = (key: string) => ({ key, value: { stringValue: name } });
    const resource = ['service.name', 'service.namespace', 'service.version', 'deployment.environment.name'].map(text);
    const keys = ['http.route', 'peer.service', 'db.system', 'exception.type', 'exception.message', name];
    const parts = { resource, attributes: keys.map(text) };
    const logs = exportRequest(random, 'logs', { ...parts, record: { body: { stringValue: name } } });
    yield post('telemetry', '/v1/traces', 'ingest', exportRequest(random, 'traces', { ...parts, record: { name } }));
    yield post('telemetry', '/v1/logs', 'ingest', logs);
    const stream = encodeURIComponent(Buffer.from(name.slice(0, 300)).toString());
    yield post('telemetry', `/api/v1/ingest/logs/${stream}`, 'ingest', [{ body: name, [name]: name }]);
  }
}

/** Ids and names that an organization's own lists show, for the paths below them. */
class Known {
  private readonly found = new Map<string, string[]>();

  values: KnownValues = (path, parameter) => {
    if (parameter === 'user_id' && path.startsWith('/api/v1/users/')) return this.found.get('/api/v1/users id') ?? [];
    const list = path.slice(0, path.indexOf(`/{${parameter}}`));
    return this.found.get(`${list} ${MEMBERS[parameter] ?? parameter}`) ?? [];
  };

  /** Collects every member of the answer of a list that a path can have. */
  learn(path: string, text: string): void {
    for (const [, member, value] of text.matchAll(
      /"(\w*id|service|transaction|fingerprint|name)":("(?:[^"\\]|\\.)*")/g,
    )) {
      const values = this.found.get(`${path} ${member}`) ?? [];
      if (values.length < MAX_KNOWN) values.push(JSON.parse(value!) as string);
      this.found.set(`${path} ${member}`, values);
    }
  }
}

/** Members of lists by the parameters of the paths below them. */
const MEMBERS: Readonly<Record<string, string>> = { transaction: 'name', domain: 'name' };

/** What ends the caller's own session or organization, or the platform's: nothing could be read afterwards. */
const LEFT_OUT =
  /\/auth\/sign|\/me\/password|\/me\/sessions|\/status$|\/jwt\/|\/system\/license|settings\/signup|members\/\{user_id\}/;
const isRead = ({ method, path }: Operation) =>
  method === 'GET' || /\/web\/|search_around|\/query$|\/query\/stream$|evaluate-batch|preview$/.test(path);

/** Every list and export as it is, and then with the names as filters, `callsPerName` of them for each name. */
export async function readBack(
  attack: Attack,
  operations: readonly Operation[],
  random: Random,
  owner: Organization,
  names: readonly string[],
  callsPerName: number,
): Promise<void> {
  const known = new Known();
  const reads = operations.filter((one) => isRead(one) && !LEFT_OUT.test(one.path));
  // Lists before what is below them.
  for (const operation of reads.toSorted((a, b) => parametersOf(a.path).length - parametersOf(b.path).length)) {
    const { text } = await attack.send(plainCall(random, operation, known.values), owner);
    known.learn(operation.path, text);
  }
  const filters = function* (): Generator<Request> {
    for (const name of names)
      for (let count = 0; count < callsPerName; count++)
        yield hostileCall(random, random.pick(reads), known.values, name);
  };
  await attack.run(filters(), owner, CONNECTIONS);
  await attack.run(exports(), owner, 2);
}

/** Everything that is stored, and the audit log, as files. */
function* exports(): Generator<Request> {
  const time_range = { start: 0, end: Date.now() * 1_000 };
  for (const table of ['logs."default"', 'traces."default"', 'logs."hostile"']) {
    const body = { language: 'sql', statement: `select * from ${table}`, time_range };
    for (const path of ['/api/v1/query', '/api/v1/query/stream']) {
      const request = jsonRequest({ kind: 'statement', method: 'POST', path, as: 'owner' }, body);
      yield { ...request, headers: { ...request.headers, accept: 'application/x-ndjson' } };
    }
  }
  yield jsonRequest({ kind: 'call', method: 'GET', path: '/api/v1/audit/export', as: 'owner' });
}
