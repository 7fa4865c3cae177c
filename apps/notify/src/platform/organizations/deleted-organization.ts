import { Injectable } from '@nestjs/common';
import { Bus } from '@spanwise/bus/bus';
import { deletionOrders } from '@spanwise/bus/deletion-orders';
import type { DeletionOrder } from '@spanwise/contracts/iam/organization-deletions';
import { Host } from '@spanwise/host/service';
import { OrganizationDeletions, type RemovalNotes, type RemovedData } from '@spanwise/postgres/deleted-organizations';
import { removeOrganizationRows } from '@spanwise/postgres/organization-rows';
import { Database } from '@spanwise/postgres/database';
import { auditOutbox } from '../audit/audit-outbox.js';
import { OrganizationTransactions } from '../../db/organization-transactions.js';

/** Records on their way to the audit log, which outlives the organization: the sender empties it. */
const KEPT = ['audit_outbox'];

/** Connectors with their secrets, recipients, policies, and everything that was sent or waits. */
@Injectable()
export class DeletedOrganization {
  constructor(
    private readonly database: Database,
    private readonly transactions: OrganizationTransactions,
    private readonly bus: Bus,
    private readonly host: Host,
  ) {}

  start(): void {
    const orders = deletionOrders(this.bus.rpc);
    new OrganizationDeletions('notify', this.database.pool, orders, this.remove.bind(this), this.host).start();
  }

  async remove({ organization_id: id }: DeletionOrder, note: RemovalNotes): Promise<RemovedData> {
    const { rows, isEmpty } = await removeOrganizationRows(this.database.pool, id, { kept: KEPT, note: note.rows });
    if (!isEmpty) return { rows, files: 0, isEmpty };
    const last = await this.transactions.in(id, async (client) => {
      const removed = await auditOutbox.forget(client, id);
      if (removed > 0) await note.rows(client, removed);
      return removed;
    });
    const isLeft = await this.transactions.in(id, (client) => auditOutbox.knows(client, id));
    return { rows: rows + last, files: 0, isEmpty: !isLeft };
  }
}
