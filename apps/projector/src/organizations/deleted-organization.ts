import { Injectable } from '@nestjs/common';
import { Bus } from '@spanwise/bus/bus';
import { deletionOrders } from '@spanwise/bus/deletion-orders';
import type { DeletionOrder } from '@spanwise/contracts/iam/organization-deletions';
import { Host } from '@spanwise/host/service';
import { OrganizationDeletions, type RemovalNotes, type RemovedData } from '@spanwise/postgres/deleted-organizations';
import { removeOrganizationRows } from '@spanwise/postgres/organization-rows';
import { ReaderPool } from '../reader-pool.js';
import { Shards } from '../shard/shards.js';
import { WriterPool } from '../writer-pool.js';
import { Passing } from './passing.js';

/**
 * Ledger and dead letters of a deleted organization, and what of it is on its way from the log to apm. From the moment that
 * the order is known here, whatever the log brings of the organization is dropped, for ever.
 */
@Injectable()
export class DeletedOrganization {
  private readonly passing = new Map<string, Passing>();

  constructor(
    private readonly reader: ReaderPool,
    private readonly writer: WriterPool,
    private readonly shards: Shards,
    private readonly bus: Bus,
    private readonly host: Host,
  ) {}

  start(): void {
    const orders = deletionOrders(this.bus.rpc);
    new OrganizationDeletions('projector', this.reader.pool, orders, this.remove.bind(this), this.host).start();
  }

  async remove({ organization_id: id, is_quiet: isQuiet }: DeletionOrder, note: RemovalNotes): Promise<RemovedData> {
    const { rows } = await removeOrganizationRows(this.reader.pool, id, { note: note.rows });
    if (!isQuiet || !(await this.hasPassed(id))) return { rows, files: 0, isEmpty: false };
    this.passing.delete(id);
    // What was processed before the order was known has been committed by now.
    const rest = await removeOrganizationRows(this.reader.pool, id, { note: note.rows });
    return { rows: rows + rest.rows, files: 0, isEmpty: rest.isEmpty };
  }

  /** A restart begins again, with what the log holds then. */
  private async hasPassed(id: string): Promise<boolean> {
    let passing = this.passing.get(id);
    if (passing === undefined) {
      const manager = await this.bus.connection.jetstreamManager({ checkAPI: false });
      const shards = this.shards.all.map(({ number }) => number);
      this.passing.set(id, (passing = await Passing.begin(this.writer.pool, manager, shards)));
    }
    return passing.isOver();
  }
}
