import { Controller } from '@nestjs/common';
import type { PoolClient } from 'pg';
import { HandleRpc, type ScopedCall } from '@spanwise/bus/rpc-handler';
import { conflict, invalidArgument, notFound } from '@spanwise/contracts/errors';
import {
  activateLicense,
  deactivateLicense,
  license,
  licenseState,
  LicenseVersionId,
  licenseVersions,
  UploadLicense,
  uploadLicense,
  type LicenseState,
  type LicenseSummary,
  type LicenseVersion,
  type LicenseView,
} from '@spanwise/contracts/iam-license';
import { Empty } from '@spanwise/contracts/rpc';
import { uuidv7 } from '@spanwise/contracts/uuid';
import { translateFaults } from '@spanwise/postgres/availability';
import { actorOf, audit } from '../audit/audit.js';
import { Clock } from '../clock.js';
import { IamConfig } from '../config.js';
import { Scopes } from '../db/scopes.js';
import { Invalidations } from '../events/invalidations.js';
import { isExpired, isNotYetValid, readLicense, strictBase64, type License, type LicenseFile } from './license-file.js';
import { Licenses } from './licenses.js';

/** The list is a bare array (decisions 1.8). */
const MAX_VERSIONS = 1_000;

interface VersionRow extends LicenseFile {
  id: string;
  active: boolean;
  created_by: string | null;
  created_at: Date;
  activated_by: string | null;
  activated_at: Date | null;
}

@Controller()
export class LicenseController {
  constructor(
    private readonly scopes: Scopes,
    private readonly config: IamConfig,
    private readonly clock: Clock,
    private readonly licenses: Licenses,
    private readonly invalidations: Invalidations,
  ) {}

  @HandleRpc(license)
  license(_: Empty): Promise<LicenseView> {
    return translateFaults(() => this.scopes.unscoped((client) => this.view(client)));
  }

  @HandleRpc(licenseState)
  state(_: Empty): Promise<LicenseState> {
    return translateFaults(() =>
      this.scopes.unscoped(async (client) => {
        const { edition, expires_at_micros: expires, max_ingest_bytes_per_day: cap } = await this.view(client);
        return {
          edition,
          ...(expires !== undefined && { expires_at_micros: expires }),
          ...(cap !== undefined && { max_ingest_bytes_per_day: cap }),
        };
      }),
    );
  }

  @HandleRpc(licenseVersions)
  versions(_: Empty): Promise<LicenseVersion[]> {
    return translateFaults(() =>
      this.scopes.unscoped(async (client) => {
        const { rows } = await client.query<VersionRow>(
          'select * from license_versions order by created_at desc, id desc limit $1',
          [MAX_VERSIONS],
        );
        return rows.map(versionView);
      }),
    );
  }

  @HandleRpc(uploadLicense)
  upload(input: UploadLicense, { context }: ScopedCall): Promise<LicenseVersion> {
    const payload = strictBase64(input.payload_b64);
    const signature = strictBase64(input.signature_b64);
    if (payload === undefined || signature === undefined) throw invalidArgument('The licence is not valid base64.');
    return translateFaults(() =>
      this.scopes.inOrganization(context.organization_id, async (client) => {
        const read = this.read({ payload, signature }, await this.licenses.instanceId(client));
        if (isExpired(read, this.clock.nowMs())) throw invalidArgument('The licence has expired.');
        const { rows: counted } = await client.query<{ all: string }>('select count(*) as all from license_versions');
        if (Number(counted[0].all) >= MAX_VERSIONS) throw conflict(`There can be ${MAX_VERSIONS} versions.`);
        const { rows } = await client.query<VersionRow>(
          `insert into license_versions (id, payload, signature, created_by) values ($1, $2, $3, $4)
           on conflict (signature) do nothing returning *`,
          [uuidv7(), payload, signature, context.subject],
        );
        if (rows.length === 0) throw conflict('This licence was uploaded before.');
        await this.note(client, context, 'license.upload', rows[0].id, { license: read.license_id });
        return versionView(rows[0]);
      }),
    );
  }

