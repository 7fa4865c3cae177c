import { SpanKind } from '@opentelemetry/api';
import { Server, type CustomTransportStrategy } from '@nestjs/microservices';
import type { Msg, NatsConnection, Subscription } from 'nats';
import { lastValueFrom } from 'rxjs';
import { unauthorized, unavailable, type WireError, forbidden } from '@spanwise/contracts/base/errors';
import type { IamContext } from '@spanwise/contracts/authz/iam-context';
import { denialOf, heldDenialOf } from '@spanwise/contracts/authz/denials';
import { parse } from '@spanwise/contracts/authz/parse';
import { concernedBy, type Rpc, type RpcAccess } from '@spanwise/contracts/authz/rpc';
import { toServiceError } from '@spanwise/host/error-body';
import { describeError } from '@spanwise/host/logger';
import { runInScope } from '@spanwise/host/request-scope';
import type { Host } from '@spanwise/host/service';
import { isOurFault } from '@spanwise/host/tracing/fault';
import { inServerSpan } from '@spanwise/host/tracing/tracing';
import { BusMetrics } from './bus-metrics.js';
import type { ContextVerifier } from './context-verifier.js';
import { handledContracts, type AnyContract, type BytesReply, type StreamedCall } from './rpc-handler.js';
import { rpcSpan } from './rpc-spans.js';
import { StreamSender } from './stream-server.js';
import { decodeJson, encodeBytesReply, encodeJson, scopeOfMessage, type WireRequest } from './wire.js';

/**
 * Nest's transport for `@HandleRpc` methods: a queue group per service, the contract's checks before every handler,
 * and a close that waits for what is in flight (Nest's own NATS server sleeps or drops instead).
 */
export class RpcServer extends Server implements CustomTransportStrategy {
  private readonly subscriptions: Subscription[] = [];
  private readonly inFlight = new Set<Promise<void>>();
  private readonly senders = new Set<StreamSender>();
  private readonly metrics: BusMetrics;

  constructor(
    private readonly host: Host,
    private readonly connection: NatsConnection,
    private readonly contexts: ContextVerifier,
  ) {
    super();
    this.metrics = new BusMetrics(host.registry);
  }

  listen(callback: () => void): void {
    for (const subject of this.messageHandlers.keys()) {
      if (!handledContracts.has(subject)) throw new Error(`no contract declares the subject ${subject}`);
      this.subscriptions.push(
        this.connection.subscribe(subject, {
          queue: this.host.service,
          callback: (error, message) => {
            if (error) return this.host.logger.error({ subject, ...describeError(error) }, 'rpc: subscription failed');
            const answered =
              handledContracts.get(subject)?.form === 'stream'
                ? this.stream(subject, message)
                : this.answer(subject, message);
            const work = answered.finally(() => this.inFlight.delete(work));
            this.inFlight.add(work);
          },
        }),
      );
    }
    callback();
  }

  async close(): Promise<void> {
    if (!this.connection.isClosed()) await Promise.all(this.subscriptions.map((subscription) => subscription.drain()));
    for (const sender of this.senders) sender.stop(unavailable('The service stops: ask again.'));
    await Promise.all(this.inFlight);
  }

  override on(): void {}
  override unwrap<T>(): T {
    return this.connection as T;
  }

  private answer(subject: string, message: Msg): Promise<void> {
    const scope = scopeOfMessage(message, this.host.tracing);
    const endTimer = this.metrics.rpcSeconds.startTimer({ method: subject });
    const { contract, form } = handledContracts.get(subject)!;
    const bytes = form === 'bytes';
    return inServerSpan(scope, rpcSpan(subject, SpanKind.SERVER), async () => {
      const reply = await this.handle(subject, contract, message);
      endTimer({ outcome: 'ok' });
      if (!bytes) return void message.respond(encodeJson({ data: reply }));
      const { head, payload } = reply as BytesReply<unknown>;
      message.respond(encodeBytesReply({ data: head }, payload));
    }).catch((thrown: unknown) => {
      endTimer({ outcome: isOurFault(thrown) ? 'failed' : 'refused' });
      runInScope(scope, () => this.refuse(subject, bytes, message, thrown));
    });
  }

  private stream(subject: string, message: Msg): Promise<void> {
    if (message.reply === undefined) return Promise.resolve();
    const scope = scopeOfMessage(message, this.host.tracing);
    const endTimer = this.metrics.rpcSeconds.startTimer({ method: subject });
    const sender = new StreamSender(this.connection, this.host.service, message.reply);
    this.senders.add(sender);
    return inServerSpan(scope, rpcSpan(subject, SpanKind.SERVER), async () => {
      const { contract } = handledContracts.get(subject)!;
      const answer = { signal: sender.signal, write: (bytes: Uint8Array) => sender.write(bytes) };
      sender.end(await this.handle(subject, contract, message, answer));
      endTimer({ outcome: 'ok' });
    })
      .catch((thrown: unknown) => {
        endTimer({ outcome: isOurFault(thrown) ? 'failed' : 'refused' });
        sender.fail(runInScope(scope, () => this.faultOf(subject, thrown)));
      })
      .finally(() => this.senders.delete(sender));
  }

  private faultOf(subject: string, thrown: unknown): WireError {
    const error = toServiceError(thrown);
    if (error.kind === 'internal' || error.kind === 'unavailable') {
      this.host.logger.error({ subject, ...describeError(thrown) }, 'rpc: handler failed');
    }
    return error.toWire();
  }

  private refuse(subject: string, bytes: boolean, message: Msg, thrown: unknown): void {
    const body = { error: this.faultOf(subject, thrown) };
    message.respond(bytes ? encodeBytesReply(body) : encodeJson(body));
  }

  private async handle(
    subject: string,
    contract: AnyContract,
    message: Msg,
    stream?: Omit<StreamedCall, 'context'>,
  ): Promise<unknown> {
    const request = decodeJson<WireRequest>(message.data);
    const access = 'access' in contract ? (contract as Rpc<object, unknown>).access : 'internal';
    const context = await this.contextFor(access, request.context);
    const { held } = context ?? {};
    // What a context is good for that `contextFor` has left to this: its message, and then what the input names.
    if (held !== undefined && held.operation !== subject) throw forbidden(heldDenialOf(context!, undefined)!);
    const input = parse(contract.input, request.data);
    if (held !== undefined) requireHeld(contract, context!, input);
    const result: unknown = await this.messageHandlers.get(subject)!(input, stream ? { context, ...stream } : context);
    return lastValueFrom(this.transformToObservable(result));
  }

  /** The gateway has checked all this; a service checks again, so that a hole in one of them is not a hole. */
  private async contextFor(access: RpcAccess, signed: string | undefined): Promise<IamContext | undefined> {
    if (access === 'internal') return undefined;
    const context = await this.verified(signed);
    if (context.held !== undefined) return context;
    const denial = denialOf(context, access);
    if (denial !== undefined) throw forbidden(denial);
    return context;
  }

  private async verified(signed: string | undefined): Promise<IamContext> {
    try {
      if (signed === undefined) throw unauthorized();
      return await this.contexts.verify(signed);
    } catch (error) {
      // An iam that cannot be asked for its keys is not a context that does not hold.
      if (!isOurFault(error)) this.metrics.contextFailures.inc();
      throw error;
    }
  }
}

function requireHeld(contract: AnyContract, context: IamContext, input: object): void {
  const denial = heldDenialOf(context, concernedBy(contract, input));
  if (denial !== undefined) throw forbidden(denial);
}
