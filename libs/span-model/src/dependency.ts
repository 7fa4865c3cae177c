/** What a CLIENT or PRODUCER span calls (APM-8, APM-9). The key comes from the calling span alone. */
import { httpMethodOf, messagingSystemOf, operationOf, rpcSystemOf, textOf } from './attributes.js';
import { keyPart } from './series.js';
import { SpanKind, type SpanRecord } from './span.js';
import { destinationOf, lowCardinalityName, rpcNameOf } from './transaction.js';

export type DependencyCategory =
  'service' | 'database' | 'cache' | 'messaging' | 'external_http' | 'external_rpc' | 'other';

export interface Dependency {
  category: DependencyCategory;
  target: string;
  /** Empty when there is none. */
  operation: string;
}

/** Old values of `db.system` that the new conventions renamed: one database must not become two. */
const RENAMED_SYSTEMS = new Map(
  Object.entries({
    mssql: 'microsoft.sql_server',
    oracle: 'oracle.db',
    cosmosdb: 'azure.cosmosdb',
    dynamodb: 'aws.dynamodb',
    spanner: 'gcp.spanner',
    redshift: 'aws.redshift',
    db2: 'ibm.db2',
  }),
);
const CACHES = new Set(['redis', 'memcached', 'valkey']);
const DEFAULT_PORTS = new Set(['80', '443']);
/** Old conventions carry the port always, new ones only where it is not the default. */
const DATABASE_PORTS = new Map(
  Object.entries({
    postgresql: '5432',
    mysql: '3306',
    mariadb: '3306',
    'microsoft.sql_server': '1433',
    'oracle.db': '1521',
    'ibm.db2': '50000',
    'aws.redshift': '5439',
    cockroachdb: '26257',
    mongodb: '27017',
    couchbase: '8091',
    couchdb: '5984',
    cassandra: '9042',
    elasticsearch: '9200',
    opensearch: '9200',
    influxdb: '8086',
    neo4j: '7687',
    redis: '6379',
    valkey: '6379',
    memcached: '11211',
  }),
);
/**
 * Messaging operations that are no call of their own. A create is counted by its send: one span cannot know whether the
 * other exists, and a figure must not depend on the order in which spans arrive.
 */
const UNCOUNTED_OPERATIONS = new Set(['receive', 'settle', 'create']);

/** The dependency that a span counts for, or undefined when it is no call of its own. */
export function dependencyOf(span: SpanRecord): Dependency | undefined {
  if (span.kind !== SpanKind.Client && span.kind !== SpanKind.Producer) return undefined;
  const messaging = messagingSystemOf(span);
  if (messaging !== '' && UNCOUNTED_OPERATIONS.has(operationOf(span))) return undefined;
  const { category, target, operation } = describe(span, messaging);
  return { category, target: keyPart(target, 'unknown'), operation: keyPart(operation) };
}

function queueOf(span: SpanRecord, messaging: string): string {
  const destination = destinationOf(span);
  if (messaging === '' || destination === '') return destination || messaging;
  return `${messaging}/${destination}`;
}

/** The queue that a request took its message from, as the target of who sends to it; empty when it names none. */
export function consumedQueueOf(span: SpanRecord): string {
  const messaging = messagingSystemOf(span);
  if (messaging === '' && span.kind !== SpanKind.Consumer) return '';
  return keyPart(queueOf(span, messaging));
}

