import { Injectable } from '@nestjs/common';
import { scopeFrom } from '@spanwise/host/request-scope';
import { Host } from '@spanwise/host/service';
import { describeError } from '@spanwise/host/logger';
import { inServerSpan } from '@spanwise/host/tracing/tracing';
import { SpanKind } from '@opentelemetry/api';
import type { PoolClient } from 'pg';
import { DataSource } from 'typeorm';
import { recordOwnChange, type Change } from '../audit/audit-outbox.js';
import { isFaultOfConnector } from '../circuits/circuit-rules.js';
import { recordFailure, recordSuccess } from '../circuits/circuits.js';
import { NotifyConfig } from '../config.js';
import { configToSend } from '../connectors/connector-config.js';
import type { ConnectorRow } from '../connectors/connector-rows.js';
import { ConnectorSecrets } from '../connectors/connector-secrets.js';
import { dueOrganizations, nextDueInMs, OrganizationTransactions } from '../db/organization-transactions.js';
import { DeliveryFault } from '../egress/delivery-fault.js';
import { startTimer } from '../escalations/escalation-timers.js';
import { Escalations } from '../escalations/escalations.js';
import { PROVIDERS } from '../providers/registry.js';
import { WiresProvider } from '../providers/wires.js';
import { DeliveryMetrics } from './delivery-metrics.js';
import type { DeliveryRow } from './delivery-rows.js';
import { bringForward, enqueue, finish, lease, noteDue, type Outcome } from './outbox.js';
import { RecipientResolution } from './recipient-resolution.js';
import { retryWaitMs } from './retry-schedule.js';
import { isOrphan, supersede } from './superseding.js';

const POLL_MS = 1_000;
const MIN_PAUSE_MS = 5;
/** What is due and was not given out waits for another delivery, or has become due just now. */
const BLOCKED_PAUSE_MS = 100;
const RECORD_AGAIN_MS = 500;
const RECORD_LIMIT_MS = 60_000;
const ORGANIZATIONS_AT_ONCE = 8;
/** Deliveries of an organization under way at once: one that has much to say does not hold up the others. */
const DELIVERIES_PER_ORGANIZATION = 32;

type Leased = { row: DeliveryRow; connector: ConnectorRow | undefined; orphan: boolean };

/**
 * Sends what is in the outbox, at least once, with the same id at every attempt. Any number of workers may run: a lease
 * keeps them apart, and a fence keeps a worker that was paused from recording what another one has taken over.
 */
@Injectable()
export class DeliveryWorker {
  private stopping = false;
  /** Somebody called while the worker was not waiting. */
  private woken = false;
  private running: Promise<void> | undefined;
  private wakeUp: (() => void) | undefined;
  private readonly underWay = new Map<string, Set<Promise<void>>>();
  private readonly retryScale: number;
  private readonly metrics: DeliveryMetrics;

  constructor(
    private readonly source: DataSource,
    private readonly transactions: OrganizationTransactions,
    private readonly secrets: ConnectorSecrets,
    private readonly wires: WiresProvider,
    private readonly host: Host,
    private readonly escalations: Escalations,
    private readonly resolution: RecipientResolution,
    config: NotifyConfig,
  ) {
    this.retryScale = config.values.retryScale;
    this.metrics = new DeliveryMetrics(host.registry, source);
  }

  start(): void {
    this.running = this.loop();
    this.host.shutdown.onStop('workers', 'deliveries', () => this.stop());
  }

  /** There is something new: a hint, since the poll finds it too. */
  wake(): void {
    this.woken = true;
    this.wakeUp?.();
  }

  private async stop(): Promise<void> {
    this.stopping = true;
    this.wake();
    await this.running;
    await this.resolution.settled();
    await Promise.all([...this.underWay.values()].flatMap((set) => [...set]));
  }

  private async loop(): Promise<void> {
    while (!this.stopping) {
      const worked = await this.round().catch((error: unknown) => {
        this.host.logger.warn(describeError(error), 'deliveries could not be sent');
        return false;
      });
      if (!worked && !this.stopping) await this.pause(await this.untilDueMs());
    }
  }

  private async untilDueMs(): Promise<number> {
    const waitMs = await nextDueInMs(this.source).catch(() => undefined);
    if (waitMs === undefined) return POLL_MS;
    return waitMs <= 0 ? BLOCKED_PAUSE_MS : Math.min(Math.max(waitMs, MIN_PAUSE_MS), POLL_MS);
  }

