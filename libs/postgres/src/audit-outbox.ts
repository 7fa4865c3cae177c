/**
 * Changes that the organization's audit log has to record, kept with the change itself until iam has them (ACCESS-13). A
 * service that uses it has the table `audit_outbox` and a table of ids of organizations that says which of them wait.
 */
import type { Pool, PoolClient } from 'pg';
import type { ChangeRecord } from '@spanwise/contracts/iam/audit';
import type { IamContext } from '@spanwise/contracts/authz/iam-context';
import { uuidv7 } from '@spanwise/contracts/base/uuid';
import { currentScope } from '@spanwise/host/request-scope';
import { OrganizationTurns, type Turn } from '@spanwise/host/organization-turns';
import type { Host } from '@spanwise/host/service';
import { storableJson } from '@spanwise/contracts/base/storable-text';
import { translateFaults } from './availability.js';
import { protectTable } from './row-security.js';
import { inTransaction } from './transaction.js';

const EVERY_MS = 1_000;
const ORGANIZATIONS_AT_ONCE = 20;
const RECORDS_AT_ONCE = 50;
const TURNS = { loop: 'audit_records', fault: 'audit: records of an organization failed', budgetMs: 10_000 };

/** For migrations. The table of ids is there, with `id uuid primary key`. */
export const auditOutboxTables = (organizations: string): string => `
      create table audit_outbox (
        id uuid primary key,
        organization_id uuid not null,
        record jsonb not null
      );
      create index audit_outbox_order on audit_outbox (organization_id, id);
      ${protectTable('audit_outbox')}
      alter table ${organizations} add column audit_waiting boolean not null default false;
      create index organizations_audit on ${organizations} (id) where audit_waiting;`;

export type AuditedChange = Pick<ChangeRecord, 'action' | 'target_kind' | 'target_id'> & {
  /** What the change was, without secrets. */
  payload?: Record<string, unknown>;
};

/** Hands a record to iam; the same record twice is one record there. */
export type SendRecord = (record: ChangeRecord) => Promise<unknown>;

export class AuditOutbox {
  private turns = new OrganizationTurns(TURNS, {});

  /** @param organizations table of ids in which those are marked whose records wait */
  constructor(private readonly organizations: string) {}

  /** In the transaction of the change, which names the organization. It locks the organization: call it last. */
  record(client: PoolClient, context: IamContext, change: AuditedChange): Promise<void> {
    return this.add(client, recordOf(context.organization_id, actorOf(context), change));
  }

  /** A change that the platform made by itself. */
  recordOwn(client: PoolClient, organizationId: string, change: AuditedChange): Promise<void> {
    return this.add(client, recordOf(organizationId, { actor_kind: 'anonymous' }, change));
  }

  /** Brings records to iam, in their order, until iam has them. */
  startSending(pool: Pool, send: SendRecord, host: Pick<Host, 'logger' | 'registry' | 'shutdown'>): void {
    this.turns = new OrganizationTurns(TURNS, host);
    this.turns.start(EVERY_MS, 'audit records', () => this.sendWaiting(pool, send));
  }

  /** One look at what waits, of so many organizations after the last one but of those that have failed just now. */
  async sendWaiting(pool: Pool, send: SendRecord): Promise<void> {
    const { rows } = await pool.query<{ id: string }>(
      `select id from ${this.organizations} where audit_waiting and id <> all ($2)
        order by id::text > $3 desc, id limit $1`,
      [ORGANIZATIONS_AT_ONCE, this.turns.resting(), this.turns.last],
    );
    const ids = rows.map(({ id }) => id);
    await this.turns.round(ids, (id, turn) => this.sendOf(id, pool, send, turn));
  }

  /** Takes a deleted organization out of the table of ids, but not while records of it wait. Returns how many rows went. */
  async forget(client: PoolClient, organizationId: string): Promise<number> {
    const { rowCount } = await client.query(
      `delete from ${this.organizations} where id = $1
         and not exists (select from audit_outbox where organization_id = $1)`,
      [organizationId],
    );
    return rowCount ?? 0;
  }

  async knows(client: PoolClient, organizationId: string): Promise<boolean> {
    const { rowCount } = await client.query(`select from ${this.organizations} where id = $1`, [organizationId]);
    return rowCount !== 0;
  }

  private async add(client: PoolClient, record: ChangeRecord): Promise<void> {
    const { id, organization_id: organizationId } = record;
    await client.query(
      `insert into ${this.organizations} (id, audit_waiting) values ($1, true)
         on conflict (id) do update set audit_waiting = true`,
      [organizationId],
    );
    await client.query('insert into audit_outbox (id, organization_id, record) values ($1, $2, $3)', [
      id,
      organizationId,
      storableJson(record),
    ]);
  }

  private async sendOf(organizationId: string, pool: Pool, send: SendRecord, turn: Turn): Promise<void> {
    const within = <T>(work: (client: PoolClient) => Promise<T>): Promise<T> =>
      translateFaults(() => inTransaction(pool, { organizationId }, work));
    const records = await within((client) => oldestRecords(client, organizationId));
    const ids: string[] = [];
    for (const record of records) {
      if (turn.isOver()) break;
      await send(record);
      ids.push(record.id);
    }
    await within((client) => this.remove(client, organizationId, ids));
  }

  private async remove(client: PoolClient, organizationId: string, ids: string[]): Promise<void> {
    // A record that is being added marks the organization: the mark is not taken back before that one is seen.
    await client.query(`select from ${this.organizations} where id = $1 for update`, [organizationId]);
    await client.query('delete from audit_outbox where organization_id = $1 and id = any($2)', [organizationId, ids]);
    await client.query(
      `update ${this.organizations}
          set audit_waiting = exists (select from audit_outbox where organization_id = $1) where id = $1`,
      [organizationId],
    );
  }
}

async function oldestRecords(client: PoolClient, organizationId: string): Promise<ChangeRecord[]> {
  const { rows } = await client.query<{ record: ChangeRecord }>(
    'select record from audit_outbox where organization_id = $1 order by id limit $2',
    [organizationId, RECORDS_AT_ONCE],
  );
  return rows.map(({ record }) => record);
}

function recordOf(
  organizationId: string,
  actor: Pick<ChangeRecord, 'actor_kind' | 'actor_id' | 'credential_id'>,
  change: AuditedChange,
): ChangeRecord {
  const scope = currentScope();
  return {
    id: uuidv7(),
    organization_id: organizationId,
    ...actor,
    ...change,
    payload: change.payload ?? {},
    ...(scope?.client !== undefined && { ip: scope.client.address }),
    ...(scope?.client?.userAgent !== undefined && { user_agent: scope.client.userAgent }),
    ...(scope !== undefined && { request_id: scope.requestId }),
  };
}

const actorOf = ({ subject, subject_type: kind, credential_id: credentialId }: IamContext) => ({
  actor_kind: kind === 'share' ? ('anonymous' as const) : kind,
  actor_id: subject,
  ...(kind !== 'share' && { credential_id: credentialId }),
});
