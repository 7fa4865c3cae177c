import { Controller } from '@nestjs/common';
import { createHmac } from 'node:crypto';
import type { PoolClient } from 'pg';
import { HandleRpc } from '@spanwise/bus/rpc-handler';
import { makeApiToken } from '@spanwise/contracts/authz/api-token';
import { conflict, forbidden, invalidArgument, notFound, unauthorized } from '@spanwise/contracts/base/errors';
import {
  ById,
  CreateApiToken,
  createApiToken,
  defaultApiToken,
  listApiTokens,
  revokeApiToken,
  type ApiTokenView,
  type CreatedApiToken,
} from '@spanwise/contracts/iam/iam';
import type { IamContext } from '@spanwise/contracts/authz/iam-context';
import { seal, unseal } from '@spanwise/host/sealing';
import { Empty } from '@spanwise/contracts/authz/rpc';
import { actorOf, audit } from '../../platform/audit/audit.js';
import { IamConfig } from '../../config.js';
import { isSubset, type Role } from '../roles/effective-access.js';
import { Scopes } from '../../db/scopes.js';
import { Invalidations } from '../../platform/events/invalidations.js';
import { requireUser } from '../roles/require-user.js';
import { requireRoom } from '../../commerce/quotas/quotas.store.js';
import { organizationRoles, rolesByIdForUse } from '../roles/roles.store.js';
import { isOwner } from '../roles/ownership.js';
import { endTokens, activeTokenChain, mayHaveChild, type LineToken } from './token-chain.store.js';
import { createdView, requireGrantable, tokenView } from './token-rules.js';
import { findDefaultToken, insertToken, keepToken, lockDefaultToken, lockToken, readTokens } from './tokens.store.js';

/** The newest: revoked ones stay in the list. */
const MAX_LISTED = 1_000;
const DEFAULT_ROLE = 'ingest';
const DEFAULT_NAME = 'Default ingest token';

interface NewToken {
  name: string;
  kind: ApiTokenView['token_kind'];
  role: Role;
  scopes?: string[];
  expiresInDays?: number;
  /** The token that this one is made with: the child ends with it at the latest. */
  parent?: LineToken;
}

@Controller()
export class ApiTokens {
  constructor(
    private readonly scopes: Scopes,
    private readonly config: IamConfig,
    private readonly invalidations: Invalidations,
  ) {}

  @HandleRpc(createApiToken)
  create(input: CreateApiToken, context: IamContext): Promise<CreatedApiToken> {
    return this.scopes.in({ organizationId: context.organization_id }, async (client) => {
      const role = await chosenRole(client, input, context.organization_id);
      requireGrantable(role, context);
      const parent = await parentOf(client, context);
      await requireOwnerRole(client, context, role, parent);
      if (input.scopes !== undefined && !isSubset(input.scopes, role.permissions)) {
        throw invalidArgument('A scope is not a permission of the role.', [
          { field: 'scopes', reason: 'must be permissions of the role' },
        ]);
      }
      const { name, scopes, expires_in_days: expiresInDays } = input;
      return this.insert(client, context, {
        name: name.trim(),
        kind: 'personal',
        role,
        scopes,
        expiresInDays,
        parent,
      });
    });
  }

  @HandleRpc(defaultApiToken)
  default(_: Empty, context: IamContext): Promise<CreatedApiToken> {
    requireUser(context);
    const { organization_id: organizationId, subject } = context;
    return this.scopes.in({ organizationId }, async (client) => {
      // Two first calls at once make one token.
      await lockDefaultToken(client, `default token ${organizationId} ${subject}`);
      const roles = await organizationRoles(client, organizationId);
      const stored = await findDefaultToken(client, organizationId, subject);
      if (stored !== undefined && stored.sealed !== null) {
        const token = unseal(this.config.values.secretKeys, stored.sealed).toString('utf8');
        const entry = { action: 'api_token.show', targetKind: 'api_token', target: stored.id };
        await audit(client, { ...actorOf(context), ...entry, payload: { name: stored.name } });
        return createdView(stored, roles, token);
      }
      const role = roles.get(DEFAULT_ROLE)!;
      requireGrantable(role, context);
      return this.insert(client, context, { name: DEFAULT_NAME, kind: 'default_ingestion', role });
    });
  }

