/** Publishes slices to the log of a shard (PROTO-1 to PROTO-4). */
import { randomBytes } from 'node:crypto';
import { SpanKind } from '@opentelemetry/api';
import { headers as natsHeaders, type JetStreamClient, type MsgHdrs, type NatsConnection } from 'nats';
import { ownHeaders, sampledTraceHeaders } from '@spanwise/bus/wire';
import {
  encodedSliceBytes,
  encodeLogMessage,
  INGEST_SUBJECT,
  LAST_ACKNOWLEDGED_HEADER,
  type LogSlice,
} from '@spanwise/contracts/log/log-message';
import { describeError, type Logger } from '@spanwise/host/logger';
import { currentScope, type RequestScope, type SpanDescription } from '@spanwise/host/request-scope';
import { inLinkedSpan } from '@spanwise/host/tracing/tracing';
import type { IntakeMetrics } from './intake-metrics.js';
import { IntakeRefused } from './refusal.js';

interface Waiting {
  slice: LogSlice;
  /** The request that brought it; none for the product's own telemetry, which nothing is said about. */
  scope: RequestScope | undefined;
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
const ATTEMPTS = 3;

export interface Publishing {
  lingerMs: number;
  /** For all attempts together: a client is asked to come back rather than kept waiting. */
  timeoutMs: number;
}

/**
 * Requests that arrive together share a message: what comes within the linger of the last message waits for its end, and
 * what comes after a pause is sent at once, so that a quiet log is not made to wait for company. A slice is published
 * when the log has acknowledged its message, and fails when there is any doubt: a failed message fails every request in
 * it, and all of those may be sent again.
 */
export class LogPublisher {
  private readonly jetstream: JetStreamClient;
  private readonly gathering = new Map<number, Gathering>();
  /** When the last message of a shard was sent, milliseconds of the process's clock. */
  private readonly sentAt = new Map<number, number>();
  /** The last sequence of each shard that was acknowledged. */
  private readonly acknowledged = new Map<number, number>();
  private readonly inFlight = new Set<Promise<void>>();

  constructor(
    connection: NatsConnection,
    private readonly publishing: Publishing,
    private readonly metrics: IntakeMetrics,
    private readonly logger: Logger,
  ) {
    this.jetstream = connection.jetstream();
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
    const published = new Promise<void>((resolve, reject) =>
      gathering.waiting.push({ slice, scope: currentScope(), resolve, reject }),
    );
    if (gathering.bytes >= MESSAGE_TARGET_BYTES) this.flush(shard);
    return published;
  }

  /** Even after a pause the requests that this turn of the event loop brings still share a message. */
  private flushLater(shard: number): () => void {
    const restMs = this.publishing.lingerMs - (performance.now() - (this.sentAt.get(shard) ?? -Infinity));
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
      const message = encodeLogMessage(waiting.map(({ slice }) => slice));
      await this.traced(shard, waiting, (headers) => this.store(shard, message, headers));
      this.metrics.logMessages.inc();
      for (const { resolve } of waiting) resolve();
    } catch (error) {
      this.logger.warn({ shard, ...describeError(error) }, 'intake: publish to the log failed');
      const refused = new IntakeRefused('log', 'The telemetry log does not take data at the moment.');
      for (const { reject } of waiting) reject(refused);
    } finally {
      endTimer();
    }
  }

  /** One span for the message, linked to the requests that share it; none for the product's own telemetry. */
  private traced(shard: number, waiting: Waiting[], work: (headers?: MsgHdrs) => Promise<void>): Promise<void> {
    const scopes = waiting.flatMap(({ scope }) => scope ?? []);
    const [first] = scopes;
    if (first === undefined) return work(ownHeaders());
    if (first.tracing === undefined) return work();
    return inLinkedSpan(first.tracing, first, sendSpan(shard, scopes), () => work(sampledTraceHeaders()));
  }

  /** A log that has lost its end counts on from where it ends now: that is said once, by what was under way then. */
  private acknowledge(shard: number, seq: number, before: number): void {
    const last = this.acknowledged.get(shard) ?? 0;
    this.acknowledged.set(shard, seq <= before ? seq : Math.max(seq, last));
  }

  /**
   * The id belongs to these very bytes: a repeated attempt of this process cannot store them twice. Nothing rests on it:
   * a client's retry has another id, and only span identities stop it.
   */
  private async store(shard: number, message: Buffer, headers: MsgHdrs | undefined): Promise<void> {
    const msgID = randomBytes(16).toString('base64url');
    const deadline = performance.now() + this.publishing.timeoutMs;
    for (let attempt = 1; ; attempt++) {
      try {
        const timeout = Math.max(1, deadline - performance.now());
        const before = this.acknowledged.get(shard) ?? 0;
        const sent = headers ?? natsHeaders();
        sent.set(LAST_ACKNOWLEDGED_HEADER, String(before));
        const ack = await this.jetstream.publish(INGEST_SUBJECT(shard), message, { msgID, timeout, headers: sent });
        this.acknowledge(shard, ack.seq, before);
        return;
      } catch (error) {
        // Without a stream, which the projector makes, there is nothing to retry with.
        if (attempt === ATTEMPTS || isNoStream(error) || performance.now() >= deadline) throw error;
      }
    }
  }
}

function sendSpan(shard: number, scopes: readonly RequestScope[]): SpanDescription {
  return {
    name: `send ${INGEST_SUBJECT(shard)}`,
    kind: SpanKind.PRODUCER,
    attributes: {
      'messaging.system': 'nats',
      'messaging.destination.name': INGEST_SUBJECT(shard),
      'messaging.operation.name': 'publish',
      'messaging.operation.type': 'send',
      'messaging.batch.message_count': scopes.length,
    },
    links: [...new Set(scopes)].filter((scope) => scope.tracing !== undefined),
  };
}

/** There is no listener on the subject: the stream of this shard is not there. */
const isNoStream = (error: unknown): boolean => (error as { code?: string }).code === '503';
