import { Injectable } from '@nestjs/common';
import type { PoolClient } from 'pg';
import { OrganizationTurns } from '@spanwise/host/organization-turns';
import { Host } from '@spanwise/host/service';
import { NotifyConfig } from '../../config.js';
import { OrganizationTransactions, within } from '../../db/organization-transactions.js';
import { activeOfSchedule } from '../incidents/incidents.store.js';
import { isKnownEvent } from '../../channels/outbox/events.store.js';
import { DeliveryWorker } from '../../delivery/pipeline/delivery-worker.js';
import { Pipeline } from '../../delivery/pipeline/pipeline.js';
import {
  enabledSchedules,
  findSchedule,
  lockSchedule,
  type ScheduleRow,
} from '../../oncall/schedules/schedules.store.js';
import { shiftEvent, shiftEventId, shiftNews, type ShiftNews } from './shift-events.js';

const EVERY_MS = 30_000;
const BUDGET_MS = 10_000;
/** Of an organization in one pass; the rest is there at the next one. */
const MAX_NOTIFIED_AT_ONCE = 200;

/** Notifies those whose shift begins or ends, each once (ALERT-142). Any number may run. */
@Injectable()
export class ShiftWatch {
  private readonly turns: OrganizationTurns;

  constructor(
    private readonly transactions: OrganizationTransactions,
    private readonly pipeline: Pipeline,
    private readonly worker: DeliveryWorker,
    private readonly config: NotifyConfig,
    host: Host,
  ) {
    const fault = 'notifications of shifts wait for their next turn';
    this.turns = new OrganizationTurns({ loop: 'schedule_shifts', fault, budgetMs: BUDGET_MS }, host);
  }

  start(): void {
    this.turns.start(EVERY_MS, 'shifts of schedules', () => this.round());
  }

  /** One pass over all organizations. */
  async round(nowMicros = Date.now() * 1_000): Promise<void> {
    await this.turns.round(await this.transactions.organizationIds(), (id) => this.organization(id, nowMicros));
  }

  /** A shift whose notification fails does not stop the others; its error is the error of the turn. */
  private async organization(organizationId: string, nowMicros: number): Promise<void> {
    const unsent = await this.transactions.in(organizationId, (client) =>
      notNotifiedOf(client, organizationId, nowMicros),
    );
    const faults: unknown[] = [];
    for (const { row, news } of unsent) {
      await this.transactions
        .in(organizationId, (client) => this.notify(client, row, news, nowMicros))
        .catch((fault: unknown) => faults.push(fault));
    }
    if (unsent.length > 0) this.worker.wake();
    if (faults.length > 0) throw faults[0];
  }

  /** The schedule as it is now: who has been taken out of it meanwhile is not notified. */
  private async notify(
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
    const event = { baseUrl: this.config.values.baseUrl, nowMicros };
    await this.pipeline.accept(within(organizationId, client), shiftEvent(row, news, active, event));
  }
}

async function notNotifiedOf(
  client: PoolClient,
  organizationId: string,
  nowMicros: number,
): Promise<{ row: ScheduleRow; news: ShiftNews }[]> {
  const unsent: { row: ScheduleRow; news: ShiftNews }[] = [];
  for (const row of await enabledSchedules(client, organizationId)) {
    for (const news of shiftNews(row.definition, nowMicros)) {
      if (!(await isKnownEvent(client, organizationId, shiftEventId(row.id, news)))) unsent.push({ row, news });
      if (unsent.length === MAX_NOTIFIED_AT_ONCE) return unsent;
    }
  }
  return unsent;
}
