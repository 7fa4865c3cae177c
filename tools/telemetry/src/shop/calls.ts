/** Calls between the services of the shop, each a CLIENT or PRODUCER span and what it meets on the other side. */
import { Kind } from '../otlp.js';
import {
  database,
  httpClient,
  httpServer,
  httpStatus,
  messaging,
  redis,
  rpc,
  rpcStatus,
  type DatabaseCall,
  type GrpcCode,
  type MessagingCall,
} from './conventions.js';
import type { ServiceName } from './fleet.js';
import type { Frame, SpanSpec } from './trace.js';

export interface HttpTarget {
  service: ServiceName;
  method: string;
  route: string;
  /** What the route matched; the route itself unless given. */
  path?: string;
  /** Name of the callee as `peer.service`, where the caller's instrumentation knows it. */
  peerService?: string;
}

/** Body of a request: does the work and returns the HTTP status. */
export type HttpBody = (server: Frame) => number;
export type RpcBody = (server: Frame) => GrpcCode;

const HTTP_PORT = 8080;

/** The conventions are those of the instance that serves, which is known only once the frame is there. */
export function describeHttp(server: Frame, target: HttpTarget): Frame {
  const path = target.path ?? target.route;
  return server.set(
    httpServer(server.instance.service.convention, { method: target.method, route: target.route, path }),
  );
}

export const httpSpec = (target: HttpTarget): SpanSpec => ({
  name: `${target.method} ${target.route}`,
  kind: Kind.Server,
  scope: 'http',
});

/** Ends an HTTP server span with its status; 5xx fail where the instrumentation sets statuses, 4xx never do. */
export function finishHttp(server: Frame, status: number): void {
  const { convention, name } = server.instance.service;
  server.set(httpStatus(convention, status, name === 'cart'));
  if (status >= 500) server.fail();
  server.end();
}

/** Returns the status that the caller saw. */
export function callHttp(caller: Frame, target: HttpTarget, body: HttpBody): number {
  const { random } = caller.trace;
  const { convention } = caller.instance.service;
  const path = target.path ?? target.route;
  const client = caller.child({
    name: convention === 'old' ? `HTTP ${target.method}` : target.method,
    kind: Kind.Client,
    scope: 'http',
    attributes: {
      ...httpClient(convention, { method: target.method, host: target.service, port: HTTP_PORT, path }),
      ...(target.peerService && { 'peer.service': target.peerService }),
    },
  });
  const server = describeHttp(client.remote(target.service, httpSpec(target), random.logNormal(0.4, 0.4)), target);
  const status = body(server);
  finishHttp(server, status);
  client.work(0.3).set(httpStatus(convention, status));
  if (status >= 400) client.fail();
  client.end();
  return status;
}

export interface RpcTarget {
  service: ServiceName;
  rpcService: string;
  method: string;
}

export function callRpc(caller: Frame, target: RpcTarget, body: RpcBody): GrpcCode {
  const name = `${target.rpcService}/${target.method}`;
  const call = { service: target.rpcService, method: target.method, host: target.service };
  const { convention } = caller.instance.service;
  const client = caller.child({ name, kind: Kind.Client, scope: 'grpc', attributes: rpc(convention, call, true) });
  const server = client.remote(target.service, { name, kind: Kind.Server, scope: 'grpc' }, 0.3);
  const spoken = server.instance.service.convention;
  server.set(rpc(spoken, call, false));
  const code = body(server);
  server.set(rpcStatus(spoken, code));
  if (SERVER_FAULTS.has(code)) server.fail();
  server.end();
  client.work(0.2).set(rpcStatus(convention, code));
  if (code !== 'OK') client.fail();
  client.end();
  return code;
}

const SERVER_FAULTS = new Set<GrpcCode>(['DEADLINE_EXCEEDED', 'INTERNAL', 'UNAVAILABLE']);

export function query(caller: Frame, call: DatabaseCall, medianMs: number): void {
  caller
    .child({
      name: `${call.operation} ${call.table}`,
      kind: Kind.Client,
      scope: 'sql',
      attributes: database(caller.instance.service.convention, call),
    })
    .work(medianMs)
    .end();
}

export function cache(caller: Frame, operation: string, host: string): void {
  caller
    .child({
      name: operation,
      kind: Kind.Client,
      scope: 'redis',
      attributes: redis(caller.instance.service.convention, operation, host),
    })
    .work(0.6)
    .end();
}

/** Sends a message; what consumes it links to the frame returned. */
export function produce(caller: Frame, call: Omit<MessagingCall, 'operation'>): Frame {
  const { convention } = caller.instance.service;
  const verb = convention === 'old' ? 'publish' : 'send';
  return caller
    .child({
      name: `${verb} ${call.destination}`,
      kind: Kind.Producer,
      scope: call.system,
      attributes: messaging(convention, { ...call, operation: 'send' }),
    })
    .work(1.2)
    .end();
}
