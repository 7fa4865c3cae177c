import { SpanKind } from '@opentelemetry/api';
import { nuid, type Msg, type NatsConnection, type Subscription } from 'nats';
import { ServiceError, unavailable } from '@spanwise/contracts/base/errors';
import type { StreamRpc } from '@spanwise/contracts/authz/rpc';
import { inChildSpan } from '@spanwise/host/tracing/tracing';
import { rpcSpan } from './rpc-spans.js';
import { BEAT_MS, decodeFrame, SILENCE_MS, STREAM_SUBJECT, type Control, type Frame } from './stream-frames.js';
import { encodeJson, traceHeaders } from './wire.js';

/** Answers of any length of other services. */
export class StreamClient {
  constructor(
    private readonly connection: NatsConnection,
    /** Of this process: its name in the table of users of the bus. */
    private readonly service: string,
  ) {}

  /**
   * Resolves with the first bytes or the end, whichever comes first; throws what the answering side refuses with before
   * them. The reply has to be read to its end or cancelled, which an abort of `leaving` does too.
   */
  async open<In extends object, Tail>(
    contract: StreamRpc<In, Tail>,
    input: In,
    signed: string,
    leaving?: AbortSignal,
  ): Promise<StreamReply<Tail>> {
    // An abort that was before is not sent to a listener of now.
    if (leaving?.aborted) throw cancelled();
    return inChildSpan(rpcSpan(contract.subject, SpanKind.CLIENT), async () => {
      const reply = new StreamReply<Tail>(this.connection, STREAM_SUBJECT(this.service, nuid.next()), contract.subject);
      leaving?.addEventListener('abort', () => reply.cancel());
      const body = encodeJson({ context: signed, data: input });
      this.connection.publish(contract.subject, body, { reply: reply.subject, headers: traceHeaders() });
      await reply.begun();
      return reply;
    });
  }
}

/** One streamed answer. Pieces are held until they are read; the other side sends no more than a window ahead. */
export class StreamReply<Tail> implements AsyncIterable<Uint8Array> {
  private readonly subscription: Subscription;
  private readonly timer: NodeJS.Timeout;
  private readonly pieces: Uint8Array[] = [];
  private control: string | undefined;
  private sequence = 0;
  private takenBytes = 0;
  private heardAtMs = performance.now();
  private ended: { tail: Tail } | undefined;
  private failure: Error | undefined;
  private wake: () => void = () => undefined;

  constructor(
    private readonly connection: NatsConnection,
    readonly subject: string,
    private readonly asked: string,
  ) {
    this.subscription = connection.subscribe(subject, {
      callback: (error, message) => (error ? this.fail(this.gone()) : this.hear(message)),
    });
    this.timer = setInterval(() => this.sendHeartbeat(), BEAT_MS);
  }

  /** Known once all pieces have been read. */
  get tail(): Tail {
    if (this.ended === undefined) throw new Error('the stream has not ended');
    return this.ended.tail;
  }

  async begun(): Promise<void> {
    while (this.pieces.length === 0 && this.ended === undefined && this.failure === undefined) await this.change();
    if (this.pieces.length === 0 && this.failure !== undefined) throw this.failure;
  }

  /** Asks the other side to stop, when it has not ended; what comes later is dropped. */
  cancel(): void {
    if (this.ended !== undefined || this.failure !== undefined) return;
    this.say({ taken: this.takenBytes, left: true });
    this.fail(cancelled(), this.control === undefined);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    try {
      for (;;) {
        const piece = this.pieces.shift();
        if (piece !== undefined) {
          this.takenBytes += piece.length;
          this.say({ taken: this.takenBytes });
          yield piece;
        } else if (this.failure !== undefined) throw this.failure;
        else if (this.ended !== undefined) return;
        else await this.change();
      }
    } finally {
      this.cancel();
    }
  }

  private hear(message: Msg): void {
    // The server itself says that this subject has no responder.
    if (message.headers?.code === 503) {
      return this.fail(unavailable(`The ${this.answering()} service is not running at the moment.`));
    }
    this.heardAtMs = performance.now();
    const { frame, sequence } = decodeFrame(message.data);
    if (this.failure !== undefined) return this.leave(frame);
    if (sequence !== this.sequence++) {
      this.say({ taken: this.takenBytes, left: true });
      return this.fail(unavailable('A part of the answer was lost on its way: ask again.'));
    }
    this.take(frame);
  }

  /** The caller left before it knew the other side. */
  private leave(frame: Frame): void {
    if (frame.kind !== 'opened') return;
    this.control = frame.control;
    this.say({ taken: 0, left: true });
    this.close();
  }

  private take(frame: Frame): void {
    if (frame.kind === 'opened') this.control = frame.control;
    if (frame.kind === 'data') this.pieces.push(frame.bytes);
    if (frame.kind === 'error') this.fail(ServiceError.fromWire(frame.error));
    if (frame.kind === 'end') {
      this.ended = { tail: frame.tail as Tail };
      this.close();
    }
    this.wake();
  }

  private sendHeartbeat(): void {
    if (performance.now() - this.heardAtMs > SILENCE_MS) this.fail(this.gone());
    else this.say({ taken: this.takenBytes });
  }

  private say(control: Control): void {
    if (this.control === undefined || this.connection.isClosed()) return;
    this.connection.publish(this.control, Buffer.from(JSON.stringify(control)));
  }

  private fail(error: Error, stillListening = false): void {
    if (this.ended !== undefined) return;
    if (!stillListening) this.close();
    this.failure ??= error;
    this.wake();
  }

  private close(): void {
    clearInterval(this.timer);
    this.subscription.unsubscribe();
  }

  private gone = (): Error => unavailable(`The ${this.answering()} service does not answer any more.`);
  private answering = (): string => this.asked.split('.')[1]!;

  private change(): Promise<void> {
    return new Promise((resolve) => (this.wake = resolve));
  }
}

const cancelled = (): ServiceError => new ServiceError('cancelled', 'The request was cancelled.');
