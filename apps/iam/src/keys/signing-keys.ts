import { createPublicKey, generateKeyPairSync, randomBytes, type KeyObject } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';
import type { PoolClient } from 'pg';
import { DataSource } from 'typeorm';
import type { KeySource } from '@spanwise/bus/context-verifier';
import type { PublicKey } from '@spanwise/contracts/iam';
import { seal, unseal } from '@spanwise/host/sealing';
import { poolOf } from '@spanwise/postgres/database';
import { inTransaction } from '@spanwise/postgres/transaction';
import { IamConfig } from '../config.js';

const KEYS_LOCK = 0x5352;
/** A new key is published this long before it signs, so that every verifier knows it. */
export const SIGNS_AFTER_MS = 5_000;
/** A retired key verifies as long as the longest token that it signed. */
const GRACE = '24 hours 5 minutes';

interface Signer {
  kid: string;
  privatePem: string;
}

interface KeyRow {
  kid: string;
  sealed: Buffer;
  public_jwk: PublicKey;
  retired: boolean;
  young: boolean;
}

const LIVE = `revoked_at is null and (retired_at is null or retired_at > now() - interval '${GRACE}')`;

/** The ES256 keys that sign sign-in tokens and contexts: the newest signs, all that are not beyond their grace verify. */
@Injectable()
export class SigningKeys implements KeySource {
  private readonly jwt = new JwtService({});
  private signer: Signer | undefined;
  private published: PublicKey[] = [];
  private verifying = new Map<string, KeyObject>();

  constructor(
    private readonly source: DataSource,
    private readonly config: IamConfig,
  ) {}

  get publicKeys(): PublicKey[] {
    return this.published;
  }

  async find(kid: string): Promise<KeyObject | undefined> {
    return this.verifying.get(kid);
  }

  /** Reads the keys; makes the first one, once, even when two processes start together. */
  async load(): Promise<void> {
    const rows = await inTransaction(poolOf(this.source), {}, async (client) => {
      const existing = await this.read(client);
      if (existing.some((row) => !row.retired)) return existing;
      await client.query('select pg_advisory_xact_lock($1)', [KEYS_LOCK]);
      if (!(await this.read(client)).some((row) => !row.retired)) await this.insertKey(client);
      return this.read(client);
    });
    const signing = rows.find((row) => !row.young) ?? rows.at(-1)!;
    if (this.signer?.kid !== signing.kid) {
      const pem = unseal(this.config.values.secretKeys, signing.sealed).toString('utf8');
      this.signer = { kid: signing.kid, privatePem: pem };
    }
    this.published = rows.map((row) => row.public_jwk);
    this.verifying = new Map(
      this.published.map((key) => [key.kid, createPublicKey({ key: { ...key }, format: 'jwk' })]),
    );
  }

  /** Makes the next signer within the caller's transaction; the present one retires and verifies for a day more. */
  async rotate(client: PoolClient): Promise<{ newKid: string; retiredKid: string | undefined; active: number }> {
    await client.query('select pg_advisory_xact_lock($1)', [KEYS_LOCK]);
    const retired = await client.query<{ kid: string }>(
      'update signing_keys set retired_at = now() where retired_at is null and revoked_at is null returning kid',
    );
    const newKid = await this.insertKey(client);
    return { newKid, retiredKid: retired.rows[0]?.kid, active: (await this.read(client)).length };
  }

  sign(claims: object, issuer: string, audience: string, expiresInSeconds: number): Promise<string> {
    if (this.signer === undefined) throw new Error('no signing key is loaded');
    return this.jwt.signAsync(claims, {
      privateKey: this.signer.privatePem,
      algorithm: 'ES256',
      keyid: this.signer.kid,
      issuer,
      audience,
      expiresIn: expiresInSeconds,
    });
  }

  get signerKid(): string | undefined {
    return this.signer?.kid;
  }

  private async read(client: PoolClient): Promise<KeyRow[]> {
    const { rows } = await client.query<KeyRow>(
      `select kid, sealed, public_jwk, retired_at is not null as retired,
              created_at > now() - make_interval(secs => $1) as young
         from signing_keys where ${LIVE} order by created_at desc, kid`,
      [SIGNS_AFTER_MS / 1_000],
    );
    return rows;
  }

  private async insertKey(client: PoolClient): Promise<string> {
    const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const kid = randomBytes(8).toString('hex');
    const pem = pair.privateKey.export({ type: 'pkcs8', format: 'pem' });
    const { kty, crv, x, y } = pair.publicKey.export({ format: 'jwk' });
    const publicJwk = { kid, kty, crv, x, y, alg: 'ES256', use: 'sig' };
    const sealed = seal(this.config.values.secretKeys, Buffer.from(pem));
    await client.query('insert into signing_keys (kid, sealed, public_jwk) values ($1, $2, $3)', [
      kid,
      sealed,
      JSON.stringify(publicJwk),
    ]);
    return kid;
  }
}