  private async pause(ms: number): Promise<void> {
    if (!this.woken) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms);
        this.wakeUp = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    this.woken = false;
  }

  /** One pass over the organizations that have something due; true when anything was sent. */
  private async round(): Promise<boolean> {
    const due = await dueOrganizations(this.source, ORGANIZATIONS_AT_ONCE);
    const counts = await Promise.all(due.map((id) => this.sendDue(id)));
    return counts.some((count) => count > 0);
  }

  /** Starts what is due and does not wait for it: a receiver that hangs holds up nobody else. */
  private async sendDue(organizationId: string): Promise<number> {
    await this.escalations.runDue(organizationId);
    this.resolution.start(organizationId, () => this.wake());
    const set = this.underWay.get(organizationId) ?? new Set();
    const free = DELIVERIES_PER_ORGANIZATION - set.size;
    const leased = await this.transactions.in(organizationId, async (client) => {
      const taken: Leased[] = [];
      for (const row of free === 0 ? [] : await lease(client, organizationId, free, this.retryScale)) {
        taken.push({ row, connector: await connectorOf(client, row), orphan: await isOrphan(client, row) });
      }
      // What is still due has to wait for another delivery or for its connector's rate.
      await noteDue(client, organizationId, taken.length < free || free === 0 ? BLOCKED_PAUSE_MS : 0);
      return taken;
    });
    if (leased.length > 0) this.underWay.set(organizationId, set);
    for (const one of leased) this.run(organizationId, set, one);
    return leased.length;
  }

  private run(organizationId: string, set: Set<Promise<void>>, leased: Leased): void {
    const work = this.deliver(leased)
      // The lease runs out and another attempt follows.
      .catch((error: unknown) => this.host.logger.warn(describeError(error), 'an attempt could not be recorded'))
      .finally(() => {
        set.delete(work);
        if (set.size === 0) this.underWay.delete(organizationId);
        this.wake();
      });
    set.add(work);
  }

  private async deliver({ row, connector, orphan }: Leased): Promise<void> {
    const outcome = orphan ? ORPHAN : await this.attempt(row, connector);
    this.metrics.attempts.inc({ type: row.target_type, outcome: outcome.status });
    if (connector !== undefined && outcome.latencyMs !== undefined) {
      const labels = { connector_type: connector.connector_type, outcome: outcome.status };
      this.metrics.seconds.observe(labels, outcome.latencyMs / 1_000);
    }
    await this.recorded(row, async (client) => {
      if (!(await finish(client, row, outcome))) return;
      if (outcome.status === 'pending') await supersede(client, row);
      await this.goOn(client, row, outcome.status);
      const disabled = await this.judgeConnector(client, row, outcome);
      await bringForward(client, row.organization_id);
      if (disabled !== undefined) await recordOwnChange(client, row.organization_id, disabled);
    });
  }

  /**
   * What a receiver said must not be forgotten because the database is away for a moment: that would be one more send. Once
   * another worker may have taken the delivery over, the fence refuses what this one knows.
   */
  private async recorded(row: DeliveryRow, work: (client: PoolClient) => Promise<void>): Promise<void> {
    const startedAt = performance.now();
    for (;;) {
      try {
        return await this.transactions.in(row.organization_id, work);
      } catch (error) {
        if (this.stopping || performance.now() - startedAt > RECORD_LIMIT_MS) throw error;
        await new Promise((resolve) => setTimeout(resolve, RECORD_AGAIN_MS));
      }
    }
  }

  /** What an attempt tells of its connector; the change to record where it disabled it. */
  private async judgeConnector(
    client: PoolClient,
    row: DeliveryRow,
    { status, fault }: Outcome,
  ): Promise<Change | undefined> {
    if (status === 'success') {
      this.metrics.circuitChanged(row.connector_id, await recordSuccess(client, row, this.retryScale));
    } else if (fault?.category === 'http_410') {
      return disable(client, row, 'the receiver answered that it is gone for good');
    } else if (fault !== undefined && isFaultOfConnector(fault.category)) {
      const { change, hopeless } = await recordFailure(client, row, fault.category, this.retryScale);
      this.metrics.circuitChanged(row.connector_id, change);
      if (hopeless) return disable(client, row, 'every delivery failed for five days');
    }
    return undefined;
  }

  /** What follows from an attempt: the next route after a failure; time to acknowledge once there is no next one. */
  private async goOn(client: PoolClient, row: DeliveryRow, status: Outcome['status']): Promise<void> {
    const { organization_id: organizationId, policy_id: policyId } = row;
    if (policyId === null) return;
    // Where an orphan is not sent, the next place may be the one that heard of the trouble.
    if ((status === 'failed' || status === 'skipped') && row.fallbacks.length > 0) {
      await enqueue(client, organizationId, chainOf(row, policyId), row.fallbacks);
    } else if (status === 'success' || status === 'failed') {
      await startTimer(client, organizationId, row.event_id, policyId);
    }
  }

  /** Nobody's request stands behind a delivery: each attempt is a trace of its own, and its logs name the delivery. */
  private traced<T>(connector: ConnectorRow, row: DeliveryRow, work: () => Promise<T>): Promise<T> {
    const scope = scopeFrom(undefined, row.id);
    this.host.tracing?.admit(scope, 'always');
    const attributes = {
      'spanwise.delivery.attempt': row.attempt,
      'spanwise.delivery.stage': row.stage,
      'spanwise.connector.type': connector.connector_type,
    };
    const description = { name: `deliver ${connector.connector_type}`, kind: SpanKind.PRODUCER, attributes };
    return inServerSpan(scope, description, work);
  }

  private async attempt(row: DeliveryRow, connector: ConnectorRow | undefined): Promise<Outcome> {
    if (connector === undefined || !connector.enabled) return UNUSABLE;
    const startedAt = performance.now();
    const latencyMs = () => Math.round(performance.now() - startedAt);
    try {
      const stored = this.secrets.open(row.organization_id, connector.id, connector.config_sealed);
      const provider = PROVIDERS[connector.connector_type];
      const target = { type: row.target_type, value: row.target_value };
      const delivery = { id: row.id, target, message: row.message };
      await this.traced(connector, row, () =>
        provider.send(configToSend(provider.members, stored), delivery, this.wires.wires),
      );
      return { status: 'success', latencyMs: latencyMs() };
    } catch (error) {
      if (!(error instanceof DeliveryFault)) {
        this.host.logger.error({ delivery: row.id, ...describeError(error) }, 'a delivery failed inside');
      }
      const fault = error instanceof DeliveryFault ? error : new DeliveryFault('answer_invalid');
      const waitMs = retryWaitMs(row.attempt, fault);
      return {
        status: waitMs === undefined ? 'failed' : 'pending',
        fault,
        errorCode: fault.category,
        errorMessage: fault.message,
        latencyMs: latencyMs(),
        ...(waitMs !== undefined && { waitMs: Math.max(waitMs * this.retryScale, fault.retryAfterMs ?? 0) }),
      };
    }
  }
}

