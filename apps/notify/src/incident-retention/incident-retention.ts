import { Injectable } from '@nestjs/common';
import { describeError } from '@spanwise/host/logger';
import { sayingFaultsOnce, startRounds } from '@spanwise/host/rounds';
import { Host } from '@spanwise/host/service';
import type { PoolClient } from 'pg';
import { KEPT_STEPS_MS } from '../alert-evaluation/evaluation-retention.js';
import { NotifyConfig } from '../config.js';
import { OrganizationTransactions } from '../db/organization-transactions.js';
import {
  noteEndedVersions,
  removeEmptyGroups,
  removeOldIncidents,
  removeOldVersions,
} from './incident-retention.store.js';
import { RetentionMetrics, type RemovedKind } from './retention-metrics.js';

const EVERY_MS = 3_600_000;
/** Of one transaction: an incident has a timeline of its own, and a step that is judged meanwhile must not wait. */
const BATCH = 200;

/** Ends incidents that are over for long, and versions of rules that nothing is of (ALERT-143). Any number may run. */
@Injectable()
export class IncidentRetention {
  private readonly retentionMs: number;
  private readonly metrics: RetentionMetrics;

  constructor(
    private readonly transactions: OrganizationTransactions,
    config: NotifyConfig,
    private readonly host: Host,
  ) {
    this.retentionMs = config.values.incidentRetentionMs;
    this.metrics = new RetentionMetrics(host.registry);
  }

  start(): void {
    const sweep = sayingFaultsOnce(this.host.logger, 'old incidents could not be removed', () => this.sweep());
    this.host.shutdown.onStop('workers', 'incident retention', startRounds(EVERY_MS, sweep));
  }

  /** One pass over all organizations. A fault of one is said and keeps no other from its turn. */
  async sweep(): Promise<void> {
    for (const organizationId of await this.transactions.organizationIds()) {
      try {
        await this.organization(organizationId);
      } catch (error) {
        this.host.logger.warn(describeError(error), 'old incidents of an organization wait for their next turn');
      }
    }
  }

  private async organization(id: string): Promise<void> {
    await this.inBatches(id, 'incident', (client) => removeOldIncidents(client, id, this.retentionMs, BATCH));
    await this.inBatches(id, 'group', (client) => removeEmptyGroups(client, id, this.retentionMs, BATCH));
    await this.inBatches(id, undefined, (client) => noteEndedVersions(client, id, BATCH));
    // Steps tell of the version that they were judged by for as long as they are kept.
    await this.inBatches(id, 'rule_version', (client) => removeOldVersions(client, id, KEPT_STEPS_MS, BATCH));
  }

  /** Each batch is a transaction. `kind`: undefined for what is not removed. */
  private async inBatches(
    organizationId: string,
    kind: RemovedKind | undefined,
    work: (client: PoolClient) => Promise<number>,
  ): Promise<void> {
    for (let done = BATCH; done === BATCH;) {
      done = await this.transactions.in(organizationId, work);
      if (kind !== undefined) this.metrics.noteRemoved(kind, done);
    }
  }
}
