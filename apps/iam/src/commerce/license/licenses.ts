import { Injectable } from '@nestjs/common';
import type { PoolClient } from 'pg';
import { Clock } from '../../clock.js';
import { IamConfig } from '../../config.js';
import { featuresNow, readLicense, type License } from './license-file.js';
import { findActiveVersion, readInstanceId, readVersionFile } from './license.store.js';

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
    return readInstanceId(client);
  }

  async active(client: PoolClient): Promise<ActiveLicense | undefined> {
    const active = await findActiveVersion(client);
    return active === undefined ? undefined : this.version(client, active.id);
  }

  /** Entitlements that follow from the version at this moment; `versionId` is null without one. */
  async features(client: PoolClient, versionId: string | null): Promise<string[]> {
    if (versionId === null) return [];
    return featuresNow((await this.version(client, versionId)).license, this.clock.nowMs());
  }

  /** The files of versions never change: one is verified once. */
  private async version(client: PoolClient, versionId: string): Promise<ActiveLicense> {
    if (this.known?.versionId === versionId) return this.known;
    const file = await readVersionFile(client, versionId);
    const instanceId = await this.instanceId(client);
    const read = readLicense(file, this.config.values.licenseKeys ?? [], instanceId);
    this.known = { versionId, license: typeof read === 'string' ? undefined : read };
    return this.known;
  }
}
