/**
 * OTLP over gRPC, of the three signals: the request goes the way of OTLP/HTTP, as the bytes that came. The caller is known
 * from the metadata and admitted by the length of its message, before any of it is read; it is inflated where those of HTTP are.
 */
import { once } from 'node:events';
import { createServer, constants, type IncomingHttpHeaders, type ServerHttp2Stream } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { ServiceError } from '@spanwise/contracts/base/errors';
import type { SliceSignal } from '@spanwise/contracts/log/log-message';
import { describeError } from '@spanwise/host/logger';
import { requestClient, runInScope, scopeFrom, type RequestScope } from '@spanwise/host/request-scope';
import { exportResponse } from '@spanwise/otlp/answers';
import type { Coding } from '@spanwise/otlp/decompress';
import { retryStatus } from '@spanwise/otlp/retry-info';
import type { Denials } from '../../edge/auth/denials.js';
import { requireAccess } from '../../edge/auth/access.guard.js';
import type { Caller } from '../../edge/auth/authentication.js';
import { BytesByTenant, requireShare, type BodyReservation } from './admission.js';
import { arrivingBody, bodyTooLarge } from './arriving-body.js';
import { GrpcConnections, MAX_STREAMS_OF_CONNECTION } from './grpc-connections.js';
import {
  answerWith,
  codingOfMessages,
  isGrpc,
  readPrefix,
  refuseHttp,
  refuseWith,
  unimplemented,
  type GrpcStatus,
} from './grpc-wire.js';
import { MAX_WIRE_BYTES, takeOtlp, WRITE_ACCESS, type Intake } from './intake.js';
import { GRPC_CODE, intakeError, retryAfter } from './otlp-errors.js';
import { idempotencyKeyOf, streamName } from './stream-name.js';

const METHODS: Readonly<Record<string, SliceSignal>> = {
  '/opentelemetry.proto.collector.trace.v1.TraceService/Export': 'traces',
  '/opentelemetry.proto.collector.logs.v1.LogsService/Export': 'logs',
  '/opentelemetry.proto.collector.metrics.v1.MetricsService/Export': 'metrics',
};
/** Calls of all connections, of which an organization has half; each holds 64 KiB at most before it is read. */
const MAX_STREAMS = 2_048;
/** Calls under way may end before connections are cut. */
const CLOSE_MS = 8_000;

/** A call of a caller who may send. */
interface Call {
  stream: ServerHttp2Stream;
  headers: IncomingHttpHeaders;
  signal: SliceSignal;
  coding: Coding;
  scope: RequestScope;
}

export class OtlpGrpcServer {
  private readonly server = createServer({ settings: { maxConcurrentStreams: MAX_STREAMS_OF_CONNECTION } });
  private readonly connections = new GrpcConnections(this.server);
  private readonly streams = new BytesByTenant();
  private open = 0;

  constructor(
    private readonly intake: Intake,
    private readonly denials: Pick<Denials, 'note'>,
  ) {
    this.server.on('stream', (stream, headers) => this.begin(stream, headers));
  }

  /** Returns the port, any free one for 0. Throws when it is taken. */
  async listen(host: string, port: number): Promise<number> {
    this.server.listen(port, host);
    await once(this.server, 'listening');
    return (this.server.address() as AddressInfo).port;
  }

  async close(): Promise<void> {
    const closed = once(this.server, 'close');
    this.server.close();
    this.connections.close();
    const timer = setTimeout(() => this.connections.destroy(), CLOSE_MS);
    await closed;
    clearTimeout(timer);
  }

