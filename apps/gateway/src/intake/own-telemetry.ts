/**
 * The product's spans about itself, into the log for `_sys` as any client's request. No HTTP and no secret: they come over
 * the bus, or from this very process. Dropped first under overload; never traced, so that they cannot feed themselves.
 */
import type { NatsConnection } from 'nats';
import type { RpcClient } from '@spanwise/bus/rpc-client';
import { unavailable } from '@spanwise/contracts/errors';
import { Empty } from '@spanwise/contracts/rpc';
import { MAX_TELEMETRY_BYTES, systemOrganization, TELEMETRY_SUBJECT } from '@spanwise/contracts/telemetry';
import { outsideScope } from '@spanwise/host/request-scope';
import { Counter, type Registry } from 'prom-client';
import type { Admission } from './admission.js';
import type { LogPublisher } from './log-publisher.js';
import { sliceTraces } from './trace-slices.js';

/** A restored database can have another organization for the platform. */
const ORGANIZATION_TTL_MS = 5 * 60_000;
const RETRY_MS = 5_000;
/** Requests that are worked at, of all services together. */
const MAX_IN_FLIGHT = 16;
/** Clients may not use streams whose names begin so. */
const STREAM = '_spanwise';
/** One queue group: each request goes to one gateway. */
const QUEUE = 'gateway';

export interface OwnTelemetryOptions {
  rpc: RpcClient;
  admission: Admission;
  publisher: LogPublisher;
  shards: number;
  nowMicros: () => number;
}

export class OwnTelemetry {
  private inFlight = 0;
  private organization: { id: string | undefined; untilMs: number } | undefined;
  private readonly spans: Counter<'outcome'>;

  constructor(
    registry: Registry,
    private readonly options: OwnTelemetryOptions,
  ) {
    this.spans = new Counter({
      name: 'spanwise_telemetry_requests_total',
      help: 'Requests of the services about themselves: taken into the log, or dropped.',
      labelNames: ['outcome'],
      registers: [registry],
    });
  }

  listen(connection: NatsConnection): void {
    connection.subscribe(TELEMETRY_SUBJECT('*'), {
      queue: QUEUE,
      callback: (error, message) => {
        if (error === null) void this.take(message.data).catch(() => undefined);
      },
    });
  }

  /** Throws when the request is dropped; whoever sent it does not send it again. */
  async take(request: Uint8Array): Promise<void> {
    try {
      await outsideScope(() => this.log(request));
      this.spans.inc({ outcome: 'taken' });
    } catch (error) {
      this.spans.inc({ outcome: 'dropped' });
      throw error;
    }
  }

  private async log(request: Uint8Array): Promise<void> {
    const { admission, publisher, shards, nowMicros } = this.options;
    if (request.length > MAX_TELEMETRY_BYTES || this.inFlight >= MAX_IN_FLIGHT || admission.busy) {
      throw unavailable('The product has no room for its own telemetry.');
    }
    this.inFlight++;
    try {
      const sliced = await sliceTraces(
        {
          organizationId: await this.organizationId(),
          stream: STREAM,
          encoding: 'protobuf',
          coding: 'gzip',
          wire: request,
          receivedAtMicros: nowMicros(),
        },
        shards,
      );
      await Promise.all(sliced.slices.map(({ shard, slice }) => publisher.publish(shard, slice)));
    } finally {
      this.inFlight--;
    }
  }

  private async organizationId(): Promise<string> {
    const nowMs = performance.now();
    if (this.organization === undefined || this.organization.untilMs < nowMs) {
      // Whatever comes while iam is asked, or cannot be asked, keeps to what was known.
      this.organization = { id: this.organization?.id, untilMs: nowMs + RETRY_MS };
      const reply = await this.options.rpc.call(systemOrganization, new Empty());
      this.organization = { id: reply.organization_id, untilMs: nowMs + ORGANIZATION_TTL_MS };
    }
    if (this.organization.id === undefined) throw unavailable('The system organization is not known yet.');
    return this.organization.id;
  }
}
