import { Injectable } from '@nestjs/common';
import { sayingFaultsOnce, startRounds } from '@spanwise/host/rounds';
import { Host } from '@spanwise/host/service';
import { OrganizationTransactions } from '../db/organization-transactions.js';
import { removeOldEvaluations } from './steps.store.js';

const EVERY_MS = 3_600_000;
/** Judged steps are told of for a week (ALERT-4). */
export const KEPT_STEPS_MS = 7 * 24 * 3_600_000;
/** One statement removes at most this many rows, so that it never holds a lock for long. */
const BATCH = 1_000;

/** Removes judged steps that are older than is told of. */
@Injectable()
export class EvaluationRetention {
  constructor(
    private readonly transactions: OrganizationTransactions,
    private readonly host: Host,
  ) {}

  start(): void {
    const sweep = sayingFaultsOnce(this.host.logger, 'old steps of alert rules could not be removed', () =>
      this.sweep(),
    );
    this.host.shutdown.onStop('workers', 'evaluation retention', startRounds(EVERY_MS, sweep));
  }

  /** One pass over all organizations. */
  async sweep(): Promise<void> {
    for (const id of await this.transactions.organizationIds()) {
      const removeSome = () =>
        this.transactions.in(id, (client) => removeOldEvaluations(client, id, KEPT_STEPS_MS, BATCH));
      while ((await removeSome()) === BATCH);
    }
  }
}