  private begin(stream: ServerHttp2Stream, headers: IncomingHttpHeaders): void {
    this.connections.used(stream.session as Parameters<GrpcConnections['used']>[0]);
    // A client that breaks off is no fault of the product.
    stream.on('error', () => undefined);
    if (!isGrpc(headers)) return refuseHttp(stream);
    const path = String(headers[':path']);
    const signal = Object.hasOwn(METHODS, path) ? METHODS[path] : undefined;
    if (signal === undefined) return refuseWith(stream, unimplemented('There is no such method.'));
    const coding = codingOfMessages(headers);
    if (coding === undefined) return refuseWith(stream, unimplemented('The encoding of the message is not known.'));
    if (this.open >= MAX_STREAMS) return stream.close(constants.NGHTTP2_REFUSED_STREAM);
    this.open++;
    const client = requestClient(peerOf(stream), textOf(headers, 'user-agent'));
    const scope = scopeFrom(textOf(headers, 'traceparent'), textOf(headers, 'x-request-id'), client);
    void runInScope(scope, () => this.answer({ stream, headers, signal, coding, scope })).finally(() => this.open--);
  }

  private async answer(call: Call): Promise<void> {
    let caller: Caller | undefined;
    try {
      caller = await this.callerOf(call);
      answerWith(call.stream, await this.exported(call, caller));
    } catch (error) {
      refuseWith(call.stream, this.refused(call.signal, error, caller));
    }
  }

  private async callerOf({ stream, headers, scope }: Call): Promise<Caller> {
    const route = String(headers[':path']);
    const caller = await this.intake.authentication.caller(headers.authorization, peerOf(stream));
    try {
      requireAccess(caller, WRITE_ACCESS, `POST ${route}`);
    } catch (error) {
      if (intakeError(error).kind === 'forbidden') this.denials.note({ method: 'POST', route, caller, scope });
      throw error;
    }
    return caller;
  }

  private async exported(call: Call, { context }: Caller): Promise<Buffer> {
    const { organization_id: organizationId, quotas } = context;
    requireShare(this.streams, organizationId, { bytes: 1, limit: MAX_STREAMS });
    this.streams.add(organizationId, 1);
    let held: BodyReservation | undefined;
    try {
      const { compressed, bytes } = await readPrefix(call.stream, this.intake.bodyGraceMs);
      held = this.intake.admission.enter(organizationId, bytes, quotas);
      if (bytes > MAX_WIRE_BYTES) throw bodyTooLarge();
      const bounds = { maxBytes: bytes, graceMs: this.intake.bodyGraceMs };
      const wire = await arrivingBody(call.stream, held, bounds);
      if (wire.length < bytes) throw new ServiceError('invalid_argument', 'The message of the call is cut off.');
      return await this.take(call, organizationId, wire, compressed ? call.coding : 'identity');
    } finally {
      held?.release();
      this.streams.add(organizationId, -1);
    }
  }

  private async take({ headers, signal }: Call, organizationId: string, wire: Buffer, coding: Coding): Promise<Buffer> {
    const { rejections } = await takeOtlp(this.intake, signal, {
      organizationId,
      stream: streamName(textOf(headers, 'stream-name')),
      ...idempotencyKeyOf(textOf(headers, 'idempotency-key')),
      encoding: 'protobuf',
      coding,
      wire,
      receivedAtMicros: this.intake.nowMicros(),
    });
    return exportResponse('protobuf', signal, rejections.count, rejections.message);
  }

  private refused(signal: SliceSignal, thrown: unknown, caller: Caller | undefined): GrpcStatus {
    const error = intakeError(thrown);
    if (error.kind === 'internal')
      this.intake.logger.error(describeError(thrown), 'intake: request failed with an internal error');
    this.intake.metrics.requests.inc({ signal, outcome: 'refused' });
    this.intake.health.noteFault(thrown, caller?.context.organization_id);
    const code = GRPC_CODE[error.kind];
    const seconds = retryAfter(error);
    const details = seconds === undefined ? undefined : retryStatus(code, error.message, seconds);
    return { code, message: error.message, ...(details !== undefined && { details }) };
  }
}

/** Of the client, or of what passes its connection on. */
const peerOf = (stream: ServerHttp2Stream): string => stream.session?.socket?.remoteAddress ?? '';

function textOf(headers: IncomingHttpHeaders, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value[0] : value;
}
