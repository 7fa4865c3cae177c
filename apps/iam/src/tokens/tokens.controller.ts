import { createHmac } from 'node:crypto';
import { Controller } from '@nestjs/common';
import type { PoolClient } from 'pg';
import { HandleRpc, type ScopedCall } from '@spanwise/bus/rpc-handler';
import { makeApiToken } from '@spanwise/contracts/api-token';
import { forbidden, invalidArgument, notFound } from '@spanwise/contracts/errors';
import {
  ById,
  CreateApiToken,
  createApiToken,
  defaultApiToken,
  listApiTokens,
  revokeApiToken,
  type ApiTokenView,
  type CreatedApiToken,
} from '@spanwise/contracts/iam';
import type { IamContext } from '@spanwise/contracts/iam-context';
import { Empty } from '@spanwise/contracts/rpc';
import { uuidv7 } from '@spanwise/contracts/uuid';
import { translateFaults } from '@spanwise/postgres/availability';
import { actorOf, audit } from '../audit/audit.js';
import { IamConfig } from '../config.js';
import { isSubset, type Role } from '../context/effective-access.js';
import { Scopes } from '../db/scopes.js';
import { Invalidations } from '../events/invalidations.js';
import { seal, unseal } from '@spanwise/host/sealing';
import { requireUser } from '../profile/profile.controller.js';
import { requireRoom } from '../quotas/quota-store.js';
import { organizationRoles, rolesByIdForUse } from '../roles/role-store.js';

/** The newest: revoked ones stay in the list. */
const MAX_LISTED = 1_000;
const DEFAULT_ROLE = 'ingest';
const DEFAULT_NAME = 'Default ingest token';

interface TokenRow {
  id: string;
  prefix: string;
  name: string;
  role_key: string;
  kind: ApiTokenView['token_kind'];
  scopes: string[] | null;
  sealed: Buffer | null;
  created_at: Date;
  expires_at: Date | null;
  last_used_at: Date | null;
  revoked_at: Date | null;
}

interface NewToken {
  name: string;
  kind: ApiTokenView['token_kind'];
  role: Role;
  scopes?: string[];
  expiresInDays?: number;
}

@Controller()
export class TokensController {
  constructor(
    private readonly scopes: Scopes,
    private readonly config: IamConfig,
    private readonly invalidations: Invalidations,
  ) {}

  @HandleRpc(createApiToken)
  create(input: CreateApiToken, { context }: ScopedCall): Promise<CreatedApiToken> {
    return translateFaults(() =>
      this.scopes.inOrganization(context.organization_id, async (client) => {
        const role = await chosenRole(client, input, context.organization_id);
        requireGrantable(role, context);
        if (input.scopes !== undefined && !isSubset(input.scopes, role.permissions)) {
          throw invalidArgument('A scope is not a permission of the role.', [
            { field: 'scopes', reason: 'must be permissions of the role' },
          ]);
        }
        const { name, scopes, expires_in_days: expiresInDays } = input;
        return this.insert(client, context, { name: name.trim(), kind: 'personal', role, scopes, expiresInDays });
      }),
    );
  }

  @HandleRpc(defaultApiToken)
  default(_: Empty, { context }: ScopedCall): Promise<CreatedApiToken> {
    requireUser(context);
    const { organization_id: organizationId, subject } = context;
    return translateFaults(() =>
      this.scopes.inOrganization(organizationId, async (client) => {
        // Two first calls at once make one token.
        await client.query('select pg_advisory_xact_lock(hashtext($1))', [
          `default token ${organizationId} ${subject}`,
        ]);
        const roles = await organizationRoles(client, organizationId);
        const { rows } = await client.query<TokenRow>(
          `select * from api_tokens where organization_id = $1 and user_id = $2 and kind = 'default_ingestion'
              and revoked_at is null`,
          [organizationId, subject],
        );
        if (rows.length > 0 && rows[0].sealed !== null) {
          const token = unseal(this.config.values.secretKeys, rows[0].sealed).toString('utf8');
          return createdView(rows[0], roles, token);
        }
        const role = roles.get(DEFAULT_ROLE)!;
        requireGrantable(role, context);
        return this.insert(client, context, { name: DEFAULT_NAME, kind: 'default_ingestion', role });
      }),
    );
  }

