import { Controller } from '@nestjs/common';
import type { PoolClient } from 'pg';
import { HandleRpc } from '@spanwise/bus/rpc-handler';
import { conflict, invalidArgument, notFound } from '@spanwise/contracts/base/errors';
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
  type LicenseVersion,
  type LicenseView,
} from '@spanwise/contracts/iam/license';
import type { IamContext } from '@spanwise/contracts/authz/iam-context';
import { Empty } from '@spanwise/contracts/authz/rpc';
import { actorOf, audit } from '../../platform/audit/audit.js';
import { Clock } from '../../clock.js';
import { IamConfig } from '../../config.js';
import { Scopes } from '../../db/scopes.js';
import { Invalidations } from '../../platform/events/invalidations.js';
import { isExpired, isNotYetValid, readLicense, strictBase64, type License, type LicenseFile } from './license-file.js';
import { versionView } from './license-view.js';
import {
  activateVersion,
  countVersions,
  deactivateVersions,
  endActiveVersion,
  findVersion,
  insertVersion,
  lockVersions,
  readVersions,
} from './license.store.js';
import { Licenses } from './licenses.js';

/** The list is a bare array (API-6). */
const MAX_VERSIONS = 1_000;

@Controller()
export class LicenseVersions {
  constructor(
    private readonly scopes: Scopes,
    private readonly config: IamConfig,
    private readonly clock: Clock,
    private readonly licenses: Licenses,
    private readonly invalidations: Invalidations,
  ) {}

  @HandleRpc(license)
  license(): Promise<LicenseView> {
    return this.scopes.in({}, (client) => this.view(client));
  }

  @HandleRpc(licenseState)
  state(): Promise<LicenseState> {
    return this.scopes.in({}, async (client) => {
      const { edition, expires_at_micros: expires, max_ingest_bytes_per_day: cap } = await this.view(client);
      return {
        edition,
        ...(expires !== undefined && { expires_at_micros: expires }),
        ...(cap !== undefined && { max_ingest_bytes_per_day: cap }),
      };
    });
  }

  @HandleRpc(licenseVersions)
  versions(): Promise<LicenseVersion[]> {
    return this.scopes.in({}, async (client) => {
      const rows = await readVersions(client, MAX_VERSIONS);
      return rows.map(versionView);
    });
  }

  @HandleRpc(uploadLicense)
  upload(input: UploadLicense, context: IamContext): Promise<LicenseVersion> {
    const payload = strictBase64(input.payload_b64);
    const signature = strictBase64(input.signature_b64);
    if (payload === undefined || signature === undefined) throw invalidArgument('The licence is not valid base64.');
    return this.scopes.in({ organizationId: context.organization_id }, async (client) => {
      const read = this.read({ payload, signature }, await this.licenses.instanceId(client));
      if (isExpired(read, this.clock.nowMs())) throw invalidArgument('The licence has expired.');
      const count = await countVersions(client);
      if (count >= MAX_VERSIONS) throw conflict(`There can be ${MAX_VERSIONS} versions.`);
      const version = await insertVersion(client, payload, signature, context.subject);
      if (version === undefined) throw conflict('This licence was uploaded before.');
      await this.note(client, context, 'license.upload', version.id, { license: read.license_id });
      return versionView(version);
    });
  }

  @HandleRpc(activateLicense)
  async activate({ id }: LicenseVersionId, context: IamContext): Promise<LicenseView> {
    const view = await this.scopes.in({ organizationId: context.organization_id }, async (client) => {
      await lockVersions(client);
      const version = await findVersion(client, id);
      if (version === undefined) throw notFound('There is no such version.');
      const read = this.read(version, await this.licenses.instanceId(client));
      if (isExpired(read, this.clock.nowMs())) throw conflict('The licence has expired.');
      if (isNotYetValid(read, this.clock.nowMs())) throw conflict('The licence is not valid yet.');
      await deactivateVersions(client);
      await activateVersion(client, id, context.subject);
      await this.note(client, context, 'license.activate', id, { license: read.license_id });
      return this.view(client);
    });
    this.invalidations.publish({ everything: true });
    return view;
  }

  @HandleRpc(deactivateLicense)
  async deactivate(_: Empty, context: IamContext): Promise<LicenseView> {
    const view = await this.scopes.in({ organizationId: context.organization_id }, async (client) => {
      const ended = await endActiveVersion(client);
      if (ended === undefined) throw notFound('No licence is active.');
      await this.note(client, context, 'license.deactivate', ended.id, {});
      return this.view(client);
    });
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
    context: IamContext,
    action: string,
    id: string,
    payload: Record<string, unknown>,
  ): Promise<void> {
    return audit(client, { ...actorOf(context), action, targetKind: 'license_version', target: id, payload });
  }
}
