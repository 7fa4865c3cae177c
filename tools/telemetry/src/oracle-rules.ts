/**
 * What one span counts for, written from the rules alone (APM-1 to APM-3, APM-7 to APM-9, APM-12). Shares
 * nothing with the product, so that a fault there cannot repeat itself here.
 */
import { Flags, Kind, Status, type KeyValue, type Span } from './otlp.js';

export interface SpanFacts {
  service: string;
  environment: string;
  version: string;
  startMicros: number;
  /** Not negative, with the fraction that the nanoseconds leave. */
  durationMicros: number;
  error: boolean;
  /** How many spans this one stands for. */
  weight: number;
  transaction?: { kind: string; name: string };
  dependency?: { category: string; target: string; operation: string };
}

/** Attributes of a span; the first of several names that has a value counts (the new name is given first). */
type Lookup = (...names: string[]) => string;

export function factsOf(span: Span, resource: KeyValue[]): SpanFacts {
  const own = lookupIn(span.attributes ?? []);
  const host = lookupIn(resource);
  const start = BigInt(span.startTimeUnixNano ?? '0');
  const end = BigInt(span.endTimeUnixNano ?? '0');
  const nanos = end > start ? Number(end - start) : 0;
  return {
    service: host('service.name') || 'unknown_service',
    environment: host('deployment.environment.name', 'deployment.environment') || 'unknown',
    version: host('service.version'),
    startMicros: Number(start / 1000n),
    durationMicros: nanos / 1000,
    error: isError(span, own),
    weight: weightOf(span.traceState ?? ''),
    transaction: isRequest(span, own) ? { kind: requestKind(span, own), name: requestName(span, own) } : undefined,
    dependency: dependencyOf(span, own),
  };
}

function lookupIn(attributes: KeyValue[]): Lookup {
  const values = new Map<string, string>();
  for (const { key, value } of attributes) {
    const text = value?.stringValue ?? value?.intValue ?? value?.doubleValue ?? value?.boolValue;
    if (text !== undefined && !values.has(key)) values.set(key, String(text));
  }
  return (...names) => {
    for (const name of names) {
      const value = values.get(name);
      if (value) return value;
    }
    return '';
  };
}

const isCall = (span: Span): boolean => span.kind === Kind.Client || span.kind === Kind.Producer;

const rpcSystem = (own: Lookup): string => own('rpc.system.name', 'rpc.system') || (own('rpc.service') && 'rpc');
const httpMethod = (own: Lookup): string => own('http.request.method', 'http.method');
const messagingType = (own: Lookup): string =>
  own('messaging.operation.type', 'messaging.operation', 'messaging.operation.name');
const messagingName = (own: Lookup): string =>
  own('messaging.operation.name', 'messaging.operation', 'messaging.operation.type');
const destination = (own: Lookup): string =>
  own('messaging.destination.template', 'messaging.destination.name', 'messaging.destination');

/** APM-1. */
function isRequest(span: Span, own: Lookup): boolean {
  if (isCall(span)) return false;
  if (span.kind === Kind.Server) return true;
  if (span.kind === Kind.Consumer) return !['receive', 'settle'].includes(messagingType(own));
  if (own('messaging.system') && messagingType(own) === 'process') return true;
  const flags = span.flags ?? 0;
  const remote = (flags & Flags.HasIsRemote) !== 0 && (flags & Flags.IsRemote) !== 0;
  return !span.parentSpanId || remote;
}

/** APM-2. */
function isError(span: Span, own: Lookup): boolean {
  if (span.status?.code === Status.Error) return true;
  if (span.status?.code === Status.Ok) return false;
  const grpc = rpcSystem(own) === '' ? '' : own('rpc.status_code', 'rpc.grpc.status_code').toUpperCase();
  const http = Number(own('http.response.status_code', 'http.status_code') || '0');
  if (isCall(span)) {
    if (http >= 400) return true;
    if (grpc !== '' && grpc !== 'OK' && grpc !== '0') return true;
  } else {
    if (http >= 500) return true;
    if (http >= 400) return false;
    if (GRPC_SERVER_FAULTS.has(grpc)) return true;
    if (grpc !== '' && grpc !== 'OK' && grpc !== '0') return false;
  }
  return own('error.type') !== '';
}

const GRPC_SERVER_FAULTS = new Set([
  'UNKNOWN',
  'DEADLINE_EXCEEDED',
  'UNIMPLEMENTED',
  'INTERNAL',
  'UNAVAILABLE',
  'DATA_LOSS',
  '2',
  '4',
  '12',
  '13',
  '14',
  '15',
]);

