import { nuid, type NatsConnection, type Subscription } from 'nats';
import { ServiceError, unavailable, type WireError } from '@spanwise/contracts/base/errors';
import {
  BEAT_MS,
  encodeFrame,
  MAX_FRAME_BYTES,
  SILENCE_MS,
  STREAM_SUBJECT,
  WINDOW_BYTES,
  type Control,
  type Frame,
} from './stream-frames.js';

/** A reader that takes nothing for this long is treated as one that has left. */
const STALL_MS = 60_000;

/** The answering side of one streamed answer. */
export class StreamSender {
  private readonly abort = new AbortController();
  private readonly subscription: Subscription;
  private readonly timer: NodeJS.Timeout;
  private sequence = 0;
  private sentBytes = 0;
  private takenBytes = 0;
  private heardAtMs = performance.now();
  private takenAtMs = performance.now();
  private wake: () => void = () => undefined;

  constructor(
    private readonly connection: NatsConnection,
    service: string,
    private readonly caller: string,
  ) {
    const control = STREAM_SUBJECT(service, nuid.next());
    this.subscription = connection.subscribe(control, {
      callback: (error, message) => {
        if (error) return this.stop(error);
        this.hear(JSON.parse(message.string()) as Control);
      },
    });
    this.timer = setInterval(() => this.sendHeartbeat(), BEAT_MS);
    this.send({ kind: 'opened', control });
  }

  /** Aborted when the caller has left, with `cancelled`, or the process stops, with `unavailable`. */
  get signal(): AbortSignal {
    return this.abort.signal;
  }

  /** Resolves once the bytes are under way, within what the caller is willing to take. Throws when it has left. */
  async write(bytes: Uint8Array): Promise<void> {
    for (let at = 0; at < bytes.length; at += MAX_FRAME_BYTES) {
      const part = bytes.subarray(at, at + MAX_FRAME_BYTES);
      while (this.sentBytes - this.takenBytes >= WINDOW_BYTES) {
        this.signal.throwIfAborted();
        await new Promise<void>((resolve) => (this.wake = resolve));
      }
      this.signal.throwIfAborted();
      this.sentBytes += part.length;
      this.send({ kind: 'data', bytes: part });
    }
  }

  end(tail: unknown): void {
    this.send({ kind: 'end', tail });
    this.close();
  }

  fail(error: WireError): void {
    this.send({ kind: 'error', error });
    this.close();
  }

  stop(reason: Error): void {
    this.abort.abort(reason);
    this.wake();
  }

  private hear(control: Control): void {
    this.heardAtMs = performance.now();
    if (control.left) return this.stop(new ServiceError('cancelled', 'The caller has left.'));
    if (control.taken <= this.takenBytes) return;
    this.takenBytes = control.taken;
    this.takenAtMs = this.heardAtMs;
    this.wake();
  }

  private sendHeartbeat(): void {
    const nowMs = performance.now();
    const waits = this.sentBytes - this.takenBytes >= WINDOW_BYTES;
    if (nowMs - this.heardAtMs > SILENCE_MS) return this.stop(unavailable('The caller does not answer any more.'));
    if (waits && nowMs - this.takenAtMs > STALL_MS) {
      return this.stop(new ServiceError('cancelled', `The caller has taken nothing for ${STALL_MS / 1_000} s.`));
    }
    this.send({ kind: 'alive' });
  }

  private send(frame: Frame): void {
    if (!this.connection.isClosed()) this.connection.publish(this.caller, encodeFrame(frame, this.sequence++));
  }

  private close(): void {
    clearInterval(this.timer);
    this.subscription.unsubscribe();
  }
}
