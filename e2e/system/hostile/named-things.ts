/** Hostile names given to everything that an organization can name, and where they are read back. */
import type { Random } from '@spanwise/telemetry/random';
import { BUILTIN_ROLES } from '@spanwise/contracts/permissions';
import { parametersOf, type Operation } from '../isolation/operations.js';
import type { Attack } from './attack.js';
import { everyPlace, hostileCall, plainCall, type KnownValues } from './calls.js';
import type { Organization } from './scene.js';
import { jsonShot, type Shot } from './shot.js';
import { logRequest, spanRequest } from './telemetry.js';

const VIEWER = BUILTIN_ROLES.find(({ key }) => key === 'viewer')!.id;
/** Hashing a password costs what it shall cost: only some names become people's. */
const PEOPLE_EVERY = 10;
const CONNECTIONS = 4;
const MAX_KNOWN = 40;

type Making = [path: string, body: (name: string, at: number, owner: Organization) => object];

const MAKINGS: readonly Making[] = [
  [
    'saved_views',
    (name) => ({
      name,
      language: 'sql',
      statement: `select '${name.slice(0, 9_000)}'`,
      time_range_secs: 60,
      tags: [name.slice(0, 64)],
    }),
  ],
  [
    'notify/connectors',
    (name) => ({ name, connector_type: 'webhook', config: { url: 'https://hostile.example/hook' } }),
  ],
  ['notify/templates', (name) => ({ name, body: name, format: 'text' })],
  [
    'notify/policies',
    (name) => ({
      name,
      event_type: name,
      category: 'alert',
      recipient_resolver: 'alert_owner',
      delivery_mode: 'prefer_user',
      matchers: { [name]: name },
    }),
  ],
  [
    'alerts/rules',
    (name) => ({
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
  ],
  ['connectors', (name) => ({ name, kind: 'heroku_drain' })],
  ['roles', (name, at) => ({ key: `hostile${at}`, name, description: name, permissions: ['streams.query'] })],
  ['teams', (name, _, { ownerId }) => ({ name, member_ids: [ownerId] })],
  [
    'streams',
    (name) => ({ name, stream_type: 'logs', fields: [{ name, data_type: 'utf8' }], settings: { description: name } }),
  ],
  [
    'apm/deployments',
    (name) => ({ service: name, version: name, namespace: name, environment: name, description: name }),
  ],
  ['resource_shares', (name) => ({ resource_type: 'apm_service', resource_id: name, share_mode: 'authenticated' })],
  ['auth/tokens', (name) => ({ name, role_key: 'ingest' })],
  [
    'query/jobs',
    (name) => ({
      language: 'sql',
      statement: `select '${name.replaceAll("'", "''").slice(0, 9_000)}' as a`,
      time_range: { start: 0, end: 1 },
    }),
  ],
];

/** Requests that give all of the names to things of the organization, and to what its telemetry speaks of. */
export function* namingShots(random: Random, names: readonly string[], owner: Organization): Generator<Shot> {
  for (const [at, name] of names.entries()) {
    const what = JSON.stringify(name.slice(0, 80));
    for (const [path, body] of MAKINGS)
      yield jsonShot(
        { kind: 'call', what: `POST ${path} of ${what}`, method: 'POST', path: `/api/v1/${path}`, as: 'owner' },
        body(name, at, owner),
      );
    if (at % PEOPLE_EVERY === 0) {
      const person = {
        email: `p${at}@${owner.slug}.example`,
        display_name: name,
        password: 'correct horse 9 battery',
        role_ids: [VIEWER],
      };
      yield jsonShot(
        { kind: 'call', what: `POST users of ${what}`, method: 'POST', path: '/api/v1/users', as: 'owner' },
        person,
      );
    }
    yield* telemetryNamed(random, name, what);
  }
}

function* telemetryNamed(random: Random, name: string, what: string): Generator<Shot> {
  const text = (key: string) => ({ key, value: { stringValue: name } });
  const resource = ['service.name', 'service.namespace', 'service.version', 'deployment.environment.name'].map(text);
  const attributes = [
    text('http.route'),
    text('peer.service'),
    text('db.system'),
    text('exception.type'),
    text('exception.message'),
    text(name),
  ];
  const send = (signal: 'logs' | 'traces', request: object): Shot =>
    jsonShot(
      { kind: 'telemetry', what: `${signal} of ${what}`, method: 'POST', path: `/v1/${signal}`, as: 'ingest' },
      request,
    );
  yield send('traces', spanRequest(random, { resource, attributes, record: { name } }));
  yield send('logs', logRequest(random, { resource, attributes, record: { body: { stringValue: name } } }));
  const stream = encodeURIComponent(Buffer.from(name.slice(0, 300)).toString());
  yield jsonShot(
    {
      kind: 'telemetry',
      what: `native logs of ${what}`,
      method: 'POST',
      path: `/api/v1/ingest/logs/${stream}`,
      as: 'ingest',
    },
    [{ body: name, [name]: name }],
  );
}

/** Ids and names that an organization's own lists show, for the paths below them. */
export class Known {
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
      if (values.length < MAX_KNOWN) values.push(JSON.parse(value) as string);
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

export interface WalkOptions {
  operations: readonly Operation[];
  random: Random;
  owner: Organization;
  names: readonly string[];
  /** Operations for each name, besides the plain ones. */
  callsPerName: number;
}

/** Every list and export as it is, and then with the names as filters. */
export async function walk(
  attack: Attack,
  { operations, random, owner, names, callsPerName }: WalkOptions,
): Promise<void> {
  const known = new Known();
  const reads = operations.filter((one) => isRead(one) && !LEFT_OUT.test(one.path));
  // Lists before what is below them.
  for (const operation of reads.toSorted((a, b) => parametersOf(a.path).length - parametersOf(b.path).length)) {
    const { text } = await attack.fire(plainCall(random, operation, known.values, 'owner'), owner);
    known.learn(operation.path, text);
  }
  const filters = function* (): Generator<Shot> {
    for (const name of names)
      for (let count = 0; count < callsPerName; count++)
        yield hostileCall(random, random.pick(reads), known.values, name, 'owner');
  };
  await attack.run(filters(), owner, CONNECTIONS);
  await attack.run(exportShots(), owner, 2);
}

/** Everything that is stored, and the audit log, as files. */
function* exportShots(): Generator<Shot> {
  const range = { start: 0, end: Date.now() * 1_000 };
  for (const table of ['logs."default"', 'traces."default"', 'logs."hostile"']) {
    const statement = `select * from ${table}`;
    const body = JSON.stringify({ language: 'sql', statement, time_range: range });
    for (const path of ['/api/v1/query', '/api/v1/query/stream'])
      yield {
        kind: 'statement',
        what: `${path} ${statement}`,
        method: 'POST',
        path,
        headers: { 'content-type': 'application/json', accept: 'application/x-ndjson' },
        body,
        as: 'owner',
      };
  }
  yield jsonShot({ kind: 'call', what: 'audit export', method: 'GET', path: '/api/v1/audit/export', as: 'owner' });
}

/** Names of objects, and what ends a text in C, in every parameter and every text of every operation. */
export function* reservedShots(random: Random, operations: readonly Operation[], known: KnownValues): Generator<Shot> {
  for (const operation of operations)
    if (!LEFT_OUT.test(operation.path))
      for (const name of ['__proto__', 'constructor', 'a\u0000b'])
        yield* everyPlace(random, operation, known, name, 'owner');
}