function requestKind(span: Span, own: Lookup): string {
  if (rpcSystem(own)) return 'rpc';
  if (httpMethod(own)) return 'http';
  if (span.kind === Kind.Consumer || own('messaging.system')) return 'messaging';
  return span.kind === Kind.Server ? 'other' : 'span';
}

/** APM-7, for the names that the tools' own telemetry carries: routes, methods, destinations and plain span names. */
function requestName(span: Span, own: Lookup): string {
  const name = span.name ?? '';
  if (rpcSystem(own)) return rpcMethod(own) || name;
  const method = httpMethod(own);
  if (method) {
    const shown = method === '_OTHER' ? 'HTTP' : method;
    const route = own('http.route');
    if (route) return `${shown} ${route}`;
    return own('http.response.status_code', 'http.status_code') === '404' ? `${shown} <unmatched>` : shown;
  }
  if (requestKind(span, own) !== 'messaging') return name;
  const place = destination(own);
  return place ? `${messagingName(own) || 'process'} ${place}` : name;
}

function rpcMethod(own: Lookup): string {
  const method = own('rpc.method');
  return own('rpc.service') && !method.includes('/') ? `${own('rpc.service')}/${method}` : method;
}

/** APM-8 and APM-9: the key comes from the calling span alone. */
function dependencyOf(span: Span, own: Lookup): SpanFacts['dependency'] {
  if (!isCall(span)) return undefined;
  const peer = own('service.peer.name', 'peer.service');
  const system = own('db.system.name', 'db.system').toLowerCase();
  if (system) {
    const operation = [own('db.operation.name', 'db.operation'), own('db.collection.name', 'db.sql.table')];
    const namespace = own('db.namespace', 'db.name', 'db.redis.database_index');
    return {
      category: CACHES.has(system) ? 'cache' : 'database',
      target: peer || [system, address(own, DATABASE_PORTS[system]), namespace].filter(Boolean).join('/'),
      operation: operation.filter(Boolean).join(' '),
    };
  }
  if (own('messaging.system') || span.kind === Kind.Producer) {
    if (['receive', 'settle'].includes(messagingType(own))) return undefined;
    const target = [own('messaging.system'), destination(own)].filter(Boolean).join('/');
    const operation = messagingName(own).replace(/^(?:publish)?$/, 'send');
    return { category: 'messaging', target: target || (span.name ?? ''), operation };
  }
  if (rpcSystem(own)) {
    const method = rpcMethod(own);
    const slash = method.lastIndexOf('/');
    return {
      category: peer ? 'service' : 'external_rpc',
      target: peer || method.slice(0, Math.max(0, slash)) || address(own) || 'unknown',
      operation: method.slice(slash + 1),
    };
  }
  const method = httpMethod(own);
  if (peer) return { category: 'service', target: peer, operation: method };
  if (method || address(own))
    return { category: 'external_http', target: address(own) || 'unknown', operation: method };
  return { category: 'other', target: 'unknown', operation: '' };
}

const CACHES = new Set(['redis', 'memcached', 'valkey']);

/** Of the systems that the tools' own telemetry names; old conventions carry the default port, new ones leave it out. */
const DATABASE_PORTS: Partial<Record<string, string>> = { postgresql: '5432', mysql: '3306', redis: '6379' };

/** Host and port of the peer; the ports that a URL or a driver leaves out are left out. */
function address(own: Lookup, usualPort = ''): string {
  let host = own('server.address', 'net.peer.name');
  let port = own('server.port', 'net.peer.port');
  if (!host) {
    const url = own('url.full', 'http.url');
    if (!url) return '';
    ({ hostname: host, port } = new URL(url));
  }
  host = host.toLowerCase();
  return ['', '80', '443', usualPort].includes(port) ? host : `${host}:${port}`;
}

/** APM-3, for the carrier that the tools' own telemetry uses: the threshold of the `ot` member, at most 14 hex digits. */
function weightOf(traceState: string): number {
  const threshold = /(?:^|,)\s*ot=(?:[^,]*;)?th:([0-9a-f]{1,14})(?:;|,|$)/.exec(traceState)?.[1];
  if (threshold === undefined) return 1;
  const rejected = BigInt(`0x${threshold.padEnd(14, '0')}`);
  return Math.min(1_000_000, 2 ** 56 / Number(2n ** 56n - rejected));
}