const ORPHAN: Outcome = {
  status: 'skipped',
  errorCode: 'superseded',
  errorMessage: 'superseded: the message that this one ends could not be delivered',
};
const UNUSABLE: Outcome = {
  status: 'failed',
  errorCode: 'connector_disabled',
  errorMessage: 'connector_disabled: the connector is disabled or deleted',
};

const chainOf = (row: DeliveryRow, policyId: string) => ({
  eventId: row.event_id,
  eventType: row.event_type,
  policyId,
  userId: row.recipient_user_id ?? undefined,
  message: row.message,
  groupKey: row.group_key,
});

async function connectorOf(client: PoolClient, row: DeliveryRow): Promise<ConnectorRow | undefined> {
  const { rows } = await client.query<ConnectorRow>('select * from connectors where organization_id = $1 and id = $2', [
    row.organization_id,
    row.connector_id,
  ]);
  return rows[0];
}

/** The receiver is gone for good: it said so, or nothing went there for days. */
async function disable(client: PoolClient, row: DeliveryRow, reason: string): Promise<Change | undefined> {
  const { rowCount } = await client.query(
    `update connectors set enabled = false, status = 'error', version = version + 1, updated_at = now()
     where organization_id = $1 and id = $2 and enabled`,
    [row.organization_id, row.connector_id],
  );
  if (rowCount === 0 || row.connector_id === null) return undefined;
  return {
    action: 'connector.disable',
    target_kind: 'connector',
    target_id: row.connector_id,
    payload: { reason },
  };
}
