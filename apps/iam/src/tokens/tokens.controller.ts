import { createHmac } from 'node:crypto';
import { Controller } from '@nestjs/common';
import { Bus } from '@spanwise/bus/bus';
import { HandleRpc, type ScopedCall } from '@spanwise/bus/rpc-handler';
import { makeApiToken } from '@spanwise/contracts/api-token';
import { conflict, forbidden, invalidArgument, notFound } from '@spanwise/contracts/errors';
import {
  ById,
  CreateApiToken,
  createApiToken,
  listApiTokens,
  revokeApiToken,
  type ApiTokenView,
  type CreatedApiToken,
} from '@spanwise/contracts/iam';
import { INVALIDATION_SUBJECT } from '@spanwise/contracts/invalidation';
import { BUILTIN_ROLES, type BuiltinRole } from '@spanwise/contracts/permissions';
import { Empty } from '@spanwise/contracts/rpc';
import { uuidv7 } from '@spanwise/contracts/uuid';
import { translateFaults } from '@spanwise/postgres/availability';
import { audit } from '../audit/audit.js';
import { IamConfig } from '../config.js';
import { isSubset, permissionsOf, roleByKey } from '../context/effective-access.js';
import { Scopes } from '../db/scopes.js';

/** Creation limit of an organization: the list is a bare array (decisions 1.8). */
const MAX_TOKENS = 1_000;
const DEFAULT_ROLE = 'ingest';

interface TokenRow {
  id: string;
  prefix: string;
  name: string;
  role_key: string;
  kind: ApiTokenView['token_kind'];
  created_at: Date;
  expires_at: Date | null;
  last_used_at: Date | null;
  revoked_at: Date | null;
}

@Controller()
export class TokensController {
  constructor(
    private readonly scopes: Scopes,
    private readonly config: IamConfig,
    private readonly bus: Bus,
  ) {}

  @HandleRpc(createApiToken)
  create(input: CreateApiToken, call: ScopedCall): Promise<CreatedApiToken> {
    const role = chosenRole(input);
    if (!isSubset(permissionsOf([role.key]), call.context.permissions)) {
      throw forbidden('A token cannot have permissions that its maker does not have.');
    }
    return translateFaults(() => this.insert(input, role, call));
  }

  @HandleRpc(listApiTokens)
  list(_: Empty, call: ScopedCall): Promise<ApiTokenView[]> {
    return translateFaults(() =>
      this.scopes.inOrganization(call.context.organization_id, async (client) => {
        const { rows } = await client.query<TokenRow>(
          'select * from api_tokens where organization_id = $1 order by created_at desc, id limit $2',
          [call.context.organization_id, MAX_TOKENS],
        );
        return rows.map(viewOf);
      }),
    );
  }

  @HandleRpc(revokeApiToken)
  revoke(input: ById, call: ScopedCall): Promise<{ revoked: true }> {
    return translateFaults(async () => {
      const { organization_id: organizationId, subject } = call.context;
      await this.scopes.inOrganization(organizationId, async (client) => {
        const { rowCount } = await client.query(
          'update api_tokens set revoked_at = coalesce(revoked_at, now()) where id = $1 and organization_id = $2',
          [input.id, organizationId],
        );
        if (rowCount !== 1) throw notFound('There is no such API token.');
        await audit(client, { organizationId, actorId: subject, action: 'api_token.revoke', target: input.id });
      });
      this.bus.connection.publish(INVALIDATION_SUBJECT, JSON.stringify({ credential_id: input.id }));
      return { revoked: true as const };
    });
  }

  private async insert(input: CreateApiToken, role: BuiltinRole, call: ScopedCall): Promise<CreatedApiToken> {
    const { organization_id: organizationId, subject } = call.context;
    const { prefix, token } = makeApiToken();
    const [{ kid, key }] = this.config.values.tokenKeys;
    const secret = createHmac('sha256', key).update(token).digest();
    const row = await this.scopes.inOrganization(organizationId, async (client) => {
      const count = await client.query<{ live: string }>(
        'select count(*) as live from api_tokens where organization_id = $1 and revoked_at is null',
        [organizationId],
      );
      if (Number(count.rows[0].live) >= MAX_TOKENS)
        throw conflict(`An organization can have ${MAX_TOKENS} API tokens.`);
      const { rows } = await client.query<TokenRow>(
        `insert into api_tokens (id, organization_id, user_id, role_key, name, prefix, secret_hmac, kid, expires_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, now() + make_interval(days => $9::int)) returning *`,
        [
          uuidv7(),
          organizationId,
          subject,
          role.key,
          input.name.trim(),
          prefix,
          secret,
          kid,
          input.expires_in_days ?? null,
        ],
      );
      await audit(client, { organizationId, actorId: subject, action: 'api_token.create', target: rows[0].id });
      return rows[0];
    });
    const { revoked: _revoked, name: _name, last_used_at_micros: _used, ...view } = viewOf(row);
    return { ...view, token };
  }
}

function chosenRole(input: CreateApiToken): BuiltinRole {
  const byId = input.role_id === undefined ? undefined : BUILTIN_ROLES.find((role) => role.id === input.role_id);
  const role = input.role_id === undefined ? roleByKey(input.role_key ?? DEFAULT_ROLE) : byId;
  if (role === undefined || role.scope !== 'organization' || role.key === 'rum_client') {
    throw invalidArgument('The role is unknown or cannot be given to an API token.', [
      { field: 'role_id', reason: 'unknown role' },
    ]);
  }
  if (input.name.trim() === '')
    throw invalidArgument('The name must not be blank.', [{ field: 'name', reason: 'must not be blank' }]);
  return role;
}

const micros = (date: Date): number => date.getTime() * 1_000;

function viewOf(row: TokenRow): ApiTokenView {
  const role = roleByKey(row.role_key);
  return {
    id: row.id,
    prefix: row.prefix,
    name: row.name,
    role_id: role?.id ?? '',
    role_key: row.role_key,
    role_name: role?.name ?? row.role_key,
    token_kind: row.kind,
    ...(row.expires_at !== null && { expires_at_micros: micros(row.expires_at) }),
    ...(row.last_used_at !== null && { last_used_at_micros: micros(row.last_used_at) }),
    revoked: row.revoked_at !== null,
    created_at_micros: micros(row.created_at),
  };
}
