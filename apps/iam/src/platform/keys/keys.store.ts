import type { PoolClient } from 'pg';
import type { PublicKey } from '@spanwise/contracts/iam/iam';

export interface SigningKeyRow {
  kid: string;
  created_at: Date;
  retired_at: Date | null;
}

export async function readKeys(client: PoolClient): Promise<SigningKeyRow[]> {
  const { rows } = await client.query<SigningKeyRow>(
    'select kid, created_at, retired_at from signing_keys where revoked_at is null order by created_at desc, kid',
  );
  return rows;
}

export interface EndedKey {
  signs: boolean;
}

/** Undefined where there is no such key. */
export async function endKey(client: PoolClient, kid: string): Promise<EndedKey | undefined> {
  const { rows } = await client.query<EndedKey>(
    `update signing_keys set revoked_at = now() where kid = $1 and revoked_at is null
     returning retired_at is null as signs`,
    [kid],
  );
  return rows[0];
}

const KEYS_LOCK = 0x5352;

/** A retired key verifies as long as the longest token that it signed. */
const GRACE = '24 hours 5 minutes';

const LIVE = `revoked_at is null and (retired_at is null or retired_at > now() - interval '${GRACE}')`;

export interface KeyRow {
  kid: string;
  sealed: Buffer;
  public_jwk: PublicKey;
  retired: boolean;
  young: boolean;
}

export async function lockKeys(client: PoolClient): Promise<void> {
  await client.query('select pg_advisory_xact_lock($1)', [KEYS_LOCK]);
}

export interface RetiredKey {
  kid: string;
}

export async function retireSigner(client: PoolClient): Promise<RetiredKey[]> {
  const { rows } = await client.query<RetiredKey>(
    'update signing_keys set retired_at = now() where retired_at is null and revoked_at is null returning kid',
  );
  return rows;
}

export async function readLiveKeys(client: PoolClient, signsAfterSeconds: number): Promise<KeyRow[]> {
  const { rows } = await client.query<KeyRow>(
    `select kid, sealed, public_jwk, retired_at is not null as retired,
            created_at > now() - make_interval(secs => $1) as young
       from signing_keys where ${LIVE} order by created_at desc, kid`,
    [signsAfterSeconds],
  );
  return rows;
}

export async function insertKey(client: PoolClient, kid: string, sealed: Buffer, publicJwk: string): Promise<void> {
  await client.query('insert into signing_keys (kid, sealed, public_jwk) values ($1, $2, $3)', [
    kid,
    sealed,
    publicJwk,
  ]);
}
