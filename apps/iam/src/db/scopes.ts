import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { PoolClient } from 'pg';
import { poolOf } from '@spanwise/postgres/database';
import { inTransaction } from '@spanwise/postgres/transaction';

/**
 * Transactions of iam. Organization data is seen in the name of an organization; authentication, which does not know one
 * yet, names the user or the token prefix instead and sees the rows of just that.
 */
@Injectable()
export class Scopes {
  constructor(private readonly source: DataSource) {}

  inOrganization<T>(organizationId: string, work: (client: PoolClient) => Promise<T>): Promise<T> {
    return inTransaction(poolOf(this.source), { organizationId }, work);
  }

  asUser<T>(userId: string, work: (client: PoolClient) => Promise<T>): Promise<T> {
    return this.named('user_id', userId, work);
  }

  asToken<T>(prefix: string, work: (client: PoolClient) => Promise<T>): Promise<T> {
    return this.named('token_prefix', prefix, work);
  }

  asInvitation<T>(tokenHash: string, work: (client: PoolClient) => Promise<T>): Promise<T> {
    return this.named('invitation_hash', tokenHash, work);
  }

  /** For tables that hold no organization's data. */
  unscoped<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
    return inTransaction(poolOf(this.source), {}, work);
  }

  private named<T>(
    setting: 'user_id' | 'token_prefix' | 'invitation_hash',
    value: string,
    work: (client: PoolClient) => Promise<T>,
  ): Promise<T> {
    return inTransaction(poolOf(this.source), {}, async (client) => {
      await client.query('select set_config($1, $2, true)', [`spanwise.${setting}`, value]);
      return work(client);
    });
  }
}

/** Lets a transaction that names no organization yet go on in the name of one. */
export async function nameOrganization(client: PoolClient, organizationId: string): Promise<void> {
  await client.query("select set_config('spanwise.organization_id', $1, true)", [organizationId]);
}

/** Lets a transaction see the rows of one user in every organization besides. */
export async function nameUser(client: PoolClient, userId: string): Promise<void> {
  await client.query("select set_config('spanwise.user_id', $1, true)", [userId]);
}
