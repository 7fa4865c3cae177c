import { Injectable } from '@nestjs/common';
import type { PoolClient } from 'pg';
import { Database } from '@spanwise/postgres/database';

/** One organization and its transactions, as a stage of the pipeline gets it. */
export interface Turn {
  readonly organizationId: string;
  /** All of the work or nothing of it. */
  readonly transaction: <T>(work: (client: PoolClient) => Promise<T>) => Promise<T>;
}

/** A turn inside a transaction that is open already: what is done in it commits with everything else there. */
export const within = (organizationId: string, client: PoolClient): Turn => ({
  organizationId,
  transaction: (work) => work(client),
});

/** Every statement of notify runs in the name of one organization: no role here sees two at once. */
@Injectable()
export class OrganizationTransactions {
  constructor(private readonly database: Database) {}

  /** A database that is away is `unavailable`. */
  in<T>(organizationId: string, work: (client: PoolClient) => Promise<T>): Promise<T> {
    return this.database.transaction({ organizationId }, work);
  }

  turn(organizationId: string): Turn {
    return { organizationId, transaction: (work) => this.in(organizationId, work) };
  }

  /** Ids alone: what is in the organizations is seen one at a time. */
  async organizationIds(): Promise<string[]> {
    const { rows } = await this.database.pool.query<{ id: string }>('select id from organizations order by id');
    return rows.map(({ id }) => id);
  }

  /** Those that have a page that is due, the longest waiting first. */
  async organizationsWithPages(at: Date, limit: number, without: readonly string[] = []): Promise<string[]> {
    const { rows } = await this.database.pool.query<{ id: string }>(
      'select id from organizations where next_page_at <= $1 and id <> all ($3) order by next_page_at limit $2',
      [at, limit, without],
    );
    return rows.map(({ id }) => id);
  }

  /** Those that have a rule, or had one. */
  async organizationsWithAlertRules(): Promise<string[]> {
    const { rows } = await this.database.pool.query<{ id: string }>(
      'select id from organizations where has_alert_rules order by id',
    );
    return rows.map(({ id }) => id);
  }
}

/** Organizations that have something to send now, the longest waiting first. */
export async function dueOrganizations(
  source: Database,
  limit: number,
  without: readonly string[] = [],
): Promise<string[]> {
  const { rows } = await source.pool.query<{ id: string }>(
    'select id from organizations where next_due_at <= now() and id <> all ($2) order by next_due_at limit $1',
    [limit, without],
  );
  return rows.map(({ id }) => id);
}

/** Milliseconds until the next organization has something to send, negative when one has; undefined when none has. */
export async function nextDueInMs(source: Database): Promise<number | undefined> {
  const { rows } = await source.pool.query<{ wait: number | null }>(
    'select extract(epoch from min(next_due_at) - clock_timestamp())::float8 * 1000 as wait from organizations',
  );
  return rows[0]!.wait ?? undefined;
}

/** Since when the longest waiting organization has something to send, 0 when none has. */
export async function overdueSeconds(source: Database): Promise<number> {
  const { rows } = await source.pool.query<{ overdue: number | null }>(
    'select extract(epoch from clock_timestamp() - min(next_due_at))::float8 as overdue from organizations where next_due_at <= now()',
  );
  return rows[0]!.overdue ?? 0;
}

/** Serializes creations of an organization, so that its limits hold. */
export async function lockOrganization(client: PoolClient, organizationId: string): Promise<void> {
  await client.query('insert into organizations (id) values ($1) on conflict do nothing', [organizationId]);
  await client.query('select from organizations where id = $1 for update', [organizationId]);
}

export const isUniqueViolation = (error: unknown): boolean => (error as { code?: unknown }).code === '23505';

export const isForeignKeyViolation = (error: unknown): boolean => (error as { code?: unknown }).code === '23503';