function describe(span: SpanRecord, messaging: string): Dependency {
  const peer = textOf(span, 'service.peer.name', 'peer.service');
  const system = textOf(span, 'db.system.name', 'db.system', 'db.type').toLowerCase();
  if (system !== '') return database(span, RENAMED_SYSTEMS.get(system) ?? system, peer);
  if (messaging !== '' || span.kind === SpanKind.Producer) {
    const target = queueOf(span, messaging) || lowCardinalityName(span.name);
    const named = textOf(span, 'messaging.operation.name', 'messaging.operation', 'messaging.operation.type');
    // "publish" is the old word for it.
    return { category: 'messaging', target, operation: named === '' || named === 'publish' ? 'send' : named };
  }
  if (rpcSystemOf(span) !== '' || textOf(span, 'rpc.service') !== '') {
    const name = rpcNameOf(span);
    const slash = name.lastIndexOf('/');
    const service = textOf(span, 'rpc.service') || (slash > 0 ? name.slice(0, slash) : '');
    const target = peer || service || addressOf(span) || name;
    return {
      category: peer === '' ? 'external_rpc' : 'service',
      target,
      operation: slash > 0 ? name.slice(slash + 1) : name,
    };
  }
  const method = httpMethodOf(span);
  if (peer !== '') return { category: 'service', target: peer, operation: method };
  const address = addressOf(span);
  if (method !== '' || address !== '')
    return { category: 'external_http', target: address || 'unknown', operation: method };
  return { category: 'other', target: 'unknown', operation: '' };
}

function database(span: SpanRecord, system: string, peer: string): Dependency {
  const address = addressOf(span, DATABASE_PORTS.get(system));
  const namespace = textOf(
    span,
    'db.namespace',
    'db.name',
    'db.instance',
    'db.redis.database_index',
    'db.mssql.instance_name',
  );
  const place = [address, namespace].filter((part) => part !== '').join('/');
  return {
    category: CACHES.has(system) ? 'cache' : 'database',
    target: peer || (place === '' ? system : `${system}/${place}`),
    operation: databaseOperation(span),
  };
}

const SQL_VERB = /^(SELECT|INSERT|UPDATE|DELETE|CREATE|DROP|ALTER|MERGE|CALL|BEGIN|COMMIT|ROLLBACK)\b/i;

/** Never the statement itself: its texts are unbounded. */
function databaseOperation(span: SpanRecord): string {
  const operation = textOf(span, 'db.operation.name', 'db.operation');
  const collection = textOf(span, 'db.collection.name', 'db.sql.table', 'db.mongodb.collection', 'db.cassandra.table');
  if (operation !== '') return collection === '' ? operation : `${operation} ${collection}`;
  const summary = textOf(span, 'db.query.summary');
  if (summary !== '') return summary;
  return SQL_VERB.exec(span.name.trim())?.[0].toUpperCase() ?? '';
}

/**
 * Host of the peer, lower case, without user-info, default port and trailing dot; a pod's random suffix is cut, and an IP
 * address is `{ip}`, because addresses of pods come and go with every rollout.
 */
export function addressOf(span: SpanRecord, defaultPort?: string): string {
  const named = textOf(span, 'server.address', 'net.peer.name', 'peer.hostname');
  if (named !== '') return withPort(named, textOf(span, 'server.port', 'net.peer.port'), defaultPort);
  const url = textOf(span, 'url.full', 'http.url');
  if (url !== '' && URL.canParse(url)) {
    const { hostname, port } = new URL(url);
    if (hostname !== '') return withPort(hostname, port);
  }
  const host = textOf(span, 'http.host');
  if (host !== '') return withPort(host.replace(/:\d+$/, ''), /:(\d+)$/.exec(host)?.[1] ?? '');
  return withPort(
    textOf(span, 'network.peer.address', 'net.sock.peer.addr', 'net.peer.ip'),
    textOf(span, 'network.peer.port', 'net.peer.port'),
    defaultPort,
  );
}

const IPV4 = /^\d{1,3}(\.\d{1,3}){3}$/;
const LOOPBACK = /^(127(\.\d{1,3}){3}|\[?::1\]?)$/;
const POD_SUFFIX = /^(.+?)-[0-9a-f]{8,10}-[a-z0-9]{5}$/;

function withPort(host: string, port: string, defaultPort = ''): string {
  let name = host.toLowerCase().replace(/^.*@/, '').replace(/\.$/, '');
  if (name === '') return '';
  const pod = POD_SUFFIX.exec(name);
  if (pod) name = pod[1]!;
  if (LOOPBACK.test(name)) name = 'localhost';
  else if (IPV4.test(name) || name.includes(':')) name = '{ip}';
  return port === '' || port === defaultPort || DEFAULT_PORTS.has(port) ? name : `${name}:${port}`;
}
