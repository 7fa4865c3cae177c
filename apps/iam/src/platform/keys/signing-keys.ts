import { createPublicKey, generateKeyPairSync, randomBytes, type KeyObject } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';
import type { PoolClient } from 'pg';
import type { KeySource } from '@spanwise/bus/context-verifier';
import type { PublicKey } from '@spanwise/contracts/iam/iam';
import { seal, unseal } from '@spanwise/host/sealing';
import { Database } from '@spanwise/postgres/database';
import { IamConfig } from '../../config.js';
import { insertKey, lockKeys, readLiveKeys, retireSigner, type KeyRow } from './keys.store.js';

/** A new key is published this long before it signs, so that every verifier knows it. */
export const SIGNS_AFTER_MS = 5_000;

interface Signer {
  kid: string;
  privatePem: string;
}

/** The ES256 keys that sign sign-in tokens and contexts: the newest signs, all that are not beyond their grace verify. */
@Injectable()
export class SigningKeys implements KeySource {
  private readonly jwt = new JwtService({});
  private signer: Signer | undefined;
  private published: PublicKey[] = [];
  private verifying = new Map<string, KeyObject>();

  constructor(
    private readonly database: Database,
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
    const rows = await this.database.transaction({}, async (client) => {
      const existing = await this.read(client);
      if (existing.some((row) => !row.retired)) return existing;
      await lockKeys(client);
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
    await lockKeys(client);
    const retired = await retireSigner(client);
    const newKid = await this.insertKey(client);
    return { newKid, retiredKid: retired[0]?.kid, active: (await this.read(client)).length };
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
    const rows = await readLiveKeys(client, SIGNS_AFTER_MS / 1_000);
    return rows;
  }

  private async insertKey(client: PoolClient): Promise<string> {
    const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const kid = randomBytes(8).toString('hex');
    const pem = pair.privateKey.export({ type: 'pkcs8', format: 'pem' });
    const { kty, crv, x, y } = pair.publicKey.export({ format: 'jwk' });
    const publicJwk = { kid, kty, crv, x, y, alg: 'ES256', use: 'sig' };
    const sealed = seal(this.config.values.secretKeys, Buffer.from(pem));
    await insertKey(client, kid, sealed, JSON.stringify(publicJwk));
    return kid;
  }
}
