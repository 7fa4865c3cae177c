import { Injectable } from '@nestjs/common';
import type { PoolClient } from 'pg';
import { describeError } from '@spanwise/host/logger';
import { sayingFaultsOnce, startRounds } from '@spanwise/host/rounds';
import { Host } from '@spanwise/host/service';
import { NotifyConfig } from '../config.js';
import { OrganizationTransactions, within } from '../db/organization-transactions.js';
import { activeOfSchedule } from '../incidents/incidents.store.js';
import { isKnownEvent } from '../outbox/events.store.js';
import { DeliveryWorker } from '../pipeline/delivery-worker.js';
import { Pipeline } from '../pipeline/pipeline.js';
import { enabledSchedules, findSchedule, lockSchedule, type ScheduleRow } from '../schedules/schedules.store.js';
import { shiftEvent, shiftEventId, shiftNews, type ShiftNews } from './shift-events.js';

const EVERY_MS = 30_000;
/** Of an organization in one pass; the rest is there at the next one. */
const MAX_TOLD_AT_ONCE = 200;

/** Tells those whose shift begins or ends, each once (ALERT-142). Any number may run. */
@Injectable()
export class ShiftWatch {
  constructor(
    private readonly transactions: OrganizationTransactions,
    private readonly pipeline: Pipeline,
    private readonly worker: DeliveryWorker,
    private readonly config: NotifyConfig,
    private readonly host: Host,
  ) {}

  start(): void {
    const round = sayingFaultsOnce(this.host.logger, 'shifts are not told of', () => this.round());
    this.host.shutdown.onStop('workers', 'shifts of schedules', startRounds(EVERY_MS, round));
  }

  /** One pass over all organizations. A fault of one is said and keeps no other from its turn. */
  async round(nowMicros = Date.now() * 1_000): Promise<void> {
    for (const organizationId of await this.transactions.organizationIds()) {
      try {
        await this.organization(organizationId, nowMicros);
      } catch (error) {
        this.host.logger.warn(describeError(error), 'the shifts of an organization wait for their next turn');
      }
    }
  }

  private async organization(organizationId: string, nowMicros: number): Promise<void> {
    const untold = await this.transactions.in(organizationId, (client) => untoldOf(client, organizationId, nowMicros));
    for (const { row, news } of untold) {
      await this.transactions.in(organizationId, (client) => this.tell(client, row, news, nowMicros));
    }
    if (untold.length > 0) this.worker.wake();
  }

  /** The schedule as it is now: who has been taken out of it meanwhile is not told. */
  private async tell(
    client: PoolClient,
    { id, organization_id: organizationId }: ScheduleRow,
    news: ShiftNews,
    nowMicros: number,
  ): Promise<void> {
    await lockSchedule(client, organizationId, id);
    const row = await findSchedule(client, organizationId, id);
    if (row === undefined) return;
    const isStill = shiftNews(row.definition, nowMicros).some(
      (one) => one.userId === news.userId && shiftEventId(id, one) === shiftEventId(id, news),
    );
    if (!isStill) return;
    const active = await activeOfSchedule(client, organizationId, id);
    const told = { baseUrl: this.config.values.baseUrl, nowMicros };
    await this.pipeline.accept(within(organizationId, client), shiftEvent(row, news, active, told));
  }
}

async function untoldOf(
  client: PoolClient,
  organizationId: string,
  nowMicros: number,
): Promise<{ row: ScheduleRow; news: ShiftNews }[]> {
  const untold: { row: ScheduleRow; news: ShiftNews }[] = [];
  for (const row of await enabledSchedules(client, organizationId)) {
    for (const news of shiftNews(row.definition, nowMicros)) {
      if (!(await isKnownEvent(client, organizationId, shiftEventId(row.id, news)))) untold.push({ row, news });
      if (untold.length === MAX_TOLD_AT_ONCE) return untold;
    }
  }
  return untold;
}
