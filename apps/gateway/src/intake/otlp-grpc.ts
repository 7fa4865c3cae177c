/**
 * OTLP over gRPC, of the three signals: the request goes the way of OTLP/HTTP, as the bytes that came. The caller is known
 * and admitted from the metadata, before the message is worked on.
 */
import {
  Metadata,
  Server,
  ServerCredentials,
  ServerInterceptingCall,
  type handleUnaryCall,
  type MethodDefinition,
  type ServerInterceptor,
  type StatusObject,
} from '@grpc/grpc-js';
import type { SliceSignal } from '@spanwise/contracts/log-message';
import { describeError } from '@spanwise/host/logger';
import { requestClient, runInScope, scopeFrom, type RequestScope } from '@spanwise/host/request-scope';
import { exportResponse } from '@spanwise/otlp/answers';
import { INFLATE_LIMITS } from '@spanwise/otlp/decompress';
import { retryStatus } from '@spanwise/otlp/retry-info';
import type { Denials } from '../audit/denials.js';
import { requireAccess } from '../auth/access.guard.js';
import type { Caller } from '../auth/authentication.js';
import { takeOtlp, WRITE_ACCESS, type Intake } from './intake.js';
import { GRPC_CODE, intakeError, retryAfter } from './otlp-errors.js';
import { idempotencyKeyOf, streamName } from './stream-name.js';

const METHODS: Readonly<Record<string, SliceSignal>> = {
  '/opentelemetry.proto.collector.trace.v1.TraceService/Export': 'traces',
  '/opentelemetry.proto.collector.logs.v1.LogsService/Export': 'logs',
  '/opentelemetry.proto.collector.metrics.v1.MetricsService/Export': 'metrics',
};
const OPTIONS = {
  // Of the message as it was inflated; what it was on the wire the library does not say.
  'grpc.max_receive_message_length': INFLATE_LIMITS.decodedBytes,
  'grpc.max_concurrent_streams': 128,
  'grpc.max_connection_idle_ms': 10 * 60_000,
} as const;
/** Whether a caller may come in at all is asked before its message, which may be of any size, is worked on. */
const NO_MESSAGE_BYTES = 1;
/** Calls under way may end before connections are cut. */
const CLOSE_MS = 8_000;

/** A caller who may send, for the time of one call. */
interface Admitted {
  caller: Caller;
  scope: RequestScope;
}

const asIs = (bytes: Buffer): Buffer => bytes;
const methodAt = (path: string): MethodDefinition<Buffer, Buffer> => ({
  path,
  requestStream: false,
  responseStream: false,
  requestSerialize: asIs,
  requestDeserialize: asIs,
  responseSerialize: asIs,
  responseDeserialize: asIs,
});

export class OtlpGrpcServer {
  private readonly server: Server;
  private readonly admitted = new WeakMap<Metadata, Admitted>();

  constructor(
    private readonly intake: Intake,
    private readonly denials: Pick<Denials, 'note'>,
  ) {
    this.server = new Server({ ...OPTIONS, interceptors: [this.admit] });
    for (const [path, signal] of Object.entries(METHODS))
      this.server.addService({ Export: methodAt(path) }, { Export: this.exportOf(signal) });
  }

  /** Throws when the port is taken. */
  async listen(host: string, port: number): Promise<void> {
    const address = `${host.includes(':') ? `[${host}]` : host}:${port}`;
    await new Promise<void>((resolve, reject) =>
      this.server.bindAsync(address, ServerCredentials.createInsecure(), (error) =>
        error === null ? resolve() : reject(error),
      ),
    );
  }

  async close(): Promise<void> {
    const timer = setTimeout(() => this.server.forceShutdown(), CLOSE_MS);
    await new Promise<void>((resolve) => this.server.tryShutdown(() => resolve()));
    clearTimeout(timer);
  }

