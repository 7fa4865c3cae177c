import { Controller } from '@nestjs/common';
import type { PoolClient } from 'pg';
import { HandleRpc } from '@spanwise/bus/rpc-handler';
import { conflict, notFound, unauthorized } from '@spanwise/contracts/base/errors';
import type { IamContext } from '@spanwise/contracts/authz/iam-context';
import {
  authenticatePush,
  CreatePushConnector,
  createPushConnector,
  DEFAULT_STREAM,
  deletePushConnector,
  isPushToken,
  listPushConnectors,
  PushConnectorId,
  PushToken,
  rotatePushConnector,
  updatePushConnector,
  UpdatePushConnectorById,
  type CreatedPushConnector,
  type PushConnectorView,
  type PushGrant,
} from '@spanwise/contracts/iam/push-connectors';
import { contextQuotas } from '@spanwise/contracts/authz/quotas';
import { Empty } from '@spanwise/contracts/authz/rpc';
import { actorOf, audit } from '../../platform/audit/audit.js';
import { billingFacts } from '../../commerce/billing/billing.store.js';
import { billingOf } from '../../commerce/billing/subscription-life.js';
import { nameOrganization, Scopes } from '../../db/scopes.js';
import { Invalidations } from '../../platform/events/invalidations.js';
import { hashOfSecret, makeSecret } from '../../platform/mail/secrets.js';
import { activeTokenChain } from '../tokens/token-chain.store.js';
import { connectorView } from './push-connector-view.js';
import {
  changeConnector,
  countConnectors,
  findConnectorOfSecret,
  insertConnector,
  isNameTaken,
  namePushSecret,
  readConnectors,
  readReceiving,
  removeConnector,
  replaceSecret,
} from './push-connectors.store.js';

/** The list is a bare array (API-6). */
const MAX_CONNECTORS = 1_000;

@Controller()
export class PushConnectors {
  constructor(
    private readonly scopes: Scopes,
    private readonly invalidations: Invalidations,
  ) {}

  @HandleRpc(listPushConnectors)
  list(_: Empty, context: IamContext): Promise<PushConnectorView[]> {
    return this.scopes.in({ organizationId: context.organization_id }, async (client) => {
      const rows = await readConnectors(client, context.organization_id, MAX_CONNECTORS);
      return rows.map(connectorView);
    });
  }

  @HandleRpc(createPushConnector)
  create(input: CreatePushConnector, context: IamContext): Promise<CreatedPushConnector> {
    const { token, hash } = makeToken();
    return this.scopes.in({ organizationId: context.organization_id }, async (client) => {
      const count = await countConnectors(client, context.organization_id);
      if (count >= MAX_CONNECTORS) throw conflict(`There can be ${MAX_CONNECTORS} connectors.`);
      const made = await insertConnector(client, {
        organizationId: context.organization_id,
        name: input.name.trim(),
        kind: input.kind,
        targetStream: input.target_stream ?? DEFAULT_STREAM[input.kind],
        tokenHash: hash,
        apiTokenId: madeWith(context),
      });
      if (made === undefined) throw conflict('There is a connector with this name.');
      await note(client, context, 'create', made.id, { ...input });
      return { connector: connectorView(made), push_token: token };
    });
  }

  @HandleRpc(updatePushConnector)
  update({ id, ...change }: UpdatePushConnectorById, context: IamContext): Promise<PushConnectorView> {
    return this.change(context, id, async (client) => {
      const taken = await isNameTaken(client, context.organization_id, change.name?.trim() ?? null, id);
      if (taken) throw conflict('There is a connector with this name.');
      const changed = await changeConnector(client, {
        id,
        organizationId: context.organization_id,
        name: change.name?.trim() ?? null,
        enabled: change.enabled ?? null,
        targetStream: change.target_stream ?? null,
      });
      if (changed === undefined) throw absent();
      await note(client, context, 'update', id, { ...change });
      return connectorView(changed);
    });
  }

  @HandleRpc(rotatePushConnector)
  rotate({ id }: PushConnectorId, context: IamContext): Promise<CreatedPushConnector> {
    const { token, hash } = makeToken();
    return this.change(context, id, async (client) => {
      const changed = await replaceSecret(client, id, context.organization_id, hash, madeWith(context));
      if (changed === undefined) throw absent();
      await note(client, context, 'rotate', id, {});
      return { connector: connectorView(changed), push_token: token };
    });
  }

  @HandleRpc(deletePushConnector)
  remove({ id }: PushConnectorId, context: IamContext): Promise<{ deleted: true }> {
    return this.change(context, id, async (client) => {
      const removed = await removeConnector(client, id, context.organization_id);
      if (!removed) throw absent();
      await note(client, context, 'delete', id, {});
      return { deleted: true as const };
    });
  }

  @HandleRpc(authenticatePush)
  authenticate({ token }: PushToken): Promise<PushGrant> {
    return this.scopes.in({}, async (client) => {
      if (!isPushToken(token)) throw unauthorized();
      const hash = hashOfSecret(token);
      await namePushSecret(client, hash);
      const connector = await findConnectorOfSecret(client, hash);
      if (connector === undefined) throw unauthorized();
      await nameOrganization(client, connector.organization_id);
      const { organization_id: organizationId, api_token_id: tokenId } = connector;
      const ended = tokenId !== null && (await activeTokenChain(client, organizationId, tokenId)) === undefined;
      if (ended) throw unauthorized();
      const organization = await readReceiving(client, connector.organization_id);
      if (organization.disabled) throw unauthorized();
      const quotas = contextQuotas(organization.quotas);
      return {
        connector_id: connector.id,
        organization_id: connector.organization_id,
        kind: connector.kind,
        target_stream: connector.target_stream,
        ...(quotas !== undefined && { quotas }),
        ...billingOf(billingFacts(organization)),
      };
    });
  }

  /** A word goes out after the commit, so that no gateway takes what does not hold any more. */
  private async change<T>(context: IamContext, id: string, work: (client: PoolClient) => Promise<T>): Promise<T> {
    const done = await this.scopes.in({ organizationId: context.organization_id }, work);
    this.invalidations.publish({ credential_id: id });
    return done;
  }
}

/** A secret that was made with an API token ends with it; rotated by a person, it is the organization's own. */
const madeWith = (context: IamContext): string | null =>
  context.subject_type === 'api_token' ? context.credential_id : null;

const absent = () => notFound('There is no such connector.');

function makeToken(): { token: string; hash: string } {
  const token = `swc_${makeSecret().secret}`;
  return { token, hash: hashOfSecret(token) };
}

const note = (
  client: PoolClient,
  context: IamContext,
  action: string,
  target: string,
  payload: Record<string, unknown>,
): Promise<void> =>
  audit(client, {
    ...actorOf(context),
    action: `push_connector.${action}`,
    targetKind: 'push_connector',
    target,
    payload,
  });
