/** Appends what this gateway says of its minutes to every shard of the log (PROTO-32). */
import { randomBytes, randomUUID } from 'node:crypto';
import type { JetStreamClient, NatsConnection } from 'nats';
import { ownHeaders } from '@spanwise/bus/wire';
import {
  encodeGatewayHealth,
  GATEWAY_HEALTH_HEADER,
  type GatewayHealth,
} from '@spanwise/contracts/base/gateway-health';
import { encodeLogMessage, INGEST_SUBJECT } from '@spanwise/contracts/log/log-message';
import { describeError, type Logger } from '@spanwise/host/logger';
import { logErrorTransitions, startInterval } from '@spanwise/host/intervals';
import { GatewayMinutes } from './gateway-minutes.js';
import type { IntakeMetrics } from './intake-metrics.js';
import { refusalReasonOf } from './refusal.js';

const EVERY_MS = 500;
/** An hour. Who could not speak for longer was missed long ago. */
const MAX_WAITING = 60;

interface Waiting {
  record: GatewayHealth;
  /** Shards whose log has not acknowledged it, each with the id of these very bytes (PROTO-2). */
  shards: Map<number, string>;
}

export interface IntakeHealthOptions {
  shards: number;
  /** For one message. */
  timeoutMs: number;
  nowMicros: () => number;
}

export class IntakeHealth {
  private readonly jetstream: JetStreamClient;
  private readonly minutes: GatewayMinutes;
  private waiting: Waiting[] = [];
  private endRounds: () => Promise<void> = async () => undefined;

  constructor(
    connection: NatsConnection,
    private readonly options: IntakeHealthOptions,
    private readonly metrics: IntakeMetrics,
    private readonly logger: Logger,
  ) {
    this.jetstream = connection.jetstream();
    this.minutes = new GatewayMinutes(randomUUID(), options.nowMicros());
  }

  /** A request ends with this fault. Counts where it is the product's own; of an unknown organization before the caller is known. */
  noteFault(thrown: unknown, organizationId: string | undefined): void {
    const reason = refusalReasonOf(thrown);
    if (reason === undefined) return;
    this.metrics.refused.inc({ reason });
    this.minutes.refuse(reason, organizationId);
  }

  start(): void {
    const round = logErrorTransitions(this.logger, 'gateway health: failed to publish to the log', () => this.round());
    this.endRounds = startInterval(EVERY_MS, round);
  }

  async round(): Promise<void> {
    this.note(this.minutes.ended(this.options.nowMicros()));
    await this.append();
  }

  /** Says goodbye, once: who cannot be heard is taken for lost. */
  async leave(): Promise<void> {
    await this.endRounds();
    this.note(this.minutes.leave(this.options.nowMicros()));
    await this.append().catch((error: unknown) =>
      this.logger.warn(describeError(error), 'gateway health: failed to publish the shutdown'),
    );
  }

  private note(records: readonly GatewayHealth[]): void {
    const shards = () =>
      new Map(
        Array.from({ length: this.options.shards }, (_, shard) => [shard, randomBytes(16).toString('base64url')]),
      );
    const added = records.map((record) => ({ record, shards: shards() }));
    this.waiting = [...this.waiting, ...added].slice(-MAX_WAITING);
  }

  /** In their order. Throws when a log has not acknowledged one: it stays, with those behind it. */
  private async append(): Promise<void> {
    for (let [next] = this.waiting; next !== undefined; [next] = this.waiting) {
      await this.appendOne(next);
      this.waiting.shift();
    }
  }

  private async appendOne({ record, shards }: Waiting): Promise<void> {
    const headers = ownHeaders();
    headers.set(GATEWAY_HEALTH_HEADER, encodeGatewayHealth(record));
    const timeout = this.options.timeoutMs;
    const sent = [...shards].map(async ([shard, msgID]) => {
      await this.jetstream.publish(INGEST_SUBJECT(shard), encodeLogMessage([]), { msgID, timeout, headers });
      shards.delete(shard);
    });
    const failed = (await Promise.allSettled(sent)).find((one) => one.status === 'rejected');
    if (failed !== undefined) throw failed.reason;
  }
}
