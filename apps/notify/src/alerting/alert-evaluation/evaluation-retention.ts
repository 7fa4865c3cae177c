import { Injectable } from '@nestjs/common';
import { OrganizationTurns, type Turn } from '@spanwise/host/organization-turns';
import { Host } from '@spanwise/host/service';
import { OrganizationTransactions } from '../../db/organization-transactions.js';
import { removeOldFaults } from '../../platform/faults/faults.store.js';
import { removeOldEvaluations } from './steps.store.js';

const EVERY_MS = 3_600_000;
/** Evaluated steps are kept for a week (ALERT-4). */
export const KEPT_STEPS_MS = 7 * 24 * 3_600_000;
/** Of one organization, until others have had their turn. */
const BUDGET_MS = 10_000;
/** One statement removes at most this many rows, so that it never holds a lock for long. */
const BATCH = 1_000;

/** Removes evaluated steps that are older than that. */
@Injectable()
export class EvaluationRetention {
  private readonly turns: OrganizationTurns;

  constructor(
    private readonly transactions: OrganizationTransactions,
    host: Host,
  ) {
    const fault = 'old steps of alert rules could not be removed';
    this.turns = new OrganizationTurns({ loop: 'evaluation_retention', fault, budgetMs: BUDGET_MS }, host);
  }

  start(): void {
    this.turns.start(EVERY_MS, 'evaluation retention', () => this.sweep());
  }

  /** One pass over all organizations. */
  async sweep(): Promise<void> {
    await this.turns.round(await this.transactions.organizationIds(), (id, turn) => this.organization(id, turn));
  }

  /** Whether something is left. */
  private async organization(id: string, turn: Turn): Promise<boolean> {
    const removeSome = () =>
      this.transactions.in(id, (client) => removeOldEvaluations(client, id, KEPT_STEPS_MS, BATCH));
    while ((await removeSome()) === BATCH) if (turn.isOver()) return true;
    await this.transactions.in(id, (client) => removeOldFaults(client, id));
    return false;
  }
}
