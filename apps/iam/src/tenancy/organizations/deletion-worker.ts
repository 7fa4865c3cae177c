import { Injectable } from '@nestjs/common';
import type { DeletionOrder } from '@spanwise/contracts/iam/organization-deletions';
import { OrganizationTurns } from '@spanwise/host/organization-turns';
import { Host } from '@spanwise/host/service';
import { removeOrganizationRows, type NoteRows } from '@spanwise/postgres/organization-rows';
import { Database } from '@spanwise/postgres/database';
import { Scopes } from '../../db/scopes.js';
import { watchDeletions } from './deletion-metrics.js';
import { addRemovedRows, ordersDue, readRemovedRows, removeOrganization } from './deletions.store.js';
import { recordDeletedPart } from './deletions.js';
import { removeFromOthers, removeUnownedAccounts } from './deletion-remains.store.js';

const POLL_MS = 2_000;
/** A removal ends by itself after 20 s. */
const TURNS = { loop: 'deletions', fault: 'deletions: organization failed', budgetMs: 60_000 };
/** The log of what was done is kept as long as that of any organization. */
const KEPT = ['audit_log', 'audit_heads', 'audit_personal'];

/** iam's own part of the deletions: what it removes in one round is gone, whatever ends it then. */
@Injectable()
export class DeletionWorker {
  private readonly turns: OrganizationTurns;

  constructor(
    private readonly database: Database,
    private readonly scopes: Scopes,
    private readonly host: Host,
  ) {
    this.turns = new OrganizationTurns(TURNS, host);
  }

  start(): void {
    watchDeletions(this.host.registry, this.database);
    this.turns.start(POLL_MS, 'deletions of organizations', () => this.round());
  }

  private async round(): Promise<void> {
    const asked = { service: 'iam' as const, known_until_micros: Number.MAX_SAFE_INTEGER, unfinished: [] };
    const orders = await ordersDue(this.database.pool, asked);
    const byId = new Map(orders.map((order) => [order.organization_id, order]));
    await this.turns.round([...byId.keys()], (id) => this.workOff(byId.get(id)!));
  }

  private async workOff({ organization_id: id, is_quiet: isQuiet }: DeletionOrder): Promise<void> {
    const pool = this.database.pool;
    // Who was a member is needed until it is known which accounts go.
    const note: NoteRows = (client, removed) => addRemovedRows(client, id, removed);
    const most = await removeOrganizationRows(pool, id, { kept: [...KEPT, 'memberships'], note });
    let rows = 0;
    let isDone = false;
    if (most.isEmpty) {
      rows += await removeUnownedAccounts(this.scopes, id);
      const rest = await removeOrganizationRows(pool, id, { kept: KEPT, note });
      isDone = rest.isEmpty && isQuiet;
    }
    // What others gave to it is not usable meanwhile: one look through all of them is enough.
    if (isDone) rows += await removeFromOthers(this.scopes, id);
    await this.scopes.in({}, async (client) => {
      if (isDone) rows += await removeOrganization(client, id);
      await addRemovedRows(client, id, rows);
    });
    if (!isDone) return;
    const removed = await this.scopes.in({}, (client) => readRemovedRows(client, id));
    await recordDeletedPart(this.scopes, {
      organization_id: id,
      service: 'iam',
      rows: removed,
      files: 0,
    });
  }
}
