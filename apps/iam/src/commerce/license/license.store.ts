import type { PoolClient } from 'pg';
import { uuidv7 } from '@spanwise/contracts/base/uuid';
import type { LicenseFile } from './license-file.js';

export interface VersionRow extends LicenseFile {
  id: string;
  active: boolean;
  created_by: string | null;
  created_at: Date;
  activated_by: string | null;
  activated_at: Date | null;
}

export async function readVersions(client: PoolClient, limit: number): Promise<VersionRow[]> {
  const { rows } = await client.query<VersionRow>(
    'select * from license_versions order by created_at desc, id desc limit $1',
    [limit],
  );
  return rows;
}

export async function countVersions(client: PoolClient): Promise<number> {
  const { rows } = await client.query<{ all: string }>('select count(*) as all from license_versions');
  return Number(rows[0]!.all);
}

/** Undefined where this very file was uploaded before. */
export async function insertVersion(
  client: PoolClient,
  payload: Buffer,
  signature: Buffer,
  createdBy: string,
): Promise<VersionRow | undefined> {
  const { rows } = await client.query<VersionRow>(
    `insert into license_versions (id, payload, signature, created_by) values ($1, $2, $3, $4)
     on conflict (signature) do nothing returning *`,
    [uuidv7(), payload, signature, createdBy],
  );
  return rows[0];
}

export async function lockVersions(client: PoolClient): Promise<void> {
  await client.query('lock table license_versions in share row exclusive mode');
}

export async function findVersion(client: PoolClient, id: string): Promise<VersionRow | undefined> {
  const { rows } = await client.query<VersionRow>('select * from license_versions where id = $1', [id]);
  return rows[0];
}

export async function deactivateVersions(client: PoolClient): Promise<void> {
  await client.query('update license_versions set active = false where active');
}

export async function activateVersion(client: PoolClient, id: string, userId: string): Promise<void> {
  await client.query(
    'update license_versions set active = true, activated_by = $2, activated_at = now() where id = $1',
    [id, userId],
  );
}

export interface EndedVersion {
  id: string;
}

export async function endActiveVersion(client: PoolClient): Promise<EndedVersion | undefined> {
  const { rows } = await client.query<EndedVersion>(
    'update license_versions set active = false where active returning id',
  );
  return rows[0];
}

export async function readInstanceId(client: PoolClient): Promise<string> {
  const { rows } = await client.query<{ id: string }>('select id from instance');
  return rows[0]!.id;
}

export interface ActiveVersion {
  id: string;
}

export async function findActiveVersion(client: PoolClient): Promise<ActiveVersion | undefined> {
  const { rows } = await client.query<ActiveVersion>('select id from license_versions where active');
  return rows[0];
}

export interface VersionFile {
  payload: Buffer;
  signature: Buffer;
}

export async function readVersionFile(client: PoolClient, id: string): Promise<VersionFile> {
  const { rows } = await client.query<VersionFile>('select payload, signature from license_versions where id = $1', [
    id,
  ]);
  return rows[0]!;
}
