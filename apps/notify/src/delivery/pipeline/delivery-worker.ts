import { Injectable } from '@nestjs/common';
import { Host } from '@spanwise/host/service';
import { describeError } from '@spanwise/host/logger';
import { OrganizationTurns } from '@spanwise/host/organization-turns';
import { InterruptibleSleep } from '@spanwise/host/interruptible-sleep';
import { Database } from '@spanwise/postgres/database';
import {
  dueOrganizations,
  nextDueInMs,
  OrganizationTransactions,
  type Turn,
} from '../../db/organization-transactions.js';
import { Pipeline } from './pipeline.js';
import { RecipientResolution } from './recipient-resolution.js';
import type { Attempted } from './send.js';
import { BLOCKED_PAUSE_MS, type Leased } from './take.js';

const POLL_MS = 1_000;
const MIN_PAUSE_MS = 5;
const RECORD_AGAIN_MS = 500;
const RECORD_LIMIT_MS = 60_000;
const ORGANIZATIONS_AT_ONCE = 8;
const BUDGET_MS = 10_000;
/** Deliveries of an organization under way at once: one that has much to say does not hold up the others. */
const DELIVERIES_PER_ORGANIZATION = 32;

/**
 * Sends what is in the outbox, at least once, with the same id at every attempt. Any number of workers may run: a lease
 * keeps them apart, and a fence keeps a worker that was paused from recording what another one has acknowledged.
 */
@Injectable()
export class DeliveryWorker {
  private stopping = false;
  private running: Promise<void> | undefined;
  private readonly rest = new InterruptibleSleep();
  private readonly underWay = new Map<string, Set<Promise<void>>>();
  private readonly turns: OrganizationTurns;

  constructor(
    private readonly database: Database,
    private readonly transactions: OrganizationTransactions,
    private readonly pipeline: Pipeline,
    private readonly resolution: RecipientResolution,
    private readonly host: Host,
  ) {
    const fault = 'deliveries of an organization wait for their next turn';
    const options = { loop: 'deliveries', fault, budgetMs: BUDGET_MS, atOnce: ORGANIZATIONS_AT_ONCE };
    this.turns = new OrganizationTurns(options, host);
  }

  start(): void {
    this.running = this.loop();
    this.host.shutdown.onStop('workers', 'deliveries', () => this.stop());
  }

  /** There is something new: a hint, since the poll finds it too. */
  wake(): void {
    this.rest.wake();
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
        this.host.logger.warn(describeError(error), 'delivery: worker failed');
        return false;
      });
      if (!worked && !this.stopping) await this.rest.wait(await this.untilDueMs());
    }
  }

  private async untilDueMs(): Promise<number> {
    const waitMs = await nextDueInMs(this.database).catch(() => undefined);
    if (waitMs === undefined) return POLL_MS;
    return waitMs <= 0 ? BLOCKED_PAUSE_MS : Math.min(Math.max(waitMs, MIN_PAUSE_MS), POLL_MS);
  }

  /** One pass over the organizations that have something due; true when anything was sent. */
  private async round(): Promise<boolean> {
    const due = await dueOrganizations(this.database, ORGANIZATIONS_AT_ONCE, this.turns.resting());
    let started = 0;
    await this.turns.round(due, async (id) => void (started += await this.startDue(this.transactions.turn(id))));
    return started > 0;
  }

  /** Starts what is due and does not wait for it: a receiver that hangs delays no other delivery. */
  private async startDue(turn: Turn): Promise<number> {
    await this.pipeline.escalate(turn);
    this.resolution.start(turn.organizationId, () => this.wake());
    const set = this.underWay.get(turn.organizationId) ?? new Set();
    const leased = await this.pipeline.take(turn, DELIVERIES_PER_ORGANIZATION - set.size);
    if (leased.length > 0) this.underWay.set(turn.organizationId, set);
    for (const one of leased) this.run(turn, set, one);
    return leased.length;
  }

  private run(turn: Turn, set: Set<Promise<void>>, leased: Leased): void {
    const work = this.pipeline
      .send(turn, leased)
      .then((attempted) => this.record(turn, attempted))
      // The lease runs out and another attempt follows.
      .catch((error: unknown) => this.host.logger.warn(describeError(error), 'delivery: failed to record an attempt'))
      .finally(() => {
        set.delete(work);
        if (set.size === 0) this.underWay.delete(turn.organizationId);
        this.wake();
      });
    set.add(work);
  }

  /**
   * What a receiver said must not be forgotten because the database is away for a moment: that would be one more send. Once
   * another worker may have taken the delivery over, the fence refuses what this one knows.
   */
  private async record(turn: Turn, attempted: Attempted): Promise<void> {
    const startedAt = performance.now();
    for (;;) {
      try {
        return await this.pipeline.record(turn, attempted);
      } catch (error) {
        if (this.stopping || performance.now() - startedAt > RECORD_LIMIT_MS) throw error;
        await new Promise((resolve) => setTimeout(resolve, RECORD_AGAIN_MS));
      }
    }
  }
}
