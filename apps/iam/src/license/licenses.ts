import { Injectable } from '@nestjs/common';
import type { PoolClient } from 'pg';
import { Clock } from '../clock.js';
import { IamConfig } from '../config.js';
import { featuresNow, readLicense, type License } from './license-file.js';

export interface ActiveLicense {
  versionId: string;
  /** Undefined when the stored file does not hold any more, such as after its issuer was removed. */
  license: License | undefined;
}

/** The licence that is active. Its file is verified in every process, whatever the database says of it. */
@Injectable()
export class Licenses {
  private known: ActiveLicense | undefined;

  constructor(
    private readonly config: IamConfig,
    private readonly clock: Clock,
  ) {}

  async instanceId(client: PoolClient): Promise<string> {
    const { rows } = await client.query<{ id: string }>('select id from instance');
    return rows[0].id;
  }

  async active(client: PoolClient): Promise<ActiveLicense | undefined> {
    const { rows } = await client.query<{ id: string }>('select id from license_versions where active');
    return rows.length === 0 ? undefined : this.version(client, rows[0].id);
  }

  /** Entitlements that follow from the version at this moment; `versionId` is null without one. */
  async features(client: PoolClient, versionId: string | null): Promise<string[]> {
    if (versionId === null) return [];
    return featuresNow((await this.version(client, versionId)).license, this.clock.nowMs());
  }

  /** The files of versions never change: one is verified once. */
  private async version(client: PoolClient, versionId: string): Promise<ActiveLicense> {
    if (this.known?.versionId === versionId) return this.known;
    const { rows } = await client.query<{ payload: Buffer; signature: Buffer }>(
      'select payload, signature from license_versions where id = $1',
      [versionId],
    );
    const instanceId = await this.instanceId(client);
    const read = readLicense(rows[0], this.config.values.licenseKeys ?? [], instanceId);
    this.known = { versionId, license: typeof read === 'string' ? undefined : read };
    return this.known;
  }
}
