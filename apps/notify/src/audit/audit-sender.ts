import { Injectable } from '@nestjs/common';
import { Bus } from '@spanwise/bus/bus';
import { recordChange } from '@spanwise/contracts/iam-audit';
import { sayingFaultsOnce, startRounds } from '@spanwise/host/rounds';
import { Host } from '@spanwise/host/service';
import { DataSource } from 'typeorm';
import { OrganizationTransactions } from '../db/organization-transactions.js';
import { oldestRecords, removeRecords, waitingOrganizations } from './audit-outbox.store.js';

const EVERY_MS = 1_000;
const ORGANIZATIONS_AT_ONCE = 20;
const RECORDS_AT_ONCE = 50;

/** Brings records of changes to iam, in their order, until iam has them: the same record twice is one record there. */
@Injectable()
export class AuditSender {
  constructor(
    private readonly source: DataSource,
    private readonly transactions: OrganizationTransactions,
    private readonly bus: Bus,
    private readonly host: Host,
  ) {}

  start(): void {
    const round = sayingFaultsOnce(this.host.logger, 'audit records wait', () => this.sendWaiting());
    this.host.shutdown.onStop('workers', 'audit records', startRounds(EVERY_MS, round));
  }

  private async sendWaiting(): Promise<void> {
    for (const id of await waitingOrganizations(this.source, ORGANIZATIONS_AT_ONCE)) await this.sendOf(id);
  }

  private async sendOf(organizationId: string): Promise<void> {
    const records = await this.transactions.in(organizationId, (client) =>
      oldestRecords(client, organizationId, RECORDS_AT_ONCE),
    );
    for (const record of records) await this.bus.rpc.call(recordChange, record);
    const ids = records.map(({ id }) => id);
    await this.transactions.in(organizationId, (client) => removeRecords(client, organizationId, ids));
  }
}
