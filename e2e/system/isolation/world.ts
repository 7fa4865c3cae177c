/** Two organizations in one product, made through its API: Acme, whose people attack, and the rival, who must not be seen. */
import pg from 'pg';
import { BUILTIN_ROLES, type BuiltinRoleKey } from '@spanwise/contracts/authz/permissions';
import type { Product, SignedIn } from '../harness/product.js';
import { call, must } from '../harness/http.js';
import { makeRivalThings, MARK, type ForeignValues, type RivalOwner } from './rival.js';

/** What `bare` may do: no route asks for it. */
export const BARE_PERMISSIONS = ['rum.write'];
const PASSWORD = 'correct horse 9 battery';

export interface World {
  baseUrl: string;
  /** Tokens of all attackers. */
  callers: Record<Attacker, string>;
  /** The rival's own token, which shows that nothing of theirs has changed. */
  boss: string;
  foreign: ForeignValues;
}

/**
 * `owner` of Acme; `bare`: a member whose role permits nothing that a person's route asks for; `system`: the platform's
 * administrator in `_sys`; `ingest`: an API token that may send telemetry and nothing else; `disabled`: a user who was
 * disabled after the sign-in; `closed`: the owner of an organization that was disabled.
 */
export type Attacker = 'owner' | 'bare' | 'system' | 'ingest' | 'revoked' | 'expired' | 'disabled' | 'closed';

export async function makeWorld(product: Product): Promise<World> {
  const { baseUrl } = product;
  const signIn = (email: string) =>
    must<SignedIn>(baseUrl, 'POST /api/v1/auth/signin', undefined, { email, password: PASSWORD });
  const select = async (token: string, organization: string) =>
    (await must<{ token: string }>(baseUrl, `POST /api/v1/orgs/${organization}/select`, token)).token;
  const user = (token: string, email: string, name: string, role: string) =>
    must<{ id: string }>(baseUrl, 'POST /api/v1/users', token, {
      email,
      display_name: name,
      password: PASSWORD,
      role_ids: [role],
    });

  const admin = await product.owner();
  const database = new pg.Client({ connectionString: product.databaseUrl });
  await database.connect();
  try {
    const { rows } = await database.query<{ id: string }>("select id from iam.organizations where slug = '_sys'");
    const system = await select(admin.token, rows[0]!.id);
    const { id: organizationId } = await must<{ id: string }>(baseUrl, 'POST /api/v1/orgs', system, {
      name: `${MARK} Ltd`,
      slug: MARK,
    });
    await user(await select(system, organizationId), `boss@${MARK}.example`, `${MARK} boss`, roleId('owner'));
    const again = await product.owner();
    await user(again.token, 'owner@acme.example', 'Owner', roleId('owner'));
    const bareRole = await must<{ id: string }>(baseUrl, 'POST /api/v1/roles', again.token, {
      key: 'bare',
      name: 'Bare',
      permissions: BARE_PERMISSIONS,
    });
    await user(again.token, 'bare@acme.example', 'Bare', bareRole.id);
    const gone = await user(again.token, 'gone@acme.example', 'Gone', roleId('owner'));
    const [owner, expired, bare, boss] = [
      await signIn('owner@acme.example'),
      await signIn('owner@acme.example'),
      await signIn('bare@acme.example'),
      await signIn(`boss@${MARK}.example`),
    ];
    await database.query("update iam.sessions set expires_at = now() - interval '1 second' where id = $1", [
      sessionOf(expired.token),
    ]);
    const disabled = await signIn('gone@acme.example');
    await must(baseUrl, `PATCH /api/v1/users/${gone.id}`, again.token, { disabled: true });
    const platform = await select(again.token, rows[0]!.id);
    const closed = await must<{ id: string }>(baseUrl, 'POST /api/v1/orgs', platform, {
      name: 'Closed',
      slug: 'closed',
    });
    await user(await select(platform, closed.id), 'owner@closed.example', 'Closed', roleId('owner'));
    const closedOwner = await signIn('owner@closed.example');
    const platformAgain = await select((await product.owner()).token, rows[0]!.id);
    await must(baseUrl, `PATCH /api/v1/orgs/${closed.id}/status`, platformAgain, { disabled: true });
    const rival: RivalOwner = {
      token: boss.token,
      userId: boss.user_id,
      organizationId,
      sessionId: sessionOf(boss.token),
      viewerRoleId: roleId('viewer'),
    };
    const callers = {
      owner: owner.token,
      bare: bare.token,
      system: platformAgain,
      disabled: disabled.token,
      closed: closedOwner.token,
      ingest: await apiToken(baseUrl, owner.token, 'ingest'),
      revoked: await apiToken(baseUrl, owner.token, 'viewer', true),
      expired: expired.token,
    };
    return { baseUrl, callers, boss: boss.token, foreign: await makeRivalThings(baseUrl, rival) };
  } finally {
    await database.end();
  }
}

const roleId = (key: BuiltinRoleKey): string => BUILTIN_ROLES.find((role) => role.key === key)!.id;

async function apiToken(baseUrl: string, token: string, role: string, revoke = false): Promise<string> {
  const body = { name: `${role} token`, role_key: role };
  const made = await must<{ id: string; token: string }>(baseUrl, 'POST /api/v1/auth/tokens', token, body);
  if (revoke) await call(baseUrl, 'DELETE', `/api/v1/auth/tokens/${made.id}`, token);
  return made.token;
}

/** The session that a sign-in token stands for. */
const sessionOf = (token: string): string =>
  (JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as { sid: string }).sid;
