import { Injectable } from '@nestjs/common';
import type { PoolClient } from 'pg';
import type { IamContext } from '@spanwise/contracts/authz/iam-context';
import { Database } from '@spanwise/postgres/database';
import { BlockCache } from './block-cache.js';

/** What one answer is read from: one snapshot of one organization's rows. */
export interface Snapshot {
  client: PoolClient;
  organizationId: string;
  organizationCreatedMicros: number;
  nowMicros: number;
  cache: BlockCache;
}

const STATEMENT_TIMEOUT_MS = 15_000;

@Injectable()
export class Snapshots {
  private readonly cache = new BlockCache();

  constructor(private readonly database: Database) {}

  /** The organization comes from the verified context alone; row-level security is the second fence behind it. */
  read<T>(context: IamContext, work: (snapshot: Snapshot) => Promise<T>): Promise<T> {
    const { organization_id: id, organization_created_micros: createdMicros } = context;
    return this.readOrganization({ id, createdMicros }, work);
  }

  /**
   * For messages between the product's own services, which carry no context and name the organization themselves: never
   * for what a client asks.
   */
  readOrganization<T>(
    { id, createdMicros }: { id: string; createdMicros: number },
    work: (snapshot: Snapshot) => Promise<T>,
  ): Promise<T> {
    const options = {
      organizationId: id,
      readOnly: true,
      snapshot: true,
      statementTimeoutMs: STATEMENT_TIMEOUT_MS,
      // With workers the planner sorts the rows of buckets, which the index has in that very order.
      parallelWorkers: 0,
    };
    return this.database.transaction(options, (client) =>
      work({
        client,
        organizationId: id,
        organizationCreatedMicros: createdMicros,
        nowMicros: Date.now() * 1_000,
        cache: this.cache,
      }),
    );
  }
}
