import { Inject, Injectable } from '@nestjs/common';
import { Bus } from '@spanwise/bus/bus';
import { alertProgress, type AlertProgress } from '@spanwise/contracts/alerting/measure';
import { ServiceError } from '@spanwise/contracts/base/errors';
import { logErrorTransitions, startInterval } from '@spanwise/host/intervals';
import { Host } from '@spanwise/host/service';
import { NotifyConfig } from '../../config.js';
import { OrganizationTransactions } from '../../db/organization-transactions.js';
import { SystemOrganization } from '../../platform/organizations/system-organization.js';
import { DeliveryWorker } from '../../delivery/pipeline/delivery-worker.js';
import { lateShards, type LateShards } from './platform-faults.js';
import { notePlatform } from './platform-incident.js';

const EVERY_MS = 2_000;

/** Looks at the installation and notifies its administrator of what is wrong (ALERT-140). Any number may run. */
@Injectable()
export class PlatformWatch {
  private readonly startedMicros = Date.now() * 1_000;
  private late: LateShards = new Map();

  constructor(
    @Inject(Bus) private readonly bus: Pick<Bus, 'rpc'>,
    private readonly transactions: OrganizationTransactions,
    private readonly system: SystemOrganization,
    private readonly worker: DeliveryWorker,
    private readonly config: NotifyConfig,
    private readonly host: Host,
  ) {}

  start(): void {
    const round = logErrorTransitions(this.host.logger, 'platform incidents: check failed', () => this.round());
    this.host.shutdown.onStop('workers', 'watch of the platform', startInterval(EVERY_MS, round));
  }

  async round(): Promise<void> {
    const organizationId = await this.system.id();
    if (organizationId === undefined) return;
    // The moment before the question: an answer says nothing of what came after.
    const nowMicros = Date.now() * 1_000;
    const progress = await this.progress();
    this.late = lateShards(nowMicros, progress, this.late);
    const seen = { nowMicros, progress, startedMicros: this.startedMicros, late: this.late };
    const { baseUrl } = this.config.values;
    await this.transactions.in(organizationId, (client) => notePlatform(client, organizationId, seen, baseUrl));
    this.worker.wake();
  }

  /** Undefined where apm does not answer. */
  private async progress(): Promise<AlertProgress | undefined> {
    try {
      return await this.bus.rpc.call(alertProgress, {});
    } catch (error) {
      if (error instanceof ServiceError && error.kind === 'unavailable') return undefined;
      throw error;
    }
  }
}
