import { Controller } from '@nestjs/common';
import type { PoolClient } from 'pg';
import { HandleBytesRpc, HandleRpc, type BytesReply } from '@spanwise/bus/rpc-handler';
import { conflict, notFound } from '@spanwise/contracts/base/errors';
import type { IamContext } from '@spanwise/contracts/authz/iam-context';
import {
  deleteSourceMap,
  knownSourceMaps,
  listSourceMaps,
  MAX_MAP_BYTES_PER_ORGANIZATION,
  MAX_MAPS_PER_ORGANIZATION,
  MAX_MAPS_PER_RELEASE,
  putSourceMap,
  readSourceMap,
  type KnownMap,
  type ListSourceMaps,
  type MapOf,
  type MapsOf,
  type PutSourceMap,
  type SourceMapId,
  type SourceMapView,
} from '@spanwise/contracts/telemetry/source-maps';
import type { AuditedChange } from '@spanwise/postgres/audit-outbox';
import { Database } from '@spanwise/postgres/database';
import { recordChange } from '../platform/audit/audit-outbox.js';
import { ApmConfig } from '../config.js';
import {
  dropMap,
  findMap,
  insertMap,
  lockMaps,
  measureMaps,
  readKept,
  readMapNames,
  readMaps,
  removeMap,
  type MapRow,
} from './source-maps.store.js';

/** The source maps of an organization, as they are kept. */
@Controller()
export class SourceMaps {
  constructor(
    private readonly database: Database,
    private readonly config: ApmConfig,
  ) {}

  @HandleRpc(putSourceMap)
  put(input: PutSourceMap, context: IamContext): Promise<SourceMapView> {
    const { organization_id: organizationId, subject } = context;
    return this.in(organizationId, async (client) => {
      await lockMaps(client, organizationId);
      const { release, service = '', file, sha256, bytes, mappings, sources } = input;
      const found = await findMap(client, { release, service, file });
      if (found?.sha256 === sha256) return this.viewOf(found);
      const kept = Buffer.from(input.kept_base64, 'base64');
      if (found !== undefined) await dropMap(client, found.id);
      await checkRoom(client, release, kept.length);
      const row = await insertMap(client, {
        release,
        service,
        file,
        sha256,
        bytes,
        mappings,
        sources,
        kept,
        organizationId,
        createdBy: subject,
        nowMicros: Date.now() * 1_000,
      });
      await recordChange(client, context, changeOf('source_map.upload', row));
      return this.viewOf(row);
    });
  }

  @HandleRpc(listSourceMaps)
  list({ release, service }: ListSourceMaps, context: IamContext): Promise<SourceMapView[]> {
    return this.in(context.organization_id, async (client) => {
      const rows = await readMaps(client, release ?? null, service ?? null, MAX_MAPS_PER_ORGANIZATION);
      return rows.map((row) => this.viewOf(row));
    });
  }

  @HandleRpc(deleteSourceMap)
  remove({ id }: SourceMapId, context: IamContext): Promise<{ deleted: true }> {
    return this.in(context.organization_id, async (client) => {
      const removed = await removeMap(client, id);
      if (removed === undefined) throw notFound('There is no such source map.');
      await recordChange(client, context, changeOf('source_map.delete', removed));
      return { deleted: true as const };
    });
  }

  @HandleRpc(knownSourceMaps)
  known({ organization_id: organizationId }: MapsOf): Promise<{ maps: KnownMap[] }> {
    return this.in(organizationId, async (client) => {
      const names = await readMapNames(client, MAX_MAPS_PER_ORGANIZATION);
      return { maps: names.map(({ id, release, service, file }): KnownMap => [id, release, service, file]) };
    });
  }

  @HandleBytesRpc(readSourceMap)
  read({ organization_id: organizationId, id }: MapOf): Promise<BytesReply<{ found: boolean }>> {
    return this.in(organizationId, async (client) => {
      const kept = await readKept(client, id);
      return { head: { found: kept !== undefined }, payload: kept ?? Buffer.alloc(0) };
    });
  }

  private in<T>(organizationId: string, work: (client: PoolClient) => Promise<T>): Promise<T> {
    return this.database.transaction({ organizationId }, work);
  }

  private viewOf({ service, created_at_micros: madeAt, ...row }: MapRow): SourceMapView {
    const createdAtMicros = Number(madeAt);
    return {
      ...row,
      ...(service !== '' && { service }),
      created_at_micros: createdAtMicros,
      expires_at_micros: createdAtMicros + this.config.sourceMapRetentionMs * 1_000,
    };
  }
}

const changeOf = (action: string, { id, release, service, file }: MapRow): AuditedChange => ({
  action,
  target_kind: 'source_map',
  target_id: id,
  payload: { release, service, file },
});

async function checkRoom(client: PoolClient, release: string, newBytes: number): Promise<void> {
  const { maps, ofRelease, bytes } = await measureMaps(client, release);
  if (ofRelease >= MAX_MAPS_PER_RELEASE) throw conflict(`A release has at most ${MAX_MAPS_PER_RELEASE} source maps.`);
  if (maps >= MAX_MAPS_PER_ORGANIZATION)
    throw conflict(`An organization keeps at most ${MAX_MAPS_PER_ORGANIZATION} source maps: delete old ones.`);
  if (bytes + newBytes > MAX_MAP_BYTES_PER_ORGANIZATION)
    throw conflict(
      `An organization keeps at most ${MAX_MAP_BYTES_PER_ORGANIZATION / 1024 / 1024} MiB of source maps: delete old ones.`,
    );
}
