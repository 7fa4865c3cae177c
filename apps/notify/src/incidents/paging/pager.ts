import { Injectable } from '@nestjs/common';
import { describeError } from '@spanwise/host/logger';
import { OrganizationTurns, type Turn } from '@spanwise/host/organization-turns';
import { Host } from '@spanwise/host/service';
import { dueSteps, noteNextPage, type DueStep } from '../page-queue/pages.store.js';
import { NotifyConfig } from '../../config.js';
import { OrganizationTransactions } from '../../db/organization-transactions.js';
import { changeIncidents } from '../incidents/incident-lifecycle.js';
import { silencesOf } from '../incidents/silenced.js';
import { DeliveryWorker } from '../../delivery/pipeline/delivery-worker.js';
import type { Team, TeamMembers } from '../../routing/policies/resolvers.js';
import { TeamDirectory } from '../../routing/policies/team-directory.js';
import type { PoolClient } from 'pg';
import { pageStep } from './page-step.js';

const EVERY_MS = 1_000;
/** Of one look. */
const ORGANIZATIONS_AT_ONCE = 32;
const AT_ONCE = 2;
const BUDGET_MS = 10_000;
/** Of one organization in one look, so that none keeps others waiting. */
const STEPS_AT_ONCE = 200;

/** Pages the users whom a step of an escalation policy names, once the step is due (ALERT-82). Any number may run. */
@Injectable()
export class Pager {
  private readonly turns: OrganizationTurns;

  constructor(
    private readonly transactions: OrganizationTransactions,
    private readonly directory: TeamDirectory,
    private readonly worker: DeliveryWorker,
    private readonly config: NotifyConfig,
    private readonly host: Host,
  ) {
    const fault = 'the pages of an organization wait for their next turn';
    this.turns = new OrganizationTurns({ loop: 'pages', fault, budgetMs: BUDGET_MS, atOnce: AT_ONCE }, host);
  }

  start(): void {
    this.turns.start(EVERY_MS, 'pages', () => this.round());
  }

  /** What is due of every organization, but of those that have failed just now. */
  async round(at = new Date()): Promise<void> {
    const due = await this.transactions.organizationsWithPages(at, ORGANIZATIONS_AT_ONCE, this.turns.resting());
    await this.turns.round(due, (id, turn) => this.organization(id, at, turn));
  }

  private async organization(organizationId: string, at: Date, turn: Turn): Promise<void> {
    await this.flushGroups(organizationId, at);
    const due = await this.transactions.in(organizationId, (client) =>
      dueSteps(client, organizationId, at, STEPS_AT_ONCE),
    );
    const teams = await this.teamsOf(organizationId, due);
    const { baseUrl } = this.config.values;
    for (const step of due) {
      if (turn.isOver()) break;
      // A step whose members are not known yet waits for them; others do not wait with it.
      if (!teamIds([step]).every((id) => teams.has(id))) continue;
      try {
        await this.transactions.in(organizationId, (client) =>
          pageStep(client, organizationId, step, { baseUrl, teams, at }),
        );
      } catch (error) {
        this.host.logger.warn(describeError(error), 'pager: escalation step postponed');
      }
      this.worker.wake();
    }
    await this.transactions.in(organizationId, (client) => noteNextPage(client, organizationId));
  }

  /** Steps of escalations do not wait for a group that fails. */
  private async flushGroups(organizationId: string, at: Date): Promise<void> {
    try {
      await this.transactions.in(organizationId, (client) => this.groups(client, organizationId, at));
    } catch (error) {
      this.host.logger.warn(describeError(error), 'pager: incident groups postponed');
    }
  }

  /** What has waited for others of its group is notified; a kill before the commit leaves it due. */
  private async groups(client: PoolClient, organizationId: string, at: Date): Promise<void> {
    const atMicros = at.getTime() * 1_000;
    const { baseUrl } = this.config.values;
    const tools = { baseUrl, suppressionFor: await silencesOf(client, organizationId, atMicros) };
    await changeIncidents(client, organizationId, tools, (incidents) => incidents.flushGroups(), atMicros);
    this.worker.wake();
  }

  /** Teams that iam does not know have no members; those of which it says nothing are left out. */
  private async teamsOf(organizationId: string, due: readonly DueStep[]): Promise<TeamMembers> {
    const found = new Map<string, Team>();
    for (const id of teamIds(due)) {
      try {
        found.set(id, await this.directory.teamOf(organizationId, id));
      } catch (error) {
        this.host.logger.warn(describeError(error), 'pager: failed to resolve a team');
      }
    }
    return found;
  }
}

const teamIds = (due: readonly DueStep[]): string[] => [
  ...new Set(due.flatMap(({ targets }) => targets).flatMap((key) => (key.startsWith('team:') ? [key.slice(5)] : []))),
];
