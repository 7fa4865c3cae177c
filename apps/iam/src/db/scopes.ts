import { Injectable } from '@nestjs/common';
import type { PoolClient } from 'pg';
import { Database } from '@spanwise/postgres/database';

/**
 * Whose rows a transaction sees. Organization data is seen in the name of an organization; authentication, which does not
 * know one yet, names the user, the token or the invitation instead and sees the rows of just that. With none of them, `{}`,
 * only tables are seen that hold no organization's data.
 */
export type TransactionScope =
  | { organizationId: string }
  | { userId: string }
  | { tokenPrefix: string }
  | { invitationHash: string }
  | Record<string, never>;

/** Transactions of iam. */
@Injectable()
export class Scopes {
  constructor(private readonly database: Database) {}

  /** A database that is away is `unavailable`. */
  in<T>(scope: TransactionScope, work: (client: PoolClient) => Promise<T>): Promise<T> {
    const options = 'organizationId' in scope ? { organizationId: scope.organizationId } : {};
    return this.database.transaction(options, async (client) => {
      if ('userId' in scope) await nameUser(client, scope.userId);
      if ('tokenPrefix' in scope) await nameToken(client, scope.tokenPrefix);
      if ('invitationHash' in scope) await nameInvitation(client, scope.invitationHash);
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

async function nameToken(client: PoolClient, prefix: string): Promise<void> {
  await client.query("select set_config('spanwise.token_prefix', $1, true)", [prefix]);
}

async function nameInvitation(client: PoolClient, hash: string): Promise<void> {
  await client.query("select set_config('spanwise.invitation_hash', $1, true)", [hash]);
}
