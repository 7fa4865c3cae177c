import { createHash } from 'node:crypto';
import { Controller } from '@nestjs/common';
import { HandleRpc } from '@spanwise/bus/rpc-handler';
import { pausedBecause } from '@spanwise/contracts/authz/billing-state';
import { unauthorized } from '@spanwise/contracts/base/errors';
import { denialOf } from '@spanwise/contracts/authz/denials';
import {
  DEFAULT_DOWNLOAD_SECONDS,
  DOWNLOAD_PATH,
  MakeDownload,
  makeDownload,
  OpenDownload,
  openDownload,
  type DownloadLink,
  type DownloadObject,
  type OpenedDownload,
} from '@spanwise/contracts/iam/downloads';
import { linkTo } from '@spanwise/contracts/base/page-links';
import { QUERY_ACCESS } from '@spanwise/contracts/telemetry/query';
import type { IamContext } from '@spanwise/contracts/authz/iam-context';
import { actorOf, audit } from '../../platform/audit/audit.js';
import { Clock } from '../../clock.js';
import { IamConfig } from '../../config.js';
import { Contexts } from '../context/contexts.js';
import { Scopes } from '../../db/scopes.js';
import { readGrant, signGrant } from './download-links.js';

/** What its maker must be allowed at every use of a link. */
const NEEDED = { search_job: QUERY_ACCESS } as const satisfies Record<DownloadObject, object>;

/** Links to files (ACCESS-14). Nothing of them is stored: the link says what it is for, and the MAC that it is ours. */
@Controller()
export class Downloads {
  constructor(
    private readonly scopes: Scopes,
    private readonly clock: Clock,
    private readonly config: IamConfig,
    private readonly contexts: Contexts,
  ) {}

  @HandleRpc(makeDownload)
  async make(input: MakeDownload, context: IamContext): Promise<DownloadLink> {
    const { object_type: objectType, object_id: objectId, method = 'GET' } = input;
    const expiresAtMs = this.clock.nowMs() + (input.expires_in_secs ?? DEFAULT_DOWNLOAD_SECONDS) * 1_000;
    const { subject, subject_type, credential_id, organization_id, scope } = context;
    const maker = { subject, subject_type, credential_id, organization_id, scope };
    const { tokenKeys, baseUrl } = this.config.values;
    const token = signGrant(tokenKeys, { method, objectType, objectId, expiresAtMs, maker });
    await this.scopes.in({ organizationId: organization_id }, (client) =>
      audit(client, {
        ...actorOf(context),
        action: 'download.link',
        targetKind: objectType,
        target: objectId,
        payload: { method, expires_at_micros: expiresAtMs * 1_000 },
      }),
    );
    const url = linkTo(baseUrl, `${DOWNLOAD_PATH}${token}`);
    return { download_url: url, method, expires_at_micros: expiresAtMs * 1_000 };
  }

  @HandleRpc(openDownload)
  async open({ token, method }: OpenDownload): Promise<OpenedDownload> {
    const grant = readGrant(this.config.values.tokenKeys, token, this.clock.nowMs());
    if (grant === undefined || grant.method !== method) throw unauthorized();
    const { context, signed } = await this.contexts.ofCredential(grant.maker);
    const paused = pausedBecause(context, this.clock.nowMs() * 1_000) !== undefined;
    if (paused || denialOf(context, NEEDED[grant.objectType]) !== undefined) throw unauthorized();
    await this.scopes.in({ organizationId: context.organization_id }, (client) =>
      audit(client, {
        ...actorOf(context),
        id: recordIdOf(token),
        action: 'download.open',
        targetKind: grant.objectType,
        target: grant.objectId,
        payload: { method },
      }),
    );
    return { object_type: grant.objectType, object_id: grant.objectId, context, signed };
  }
}

/** A link is one record, however often and in however many pieces it is followed: a UUIDv8 (RFC 9562) of its token. */
function recordIdOf(token: string): string {
  const hex = createHash('sha256').update(token).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
