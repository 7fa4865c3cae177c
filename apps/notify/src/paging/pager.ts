import { Injectable } from '@nestjs/common';
import { describeError } from '@spanwise/host/logger';
import { sayingFaultsOnce, startRounds } from '@spanwise/host/rounds';
import { Host } from '@spanwise/host/service';
import { dueSteps, noteNextPage, type DueStep } from '../alert-escalations/pages.store.js';
import { NotifyConfig } from '../config.js';
import { OrganizationTransactions } from '../db/organization-transactions.js';
import { changeIncidents } from '../incidents/incident-lifecycle.js';
import { silencesOf } from '../incidents/silenced.js';
import { DeliveryWorker } from '../pipeline/delivery-worker.js';
import type { Team, TeamMembers } from '../policies/resolvers.js';
import { TeamDirectory } from '../policies/team-directory.js';
import type { PoolClient } from 'pg';
import { pageStep } from './page-step.js';

const EVERY_MS = 1_000;
const ORGANIZATIONS_AT_ONCE = 32;
/** Of one organization in one look, so that none keeps others waiting. */
const STEPS_AT_ONCE = 200;

/** Pages whoever a step of an escalation policy names, once the step is due (ALERT-82). Any number may run. */
@Injectable()
export class Pager {
  constructor(
    private readonly transactions: OrganizationTransactions,
    private readonly directory: TeamDirectory,
    private readonly worker: DeliveryWorker,
    private readonly config: NotifyConfig,
    private readonly host: Host,
  ) {}

  start(): void {
    const round = sayingFaultsOnce(this.host.logger, 'nobody can be paged', () => this.round());
    this.host.shutdown.onStop('workers', 'pages', startRounds(EVERY_MS, round));
  }

  /** What is due of every organization. A fault of one is said and keeps no other from its turn. */
  async round(at = new Date()): Promise<void> {
    for (const organizationId of await this.transactions.organizationsWithPages(at, ORGANIZATIONS_AT_ONCE)) {
      try {
        await this.organization(organizationId, at);
      } catch (error) {
        this.host.logger.warn(describeError(error), 'the pages of an organization wait for their next turn');
      }
    }
  }

  private async organization(organizationId: string, at: Date): Promise<void> {
    await this.transactions.in(organizationId, (client) => this.groups(client, organizationId, at));
    const due = await this.transactions.in(organizationId, (client) =>
      dueSteps(client, organizationId, at, STEPS_AT_ONCE),
    );
    const teams = await this.teamsOf(organizationId, due);
    const { baseUrl } = this.config.values;
    for (const step of due) {
      // Whose members nobody knows at the moment waits for them; others do not wait with it.
      if (!teamIds([step]).every((id) => teams.has(id))) continue;
      try {
        await this.transactions.in(organizationId, (client) =>
          pageStep(client, organizationId, step, { baseUrl, teams, at }),
        );
      } catch (error) {
        this.host.logger.warn(describeError(error), 'a step of an escalation waits for its next turn');
      }
      this.worker.wake();
    }
    await this.transactions.in(organizationId, (client) => noteNextPage(client, organizationId));
  }

  /** What has waited for others of its group is told; a kill before the commit leaves it due. */
  private async groups(client: PoolClient, organizationId: string, at: Date): Promise<void> {
    const atMicros = at.getTime() * 1_000;
    const { baseUrl } = this.config.values;
    const tools = { baseUrl, quietOf: await silencesOf(client, organizationId, atMicros) };
    await changeIncidents(client, organizationId, tools, (incidents) => incidents.tellGroups(), atMicros);
    this.worker.wake();
  }

  /** Teams that iam does not know have nobody; those of which it says nothing are left out. */
  private async teamsOf(organizationId: string, due: readonly DueStep[]): Promise<TeamMembers> {
    const found = new Map<string, Team>();
    for (const id of teamIds(due)) {
      try {
        found.set(id, await this.directory.teamOf(organizationId, id));
      } catch (error) {
        this.host.logger.warn(describeError(error), 'the members of a team that is to be paged are not known');
      }
    }
    return found;
  }
}

const teamIds = (due: readonly DueStep[]): string[] => [
  ...new Set(due.flatMap(({ targets }) => targets).flatMap((key) => (key.startsWith('team:') ? [key.slice(5)] : []))),
];
