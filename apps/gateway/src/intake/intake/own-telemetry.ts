/**
 * The product's spans about itself, into the log for `_sys` as any client's request. No HTTP and no secret: they come over
 * the bus, or from this very process. Dropped first under overload; never traced, so that they cannot feed themselves.
 */
import type { NatsConnection } from 'nats';
import type { RpcClient } from '@spanwise/bus/rpc-client';
import { invalidArgument, unavailable } from '@spanwise/contracts/base/errors';
import { Empty } from '@spanwise/contracts/authz/rpc';
import {
  MAX_TELEMETRY_BYTES,
  systemOrganization,
  TELEMETRY_SUBJECT,
} from '@spanwise/contracts/telemetry/own-telemetry';
import { outsideScope } from '@spanwise/host/request-scope';
import { decompress } from '@spanwise/otlp/decompress';
import { Counter, type Registry } from 'prom-client';
import type { Admission } from './admission.js';
import type { IntakeHealth } from './intake-health.js';
import type { LogPublisher } from './log-publisher.js';
import { IntakeRefused } from './refusal.js';
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
  health: Pick<IntakeHealth, 'noteFault'>;
  shards: number;
  nowMicros: () => number;
}

export class OwnTelemetry {
  private inFlight = 0;
  private organization: { id: string | undefined; untilMs: number } | undefined;
  private asking: Promise<string | undefined> | undefined;
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

  /** Throws when the request is dropped; its sender does not send it again. */
  async take(request: Uint8Array): Promise<void> {
    try {
      await outsideScope(() => this.log(request));
      this.spans.inc({ outcome: 'taken' });
    } catch (error) {
      this.spans.inc({ outcome: 'dropped' });
      // What is dropped here makes the product's own services look silent. Before its organization is known it has none.
      if (this.organization?.id !== undefined) this.options.health.noteFault(error, this.organization.id);
      throw error;
    }
  }

  private async log(request: Uint8Array): Promise<void> {
    const { admission, publisher, shards, nowMicros } = this.options;
    if (request.length > MAX_TELEMETRY_BYTES) throw invalidArgument('The telemetry of a service is too large.');
    if (this.inFlight >= MAX_IN_FLIGHT || admission.busy)
      throw new IntakeRefused('overload', 'The product has no room for its own telemetry.');
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
        await decompress(request, 'gzip'),
        shards,
      );
      await Promise.all(sliced.slices.map(({ shard, slice }) => publisher.publish(shard, slice)));
    } finally {
      this.inFlight--;
    }
  }

  /** Requests that come together before it is known wait for one request; once known, none waits again. */
  private async organizationId(): Promise<string> {
    const nowMs = performance.now();
    if (this.organization === undefined || this.organization.untilMs < nowMs) {
      this.organization = { id: this.organization?.id, untilMs: nowMs + RETRY_MS };
      this.asking = this.ask();
    }
    const id = this.organization.id ?? (await this.asking);
    if (id === undefined) throw unavailable('The system organization is not known yet.');
    return id;
  }

  /** Undefined when iam does not answer. */
  private async ask(): Promise<string | undefined> {
    const reply = await this.options.rpc.call(systemOrganization, new Empty()).catch(() => undefined);
    if (reply === undefined) return undefined;
    this.organization = { id: reply.organization_id, untilMs: performance.now() + ORGANIZATION_TTL_MS };
    return reply.organization_id;
  }
}
