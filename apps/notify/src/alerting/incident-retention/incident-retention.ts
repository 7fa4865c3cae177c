import { Injectable } from '@nestjs/common';
import { OrganizationTurns, type Turn } from '@spanwise/host/organization-turns';
import { Host } from '@spanwise/host/service';
import type { PoolClient } from 'pg';
import { KEPT_STEPS_MS } from '../alert-evaluation/evaluation-retention.js';
import { NotifyConfig } from '../../config.js';
import { OrganizationTransactions } from '../../db/organization-transactions.js';
import {
  noteEndedVersions,
  removeEmptyGroups,
  removeOldIncidents,
  removeOldVersions,
} from './incident-retention.store.js';
import { RetentionMetrics, type RemovedKind } from './retention-metrics.js';

const EVERY_MS = 3_600_000;
/** Of one organization, until others have had their turn. */
const BUDGET_MS = 10_000;
/** Of one transaction: an incident has a timeline of its own, and a step that is evaluated meanwhile must not wait. */
const BATCH = 200;

/** Ends incidents that are over for long, and versions of rules that nothing is of (ALERT-143). Any number may run. */
@Injectable()
export class IncidentRetention {
  private readonly retentionMs: number;
  private readonly metrics: RetentionMetrics;
  private readonly turns: OrganizationTurns;

  constructor(
    private readonly transactions: OrganizationTransactions,
    config: NotifyConfig,
    host: Host,
  ) {
    this.retentionMs = config.values.incidentRetentionMs;
    this.metrics = new RetentionMetrics(host.registry);
    const fault = 'old incidents could not be removed';
    this.turns = new OrganizationTurns({ loop: 'incident_retention', fault, budgetMs: BUDGET_MS }, host);
  }

  start(): void {
    this.turns.start(EVERY_MS, 'incident retention', () => this.sweep());
  }

  /** One pass over all organizations. */
  async sweep(): Promise<void> {
    await this.turns.round(await this.transactions.organizationIds(), (id, turn) => this.organization(id, turn));
  }

  /** Whether something is left. */
  private async organization(id: string, turn: Turn): Promise<boolean> {
    for (const [kind, work] of this.removals(id)) if (!(await this.inBatches(id, turn, kind, work))) return true;
    return false;
  }

  /** `undefined`: nothing is removed. */
  private removals(id: string): [RemovedKind | undefined, (client: PoolClient) => Promise<number>][] {
    return [
      ['incident', (client) => removeOldIncidents(client, id, this.retentionMs, BATCH)],
      ['group', (client) => removeEmptyGroups(client, id, this.retentionMs, BATCH)],
      [undefined, (client) => noteEndedVersions(client, id, BATCH)],
      // Steps refer to the version that they were evaluated by for as long as they are kept.
      ['rule_version', (client) => removeOldVersions(client, id, KEPT_STEPS_MS, BATCH)],
    ];
  }

  /** Each batch is a transaction. False where time was over first. */
  private async inBatches(
    organizationId: string,
    turn: Turn,
    kind: RemovedKind | undefined,
    work: (client: PoolClient) => Promise<number>,
  ): Promise<boolean> {
    for (;;) {
      const done = await this.transactions.in(organizationId, work);
      if (kind !== undefined) this.metrics.noteRemoved(kind, done);
      if (done < BATCH) return true;
      if (turn.isOver()) return false;
    }
  }
}
