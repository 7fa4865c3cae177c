import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { sayingFaultsOnce, startRounds } from '@spanwise/host/rounds';
import { Host } from '@spanwise/host/service';
import { OrganizationTransactions, within } from '../db/organization-transactions.js';
import { DeliveryWorker } from '../pipeline/delivery-worker.js';
import { Pipeline } from '../pipeline/pipeline.js';
import { ScheduleGaps } from '../schedules/schedule-gaps.js';
import {
  enabledSchedules,
  findSchedule,
  lockSchedule,
  setTold,
  type ScheduleRow,
} from '../schedules/schedules.store.js';
import { membersOf } from '../schedules/shifts.js';
import { coverageEvent } from './coverage-event.js';
import { coverageNews } from './coverage-news.js';

const EVERY_MS = 60_000;

/** Tells of gaps to come and of members whom nothing would reach, each once (ALERT-65). */
@Injectable()
export class CoverageWatch {
  constructor(
    private readonly transactions: OrganizationTransactions,
    private readonly schedules: ScheduleGaps,
    private readonly pipeline: Pipeline,
    private readonly worker: DeliveryWorker,
    private readonly host: Host,
  ) {}

  start(): void {
    const round = sayingFaultsOnce(this.host.logger, 'coverage of schedules is not watched', () => this.round());
    this.host.shutdown.onStop('workers', 'coverage of schedules', startRounds(EVERY_MS, round));
  }

  /** One pass over all organizations. */
  async round(nowMicros = Date.now() * 1_000): Promise<void> {
    for (const organizationId of await this.transactions.organizationIds()) {
      const rows = await this.transactions.in(organizationId, (client) => enabledSchedules(client, organizationId));
      if (rows.length === 0) continue;
      const members = [...new Set(rows.flatMap(({ definition }) => membersOf(definition)))];
      const unreachable = new Set(await this.schedules.unreachable(organizationId, members));
      for (const row of rows) {
        const own = membersOf(row.definition).filter((id) => unreachable.has(id));
        await this.look(row, own.sort(), nowMicros);
      }
    }
  }

  private async look(row: ScheduleRow, unreachable: string[], nowMicros: number): Promise<void> {
    const { id, organization_id: organizationId } = row;
    if (!isToBeKept(row, unreachable, nowMicros)) return;
    const made = await this.transactions.in(organizationId, async (client) => {
      // Another process may have told it meanwhile, or somebody changed the schedule.
      await lockSchedule(client, organizationId, id);
      const now = await findSchedule(client, organizationId, id);
      if (now === undefined || now.revision !== row.revision) return 0;
      const seen = { revision: now.revision, unreachable };
      const { told, news } = coverageNews(now.definition, seen, now.told, nowMicros);
      await setTold(client, organizationId, id, told);
      if (news === undefined) return 0;
      return this.pipeline.accept(within(organizationId, client), coverageEvent(now, news, nowMicros));
    });
    if (made > 0) this.worker.wake();
  }
}

/** Whether there is anything to tell or to remember. */
function isToBeKept({ definition, revision, told }: ScheduleRow, unreachable: string[], nowMicros: number): boolean {
  const next = coverageNews(definition, { revision, unreachable }, told, nowMicros);
  return !isDeepStrictEqual(next.told, told);
}
