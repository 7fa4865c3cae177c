/** Span attributes in the words of a service: old and new OpenTelemetry semantic conventions (APM-4). */
import type { Attributes } from '../otlp.js';
import type { Convention } from './fleet.js';

function spoken(convention: Convention, newer: Attributes, older: Attributes): Attributes {
  if (convention === 'new') return newer;
  return convention === 'old' ? older : { ...older, ...newer };
}

export interface HttpServerCall {
  method: string;
  /** Absent where the router matched nothing. */
  route?: string;
  path: string;
}

export function httpServer(convention: Convention, call: HttpServerCall): Attributes {
  const [path, query] = call.path.split('?');
  const attributes = spoken(
    convention,
    {
      'http.request.method': call.method,
      'url.path': path!,
      ...(query && { 'url.query': query }),
      'url.scheme': 'http',
    },
    { 'http.method': call.method, 'http.target': call.path, 'http.scheme': 'http' },
  );
  return call.route === undefined ? attributes : { ...attributes, 'http.route': call.route };
}

export interface HttpClientCall {
  method: string;
  host: string;
  port: number;
  path: string;
}

export function httpClient(convention: Convention, call: HttpClientCall): Attributes {
  const url = `http://${call.host}:${call.port}${call.path}`;
  return spoken(
    convention,
    {
      'http.request.method': call.method,
      'url.full': url,
      'server.address': call.host,
      'server.port': call.port,
    },
    { 'http.method': call.method, 'http.url': url, 'net.peer.name': call.host, 'net.peer.port': call.port },
  );
}

/** Some emitters write the status as a text. */
export function httpStatus(convention: Convention, status: number, asText = false): Attributes {
  const value = asText ? String(status) : status;
  return spoken(convention, { 'http.response.status_code': value }, { 'http.status_code': value });
}

export interface RpcCall {
  /** Fully qualified: `package.Service`. */
  service: string;
  method: string;
  host: string;
}

export function rpc(convention: Convention, call: RpcCall, client: boolean): Attributes {
  const attributes = spoken(
    convention,
    { 'rpc.system.name': 'grpc', 'rpc.method': `${call.service}/${call.method}` },
    { 'rpc.system': 'grpc', 'rpc.service': call.service, 'rpc.method': call.method },
  );
  if (!client) return attributes;
  return {
    ...attributes,
    ...spoken(
      convention,
      { 'server.address': call.host, 'server.port': 9090 },
      { 'net.peer.name': call.host, 'net.peer.port': 9090 },
    ),
  };
}

/** Statuses of gRPC that the shop uses, by number. */
export const GRPC_CODES = {
  OK: 0,
  DEADLINE_EXCEEDED: 4,
  NOT_FOUND: 5,
  RESOURCE_EXHAUSTED: 8,
  FAILED_PRECONDITION: 9,
  INTERNAL: 13,
  UNAVAILABLE: 14,
  UNAUTHENTICATED: 16,
} as const;
export type GrpcCode = keyof typeof GRPC_CODES;

export function rpcStatus(convention: Convention, code: GrpcCode): Attributes {
  return spoken(convention, { 'rpc.status_code': code }, { 'rpc.grpc.status_code': GRPC_CODES[code] });
}

export interface DatabaseCall {
  system: 'postgresql' | 'mysql';
  host: string;
  database: string;
  operation: string;
  table: string;
  statement: string;
}

export function database(convention: Convention, call: DatabaseCall): Attributes {
  const port = call.system === 'postgresql' ? 5432 : 3306;
  return spoken(
    convention,
    {
      'db.system.name': call.system,
      'db.namespace': call.database,
      'db.operation.name': call.operation,
      'db.collection.name': call.table,
      'db.query.text': call.statement,
      'server.address': call.host,
      'server.port': port,
    },
    {
      'db.system': call.system,
      'db.name': call.database,
      'db.operation': call.operation,
      'db.sql.table': call.table,
      'db.statement': call.statement,
      'net.peer.name': call.host,
      'net.peer.port': port,
    },
  );
}

export function redis(convention: Convention, operation: string, host: string): Attributes {
  return spoken(
    convention,
    {
      'db.system.name': 'redis',
      'db.namespace': '0',
      'db.operation.name': operation,
      'server.address': host,
      'server.port': 6379,
    },
    {
      'db.system': 'redis',
      'db.redis.database_index': 0,
      'db.operation': operation,
      'net.peer.name': host,
      'net.peer.port': 6379,
    },
  );
}

export interface MessagingCall {
  system: 'kafka' | 'rabbitmq';
  destination: string;
  /** Old conventions say `publish` for what the new ones call `send`. */
  operation: 'send' | 'receive' | 'process';
}

export function messaging(convention: Convention, call: MessagingCall): Attributes {
  const older = call.operation === 'send' ? 'publish' : call.operation;
  return {
    'messaging.system': call.system,
    ...spoken(
      convention,
      {
        'messaging.destination.name': call.destination,
        'messaging.operation.name': call.operation === 'receive' ? 'poll' : call.operation,
        'messaging.operation.type': call.operation,
      },
      { 'messaging.destination.name': call.destination, 'messaging.operation': older },
    ),
  };
}
