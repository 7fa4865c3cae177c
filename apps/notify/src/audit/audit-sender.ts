import { Injectable } from '@nestjs/common';
import { Bus } from '@spanwise/bus/bus';
import { recordChange, type ChangeRecord } from '@spanwise/contracts/iam-audit';
import { describeError } from '@spanwise/host/logger';
import { Host } from '@spanwise/host/service';
import { poolOf } from '@spanwise/postgres/database';
import { DataSource } from 'typeorm';
import { lockOrganization, OrganizationTransactions } from '../db/organization-transactions.js';

const EVERY_MS = 1_000;
const ORGANIZATIONS_AT_ONCE = 20;
const RECORDS_AT_ONCE = 50;

/** Brings records of changes to iam, in their order, until iam has them: the same record twice is one record there. */
@Injectable()
export class AuditSender {
  private running = Promise.resolve();
  private busy = false;

  constructor(
    private readonly source: DataSource,
    private readonly transactions: OrganizationTransactions,
    private readonly bus: Bus,
    private readonly host: Host,
  ) {}

  start(): void {
    const timer = setInterval(() => {
      if (!this.busy) this.run();
    }, EVERY_MS);
    this.host.shutdown.onStop('workers', 'audit records', async () => {
      clearInterval(timer);
      await this.running;
    });
  }

  private run(): void {
    this.busy = true;
    this.running = this.sendWaiting()
      .catch((error: unknown) => this.host.logger.warn(describeError(error), 'audit records wait'))
      .finally(() => (this.busy = false));
  }

  private async sendWaiting(): Promise<void> {
    const { rows } = await poolOf(this.source).query<{ id: string }>(
      'select id from organizations where audit_waiting limit $1',
      [ORGANIZATIONS_AT_ONCE],
    );
    for (const { id } of rows) await this.sendOf(id);
  }

  private async sendOf(organizationId: string): Promise<void> {
    const records = await this.transactions.in(organizationId, async (client) => {
      const { rows } = await client.query<{ record: ChangeRecord }>(
        'select record from audit_outbox where organization_id = $1 order by id limit $2',
        [organizationId, RECORDS_AT_ONCE],
      );
      return rows.map(({ record }) => record);
    });
    for (const record of records) await this.bus.rpc.call(recordChange, record);
    await this.transactions.in(organizationId, async (client) => {
      await lockOrganization(client, organizationId);
      await client.query('delete from audit_outbox where organization_id = $1 and id = any($2)', [
        organizationId,
        records.map(({ id }) => id),
      ]);
      await client.query(
        `update organizations set audit_waiting = exists (select from audit_outbox where organization_id = $1) where id = $1`,
        [organizationId],
      );
    });
  }
}
