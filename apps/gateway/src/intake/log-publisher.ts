/** Publishes slices to the log of a shard (exactly-once rules 1 to 4). */
import { randomBytes } from 'node:crypto';
import type { JetStreamClient, NatsConnection } from 'nats';
import { unavailable } from '@spanwise/contracts/errors';
import { encodedSliceBytes, encodeLogMessage, INGEST_SUBJECT, type LogSlice } from '@spanwise/contracts/log-message';
import { describeError, type Logger } from '@spanwise/host/logger';
import type { IntakeMetrics } from './intake-metrics.js';

interface Waiting {
  slice: LogSlice;
  resolve: () => void;
  reject: (error: Error) => void;
}

interface Gathering {
  waiting: Waiting[];
  bytes: number;
  cancelFlush: () => void;
}

/** A message is sent when this much is gathered: each one costs the log an fsync. */
const MESSAGE_TARGET_BYTES = 512 * 1024;
const PUBLISH_TIMEOUT_MS = 5_000;
const ATTEMPTS = 3;

/**
 * Requests that arrive together share a message: what comes within the linger of the last message waits for its end, and
 * what comes after a pause is sent at once, so that a quiet log is not made to wait for company. A slice is published when the log has acknowledged its message, and
 * fails when there is any doubt: a failed message fails every request in it, and all of those may be sent again.
 */
export class LogPublisher {
  private readonly jetstream: JetStreamClient;
  private readonly gathering = new Map<number, Gathering>();
  /** When the last message of a shard was sent, milliseconds of the process's clock. */
  private readonly sentAt = new Map<number, number>();
  private readonly inFlight = new Set<Promise<void>>();

  constructor(
    connection: NatsConnection,
    private readonly lingerMs: number,
    private readonly metrics: IntakeMetrics,
    private readonly logger: Logger,
  ) {
    this.jetstream = connection.jetstream({ timeout: PUBLISH_TIMEOUT_MS });
  }

  publish(shard: number, slice: LogSlice): Promise<void> {
    const bytes = encodedSliceBytes(slice);
    let gathering = this.gathering.get(shard);
    if (gathering !== undefined && gathering.bytes + bytes > MESSAGE_TARGET_BYTES) {
      this.flush(shard);
      gathering = undefined;
    }
    if (gathering === undefined) {
      gathering = { waiting: [], bytes: 0, cancelFlush: this.flushLater(shard) };
      this.gathering.set(shard, gathering);
    }
    gathering.bytes += bytes;
    const published = new Promise<void>((resolve, reject) => gathering.waiting.push({ slice, resolve, reject }));
    if (gathering.bytes >= MESSAGE_TARGET_BYTES) this.flush(shard);
    return published;
  }

  /** Even after a pause the requests that this turn of the event loop brings still share a message. */
  private flushLater(shard: number): () => void {
    const restMs = this.lingerMs - (performance.now() - (this.sentAt.get(shard) ?? -Infinity));
    const flush = () => this.flush(shard);
    if (restMs > 0) {
      const timer = setTimeout(flush, restMs);
      return () => clearTimeout(timer);
    }
    const immediate = setImmediate(flush);
    return () => clearImmediate(immediate);
  }

  /** Sends what is gathered and waits for everything that is under way. */
  async drain(): Promise<void> {
    for (const shard of this.gathering.keys()) this.flush(shard);
    await Promise.all(this.inFlight);
  }

  private flush(shard: number): void {
    const gathering = this.gathering.get(shard);
    if (gathering === undefined) return;
    this.gathering.delete(shard);
    this.sentAt.set(shard, performance.now());
    gathering.cancelFlush();
    const sending = this.send(shard, gathering.waiting).finally(() => this.inFlight.delete(sending));
    this.inFlight.add(sending);
  }

  private async send(shard: number, waiting: Waiting[]): Promise<void> {
    const endTimer = this.metrics.publishSeconds.startTimer();
    try {
      await this.store(shard, encodeLogMessage(waiting.map(({ slice }) => slice)));
      this.metrics.logMessages.inc();
      for (const { resolve } of waiting) resolve();
    } catch (error) {
      this.logger.warn({ shard, ...describeError(error) }, 'the log did not take a message');
      const refused = unavailable('The telemetry log does not take data at the moment.');
      for (const { reject } of waiting) reject(refused);
    } finally {
      endTimer();
    }
  }

  /**
   * The id belongs to these very bytes: a repeated attempt of this process cannot store them twice. Nothing rests on it:
   * a client's retry has another id, and only span identities stop it.
   */
  private async store(shard: number, message: Buffer): Promise<void> {
    const msgID = randomBytes(16).toString('base64url');
    for (let attempt = 1; ; attempt++) {
      try {
        await this.jetstream.publish(INGEST_SUBJECT(shard), message, { msgID });
        return;
      } catch (error) {
        // Without a stream, which the projector makes, there is nobody to try again with.
        if (attempt === ATTEMPTS || isNoStream(error)) throw error;
      }
    }
  }
}

/** Nobody listens on the subject: the stream of this shard is not there. */
const isNoStream = (error: unknown): boolean => (error as { code?: string }).code === '503';
