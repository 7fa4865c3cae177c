import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { OrganizationTurns } from '@spanwise/host/organization-turns';
import { Host } from '@spanwise/host/service';
import { OrganizationTransactions, within } from '../../db/organization-transactions.js';
import { DeliveryWorker } from '../../delivery/pipeline/delivery-worker.js';
import { Pipeline } from '../../delivery/pipeline/pipeline.js';
import { UnreachableMembers } from '../../oncall/schedules/unreachable-members.js';
import {
  enabledSchedules,
  findSchedule,
  lockSchedule,
  setNotified,
  type ScheduleRow,
} from '../../oncall/schedules/schedules.store.js';
import { membersOf } from '../../oncall/schedules/shifts.js';
import { coverageEvent } from './coverage-event.js';
import { coverageNews } from './coverage-news.js';

const EVERY_MS = 60_000;
const BUDGET_MS = 10_000;

/** Notifies of coming gaps and of unreachable members, each once (ALERT-65). */
@Injectable()
export class CoverageWatch {
  private readonly turns: OrganizationTurns;

  constructor(
    private readonly transactions: OrganizationTransactions,
    private readonly unreachable: UnreachableMembers,
    private readonly pipeline: Pipeline,
    private readonly worker: DeliveryWorker,
    host: Host,
  ) {
    const fault = 'the coverage of schedules is not watched';
    this.turns = new OrganizationTurns({ loop: 'schedule_coverage', fault, budgetMs: BUDGET_MS }, host);
  }

  start(): void {
    this.turns.start(EVERY_MS, 'coverage of schedules', () => this.round());
  }

  /** One pass over all organizations. */
  async round(nowMicros = Date.now() * 1_000): Promise<void> {
    await this.turns.round(await this.transactions.organizationIds(), (id) => this.organization(id, nowMicros));
  }

  /** One schedule that fails keeps no other from being looked at; its fault is that of the turn. */
  private async organization(organizationId: string, nowMicros: number): Promise<void> {
    const rows = await this.transactions.in(organizationId, (client) => enabledSchedules(client, organizationId));
    if (rows.length === 0) return;
    const members = [...new Set(rows.flatMap(({ definition }) => membersOf(definition)))];
    const unreachable = new Set(await this.unreachable.of(organizationId, members));
    const faults: unknown[] = [];
    for (const row of rows) {
      const own = membersOf(row.definition).filter((id) => unreachable.has(id));
      await this.look(row, own.sort(), nowMicros).catch((fault: unknown) => faults.push(fault));
    }
    if (faults.length > 0) throw faults[0];
  }

  private async look(row: ScheduleRow, unreachable: string[], nowMicros: number): Promise<void> {
    const { id, organization_id: organizationId } = row;
    if (!isToBeKept(row, unreachable, nowMicros)) return;
    const made = await this.transactions.in(organizationId, async (client) => {
      // Another process may have notified of it meanwhile, or a user changed the schedule.
      await lockSchedule(client, organizationId, id);
      const now = await findSchedule(client, organizationId, id);
      if (now === undefined || now.revision !== row.revision) return 0;
      const seen = { revision: now.revision, unreachable };
      const { notified, news } = coverageNews(now.definition, seen, now.notified, nowMicros);
      await setNotified(client, organizationId, id, notified);
      if (news === undefined) return 0;
      return this.pipeline.accept(within(organizationId, client), coverageEvent(now, news, nowMicros));
    });
    if (made > 0) this.worker.wake();
  }
}

/** Whether there is anything to notify of or to store. */
function isToBeKept(
  { definition, revision, notified }: ScheduleRow,
  unreachable: string[],
  nowMicros: number,
): boolean {
  const next = coverageNews(definition, { revision, unreachable }, notified, nowMicros);
  return !isDeepStrictEqual(next.notified, notified);
}