  @HandleRpc(activateLicense)
  async activate({ id }: LicenseVersionId, { context }: ScopedCall): Promise<LicenseView> {
    const view = await translateFaults(() =>
      this.scopes.inOrganization(context.organization_id, async (client) => {
        await client.query('lock table license_versions in share row exclusive mode');
        const { rows } = await client.query<VersionRow>('select * from license_versions where id = $1', [id]);
        if (rows.length === 0) throw notFound('There is no such version.');
        const read = this.read(rows[0], await this.licenses.instanceId(client));
        if (isExpired(read, this.clock.nowMs())) throw conflict('The licence has expired.');
        if (isNotYetValid(read, this.clock.nowMs())) throw conflict('The licence is not valid yet.');
        await client.query('update license_versions set active = false where active');
        await client.query(
          'update license_versions set active = true, activated_by = $2, activated_at = now() where id = $1',
          [id, context.subject],
        );
        await this.note(client, context, 'license.activate', id, { license: read.license_id });
        return this.view(client);
      }),
    );
    this.invalidations.publish({ everything: true });
    return view;
  }

  @HandleRpc(deactivateLicense)
  async deactivate(_: Empty, { context }: ScopedCall): Promise<LicenseView> {
    const view = await translateFaults(() =>
      this.scopes.inOrganization(context.organization_id, async (client) => {
        const { rows } = await client.query<{ id: string }>(
          'update license_versions set active = false where active returning id',
        );
        if (rows.length === 0) throw notFound('No licence is active.');
        await this.note(client, context, 'license.deactivate', rows[0].id, {});
        return this.view(client);
      }),
    );
    this.invalidations.publish({ everything: true });
    return view;
  }

  private read(file: LicenseFile, instanceId: string): License {
    const read = readLicense(file, this.config.values.licenseKeys ?? [], instanceId);
    if (typeof read === 'string') throw invalidArgument(read);
    return read;
  }

  private async view(client: PoolClient): Promise<LicenseView> {
    const active = await this.licenses.active(client);
    const found = active?.license;
    const expired = found !== undefined && isExpired(found, this.clock.nowMs());
    return {
      edition: found !== undefined && !expired ? 'enterprise' : 'oss',
      verified: found !== undefined,
      expired,
      features: found === undefined || expired ? [] : found.features,
      ...(found !== undefined && { issued_to: found.issued_to }),
      ...(found?.max_ingest_bytes_per_day !== undefined && {
        max_ingest_bytes_per_day: found.max_ingest_bytes_per_day,
      }),
      ...(found?.expires_at_micros !== undefined && { expires_at_micros: found.expires_at_micros }),
      ...(active !== undefined && { active_version_id: active.versionId }),
      instance_id: await this.licenses.instanceId(client),
    };
  }

  private note(
    client: PoolClient,
    context: ScopedCall['context'],
    action: string,
    id: string,
    payload: Record<string, unknown>,
  ): Promise<void> {
    return audit(client, { ...actorOf(context), action, targetKind: 'license_version', target: id, payload });
  }
}

function versionView(row: VersionRow): LicenseVersion {
  return {
    id: row.id,
    active: row.active,
    summary: summaryOf(row.payload),
    ...(row.created_by !== null && { created_by: row.created_by }),
    created_at_micros: row.created_at.getTime() * 1_000,
    ...(row.activated_by !== null && { activated_by: row.activated_by }),
    ...(row.activated_at !== null && { activated_at_micros: row.activated_at.getTime() * 1_000 }),
  };
}

/** What was verified at the upload, as its file says it. */
function summaryOf(payload: Buffer): LicenseSummary {
  const {
    license_id,
    issued_to,
    features,
    not_before_micros,
    expires_at_micros: expires,
    max_ingest_bytes_per_day: cap,
  } = JSON.parse(payload.toString('utf8')) as LicenseSummary;
  return {
    license_id,
    issued_to,
    features,
    not_before_micros,
    ...(expires !== undefined && { expires_at_micros: expires }),
    ...(cap !== undefined && { max_ingest_bytes_per_day: cap }),
  };
}
