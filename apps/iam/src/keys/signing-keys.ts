import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';
import { DataSource } from 'typeorm';
import type { PublicKey } from '@spanwise/contracts/iam';
import { seal, unseal } from '@spanwise/host/sealing';
import { poolOf } from '@spanwise/postgres/database';
import { inTransaction } from '@spanwise/postgres/transaction';
import { IamConfig } from '../config.js';

const KEYS_LOCK = 0x5352;

interface Signer {
  kid: string;
  privatePem: string;
}

interface KeyRow {
  kid: string;
  sealed: Buffer;
  public_jwk: PublicKey;
}

/** The ES256 keys that sign sign-in tokens and contexts: the newest signs, all that are not retired verify. */
@Injectable()
export class SigningKeys {
  private readonly jwt = new JwtService({});
  private signer: Signer | undefined;
  private published: PublicKey[] = [];

  constructor(
    private readonly source: DataSource,
    private readonly config: IamConfig,
  ) {}

  get publicKeys(): PublicKey[] {
    return this.published;
  }

  /** Reads the keys; makes the first one, once, even when two processes start together. */
  async load(): Promise<void> {
    const rows = await inTransaction(poolOf(this.source), {}, async (client) => {
      await client.query('select pg_advisory_xact_lock($1)', [KEYS_LOCK]);
      const read = () =>
        client.query<KeyRow>(
          'select kid, sealed, public_jwk from signing_keys where retired_at is null order by created_at desc, kid',
        );
      const existing = await read();
      if (existing.rows.length > 0) return existing.rows;
      const made = this.make();
      await client.query('insert into signing_keys (kid, sealed, public_jwk) values ($1, $2, $3)', [
        made.kid,
        made.sealed,
        JSON.stringify(made.public_jwk),
      ]);
      return (await read()).rows;
    });
    const pem = unseal(this.config.values.secretKeys, rows[0].sealed).toString('utf8');
    this.signer = { kid: rows[0].kid, privatePem: pem };
    this.published = rows.map((row) => row.public_jwk);
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

  private make(): KeyRow {
    const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const kid = randomBytes(8).toString('hex');
    const pem = pair.privateKey.export({ type: 'pkcs8', format: 'pem' });
    const { kty, crv, x, y } = pair.publicKey.export({ format: 'jwk' });
    const publicJwk = { kid, kty, crv, x, y, alg: 'ES256', use: 'sig' } as PublicKey;
    return { kid, sealed: seal(this.config.values.secretKeys, Buffer.from(pem)), public_jwk: publicJwk };
  }
}