  private readonly admit: ServerInterceptor = (method, call) => {
    let leave: (() => void) | undefined;
    let over = false;
    const end = () => {
      over = true;
      leave?.();
    };
    return new ServerInterceptingCall(call, {
      start: (next) =>
        next({
          onReceiveMetadata: (metadata, nextMetadata) => {
            const peer = call.getPeer().replace(/:\d+$/, '');
            this.enter(method.path, metadata, peer).then(
              (entered) => {
                leave = entered;
                if (over) entered();
                nextMetadata(metadata);
              },
              (error: unknown) =>
                call.sendStatus(this.refused(METHODS[method.path], error, this.admitted.get(metadata)?.caller)),
            );
          },
          onCancel: end,
        }),
      sendStatus: (status, next) => {
        end();
        next(status);
      },
    });
  };

  /** Returns how the room that the call takes is given back. */
  private async enter(path: string, metadata: Metadata, peer: string): Promise<() => void> {
    const { authentication, admission } = this.intake;
    const caller = await authentication.caller(textOf(metadata, 'authorization'), peer);
    const client = requestClient(peer, textOf(metadata, 'user-agent'));
    const scope = scopeFrom(textOf(metadata, 'traceparent'), textOf(metadata, 'x-request-id'), client);
    try {
      requireAccess(caller, WRITE_ACCESS, `POST ${path}`);
    } catch (error) {
      if (intakeError(error).kind === 'forbidden') this.denials.note({ method: 'POST', route: path, caller, scope });
      throw error;
    }
    this.admitted.set(metadata, { caller, scope });
    return admission.enter(caller.context.organization_id, NO_MESSAGE_BYTES, caller.context.quotas);
  }

  private exportOf(signal: SliceSignal): handleUnaryCall<Buffer, Buffer> {
    return (call, callback) => {
      const { caller, scope } = this.admitted.get(call.metadata)!;
      const work = () => this.answer(signal, caller, call.metadata, call.request);
      void runInScope(scope, work).then(({ refused, answer }) => callback(refused ?? null, answer));
    };
  }

  private async answer(
    signal: SliceSignal,
    caller: Caller,
    metadata: Metadata,
    wire: Buffer,
  ): Promise<{ refused?: StatusObject; answer?: Buffer }> {
    let leave: (() => void) | undefined;
    try {
      // Only now its size is known.
      leave = this.intake.admission.enter(caller.context.organization_id, wire.length);
      return { answer: await this.take(signal, caller, metadata, wire) };
    } catch (error) {
      return { refused: this.refused(signal, error, caller) };
    } finally {
      leave?.();
    }
  }

  private async take(signal: SliceSignal, caller: Caller, metadata: Metadata, wire: Buffer): Promise<Buffer> {
    const { rejections } = await takeOtlp(this.intake, signal, {
      organizationId: caller.context.organization_id,
      stream: streamName(textOf(metadata, 'stream-name')),
      ...idempotencyKeyOf(textOf(metadata, 'idempotency-key')),
      encoding: 'protobuf',
      coding: 'identity',
      wire,
      receivedAtMicros: this.intake.nowMicros(),
    });
    return exportResponse('protobuf', signal, rejections.count, rejections.message);
  }

  private refused(signal: SliceSignal, thrown: unknown, caller: Caller | undefined): StatusObject {
    const error = intakeError(thrown);
    if (error.kind === 'internal') this.intake.logger.error(describeError(thrown), 'an intake request failed');
    this.intake.metrics.requests.inc({ signal, outcome: 'refused' });
    this.intake.health.noteFault(thrown, caller?.context.organization_id);
    const code = GRPC_CODE[error.kind];
    const metadata = new Metadata();
    const seconds = retryAfter(error);
    if (seconds !== undefined) metadata.set('grpc-status-details-bin', retryStatus(code, error.message, seconds));
    return { code, details: error.message, metadata };
  }
}

function textOf(metadata: Metadata, name: string): string | undefined {
  const [value] = metadata.get(name);
  return value === undefined ? undefined : String(value);
}