  @HandleRpc(listApiTokens)
  list(_: Empty, { context }: ScopedCall): Promise<ApiTokenView[]> {
    return translateFaults(() =>
      this.scopes.inOrganization(context.organization_id, async (client) => {
        const roles = await organizationRoles(client, context.organization_id);
        const { rows } = await client.query<TokenRow>(
          'select * from api_tokens where organization_id = $1 order by created_at desc, id limit $2',
          [context.organization_id, MAX_LISTED],
        );
        return rows.map((row) => viewOf(row, roles));
      }),
    );
  }

  @HandleRpc(revokeApiToken)
  revoke({ id }: ById, { context }: ScopedCall): Promise<{ revoked: true }> {
    return translateFaults(async () => {
      await this.scopes.inOrganization(context.organization_id, async (client) => {
        const { rowCount } = await client.query(
          `update api_tokens set revoked_at = coalesce(revoked_at, now()), sealed = null
            where id = $1 and organization_id = $2`,
          [id, context.organization_id],
        );
        if (rowCount !== 1) throw notFound('There is no such API token.');
        const entry = { action: 'api_token.revoke', targetKind: 'api_token', target: id };
        await audit(client, { ...actorOf(context), ...entry });
      });
      this.invalidations.publish({ credential_id: id });
      return { revoked: true as const };
    });
  }

  private async insert(client: PoolClient, context: IamContext, made: NewToken): Promise<CreatedApiToken> {
    const { organization_id: organizationId, subject } = context;
    const { prefix, token } = makeApiToken();
    const [{ kid, key }] = this.config.values.tokenKeys;
    await requireRoom(client, organizationId, 'api_tokens');
    const shownAgain = made.kind === 'default_ingestion';
    const { rows } = await client.query<TokenRow>(
      `insert into api_tokens (id, organization_id, user_id, role_key, name, prefix, secret_hmac, kid, expires_at, kind,
                               scopes, sealed)
       values ($1, $2, $3, $4, $5, $6, $7, $8, now() + make_interval(days => $9::int), $10, $11, $12) returning *`,
      [
        uuidv7(),
        organizationId,
        subject,
        made.role.key,
        made.name,
        prefix,
        createHmac('sha256', key).update(token).digest(),
        kid,
        made.expiresInDays ?? null,
        made.kind,
        made.scopes ?? null,
        shownAgain ? seal(this.config.values.secretKeys, Buffer.from(token)) : null,
      ],
    );
    await audit(client, {
      ...actorOf(context),
      action: 'api_token.create',
      targetKind: 'api_token',
      target: rows[0].id,
      payload: { name: made.name, role: made.role.key, scopes: made.scopes },
    });
    return createdView(rows[0], new Map([[made.role.key, made.role]]), token);
  }
}

function requireGrantable(role: Role, context: IamContext): void {
  if (!isSubset(role.permissions, context.permissions)) {
    throw forbidden('A token cannot have permissions that its maker does not have.');
  }
}

async function chosenRole(client: PoolClient, input: CreateApiToken, organizationId: string): Promise<Role> {
  if (input.role_id !== undefined) return (await rolesByIdForUse(client, organizationId, [input.role_id]))[0];
  const named = (await organizationRoles(client, organizationId)).get(input.role_key ?? DEFAULT_ROLE);
  if (named === undefined || named.key === 'rum_client') {
    throw invalidArgument('The role is unknown or cannot be given to an API token.', [
      { field: 'role_key', reason: 'unknown role' },
    ]);
  }
  return (await rolesByIdForUse(client, organizationId, [named.id]))[0];
}

const micros = (date: Date): number => date.getTime() * 1_000;

function createdView(row: TokenRow, roles: Map<string, Role>, token: string): CreatedApiToken {
  const { revoked: _revoked, name: _name, last_used_at_micros: _used, ...view } = viewOf(row, roles);
  return { ...view, token };
}

function viewOf(row: TokenRow, roles: Map<string, Role>): ApiTokenView {
  const role = roles.get(row.role_key);
  return {
    id: row.id,
    prefix: row.prefix,
    name: row.name,
    role_id: role?.id ?? '',
    role_key: row.role_key,
    role_name: role?.name ?? row.role_key,
    token_kind: row.kind,
    ...(row.scopes !== null && { scopes: row.scopes }),
    ...(row.expires_at !== null && { expires_at_micros: micros(row.expires_at) }),
    ...(row.last_used_at !== null && { last_used_at_micros: micros(row.last_used_at) }),
    revoked: row.revoked_at !== null,
    created_at_micros: micros(row.created_at),
  };
}
