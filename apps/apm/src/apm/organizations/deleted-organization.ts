import { Injectable } from '@nestjs/common';
import { Bus } from '@spanwise/bus/bus';
import { deletionOrders } from '@spanwise/bus/deletion-orders';
import { ANY_ORGANIZATION } from '@spanwise/contracts/log/log-message';
import type { DeletionOrder } from '@spanwise/contracts/iam/organization-deletions';
import { DELTA_PARTITIONS } from '@spanwise/contracts/log/projector';
import { Host } from '@spanwise/host/service';
import { RemovedFiles } from '@spanwise/object-store/removed-files';
import { OrganizationDeletions, type RemovalNotes, type RemovedData } from '@spanwise/postgres/deleted-organizations';
import { removeOrganizationRows } from '@spanwise/postgres/organization-rows';
import { partitionOf } from '@spanwise/span-model/delta-codec';
import { Database } from '@spanwise/postgres/database';
import { auditOutbox } from '../../platform/audit/audit-outbox.js';
import { forgetUnreadableBytes } from '../../rollups/rollups/delta-dead-letters.store.js';
import { Queries } from '../../query/query-engine/queries.js';
import { removeOrganizationFiles } from '../../store/segments/organization-files.js';
import { Segments } from '../../store/segments/segments.js';
import { forgetLostRanges } from './lost-ranges.store.js';

/** Records on their way to the audit log, which outlives the organization: the sender empties it. */
const KEPT = ['audit_outbox'];

/** Figures, catalogue, jobs and every file of a deleted organization. */
@Injectable()
export class DeletedOrganization {
  constructor(
    private readonly database: Database,
    private readonly segments: Segments,
    private readonly queries: Queries,
    private readonly bus: Bus,
    private readonly host: Host,
  ) {}

  start(): void {
    const orders = deletionOrders(this.bus.rpc);
    new OrganizationDeletions('apm', this.database.pool, orders, this.remove.bind(this), this.host).start();
  }

  /** Nothing is left only when nothing comes from the projector any more: until then deltas bring rows, and manifests files. */
  async remove(
    { organization_id: id, is_projected: isProjected }: DeletionOrder,
    note: RemovalNotes,
  ): Promise<RemovedData> {
    const { running } = this.queries.ports;
    for (const query of running.list(id)) running.cancel(query.id, id);
    const { rows, isEmpty } = await removeOrganizationRows(this.database.pool, id, { kept: KEPT, note: note.rows });
    const forgotten = await this.database.transaction({}, async (client) => {
      const ranges = await forgetLostRanges(client, id);
      if (ranges > 0) await note.rows(client, ranges);
      return ranges;
    });
    await this.database.transaction({ organizationId: ANY_ORGANIZATION }, (client) =>
      forgetUnreadableBytes(client, partitionOf(id, DELTA_PARTITIONS)),
    );
    await this.segments.store.mayDelete();
    await new RemovedFiles(this.segments.store).noteOrganization(id);
    const { files, isEmpty: areFilesGone } = await removeOrganizationFiles(this.segments.store, id, {
      note: note.file,
    });
    await this.segments.files.forget(id);
    const { marks, isAudited } = await this.forgetAudited(id, note);
    return { rows: rows + forgotten + marks, files, isEmpty: isProjected && isEmpty && areFilesGone && isAudited };
  }

  /** Once the audit log has every record of it. */
  private forgetAudited(id: string, note: RemovalNotes): Promise<{ marks: number; isAudited: boolean }> {
    return this.database.transaction({ organizationId: id }, async (client) => {
      const marks = await auditOutbox.forget(client, id);
      if (marks > 0) await note.rows(client, marks);
      return { marks, isAudited: !(await auditOutbox.knows(client, id)) };
    });
  }
}