  @HandleRpc(listApiTokens)
  list(_: Empty, context: IamContext): Promise<ApiTokenView[]> {
    return this.scopes.in({ organizationId: context.organization_id }, async (client) => {
      const roles = await organizationRoles(client, context.organization_id);
      const rows = await readTokens(client, context.organization_id, MAX_LISTED);
      return rows.map((row) => tokenView(row, roles));
    });
  }

  @HandleRpc(revokeApiToken)
  async revoke({ id }: ById, context: IamContext): Promise<{ revoked: true }> {
    const ended = await this.scopes.in({ organizationId: context.organization_id }, async (client) => {
      // A child that is being made at this moment is in the line afterwards.
      const found = await lockToken(client, id, context.organization_id);
      if (!found) throw notFound('There is no such API token.');
      const ids = await endTokens(client, context.organization_id, [id]);
      const payload = ids.length > 1 ? { ended_with_it: ids.length - 1 } : {};
      const entry = { action: 'api_token.revoke', targetKind: 'api_token', target: id, payload };
      await audit(client, { ...actorOf(context), ...entry });
      return ids;
    });
    for (const one of ended) this.invalidations.publish({ credential_id: one });
    return { revoked: true as const };
  }

  private async insert(client: PoolClient, context: IamContext, made: NewToken): Promise<CreatedApiToken> {
    const { organization_id: organizationId, subject } = context;
    const { prefix, token } = makeApiToken();
    const { kid, key } = this.config.values.tokenKeys[0]!;
    await requireRoom(client, organizationId, 'api_tokens');
    const shownAgain = made.kind === 'default_ingestion';
    const row = await insertToken(client, {
      organizationId,
      userId: subject,
      roleKey: made.role.key,
      name: made.name,
      prefix,
      secretHmac: createHmac('sha256', key).update(token).digest(),
      kid,
      expiresInDays: made.expiresInDays ?? null,
      kind: made.kind,
      scopes: made.scopes ?? null,
      sealed: shownAgain ? seal(this.config.values.secretKeys, Buffer.from(token)) : null,
      atMostUntil: made.parent?.expires_at ?? null,
      parentId: made.parent?.id ?? null,
    });
    await audit(client, {
      ...actorOf(context),
      action: 'api_token.create',
      targetKind: 'api_token',
      target: row.id,
      payload: { name: made.name, role: made.role.key, scopes: made.scopes },
    });
    return createdView(row, new Map([[made.role.key, made.role]]), token);
  }
}

/** The token that the caller came with, kept from being revoked until the transaction ends; none of a session. */
async function parentOf(client: PoolClient, context: IamContext): Promise<LineToken | undefined> {
  if (context.subject_type !== 'api_token') return undefined;
  const { organization_id: organizationId, credential_id: id } = context;
  await keepToken(client, organizationId, id);
  const line = await activeTokenChain(client, organizationId, id);
  if (line === undefined) throw unauthorized();
  if (!mayHaveChild(line)) throw conflict('This token was made with too long a line of tokens to make another one.');
  return line[0];
}

/** A token with the role Owner is made by an owner, or with such a token, which it ends with. */
async function requireOwnerRole(
  client: PoolClient,
  context: IamContext,
  role: Role,
  parent: LineToken | undefined,
): Promise<void> {
  if (role.key !== 'owner' || parent?.role_key === 'owner' || (await isOwner(client, context))) return;
  throw forbidden('A token with the role Owner is made by an owner.');
}

async function chosenRole(client: PoolClient, input: CreateApiToken, organizationId: string): Promise<Role> {
  if (input.role_id !== undefined) return (await rolesByIdForUse(client, organizationId, [input.role_id]))[0]!;
  const named = (await organizationRoles(client, organizationId)).get(input.role_key ?? DEFAULT_ROLE);
  if (named === undefined || named.key === 'rum_client') {
    throw invalidArgument('The role is unknown or cannot be given to an API token.', [
      { field: 'role_key', reason: 'unknown role' },
    ]);
  }
  return (await rolesByIdForUse(client, organizationId, [named.id]))[0]!;
}
