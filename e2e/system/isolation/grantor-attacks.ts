/**
 * The attacks of a grantor: a child that outlives the token it was made with, an invitation whose grantor
 * is gone, Owner granted by a user who is none, and a sign-up whose address was not confirmed.
 */
import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { BUILTIN_ROLES } from '@spanwise/contracts/authz/permissions';
import type { Product } from '../harness/product.js';
import { GRANTORS, givingOperations, type GivingDescription } from './grantors.js';
import { call, must } from '../harness/http.js';
import type { World } from './world.js';

const PASSWORD = 'correct horse 9 battery';
/** What is pushed arrives within a second; what is only asked for again is so after 15. */
const GONE_MS = 10_000;
const SOME_ID = '00000000-0000-7000-8000-00000000abcd';
const roleId = (key: string): string => BUILTIN_ROLES.find((role) => role.key === key)!.id;

/** What is wrong, a sentence each. */
export async function grantorFaults(product: Product, world: World): Promise<string[]> {
  const wrong: string[] = [];
  const description = await must<GivingDescription>(product.baseUrl, 'GET /api/v1/openapi.json', undefined);
  const found = givingOperations(description);
  const known = Object.keys(GRANTORS);
  for (const one of found)
    if (!known.includes(one)) wrong.push(`${one} gives something: say in grantors.ts what ends with it`);
  for (const one of known) if (!found.includes(one)) wrong.push(`${one} of grantors.ts is not in the description`);
  const database = new pg.Client({ connectionString: product.databaseUrl });
  await database.connect();
  try {
    const attack = new GrantorAttacks(product.baseUrl, world.callers.owner, database);
    const children = known.filter((one) => GRANTORS[one] === 'child');
    for (const operation of children) wrong.push(...(await attack.childOutlivesParent(operation)));
    for (const operation of known.filter((one) => GRANTORS[one] === 'session')) {
      wrong.push(...(await attack.sessionAlone(operation)));
    }
    wrong.push(
      ...(await attack.grantorGone()),
      ...(await attack.ownerByAnother()),
      ...(await attack.unverifiedSignUp()),
    );
  } finally {
    await database.end();
  }
  return wrong;
}

interface ApiToken {
  id: string;
  token: string;
  expires_at_micros?: number;
}

/** What was given: whether it still opens something. */
type Holds = () => Promise<boolean>;

class GrantorAttacks {
  private made = 0;

  constructor(
    private readonly baseUrl: string,
    private readonly owner: string,
    private readonly database: pg.Client,
  ) {}

  async childOutlivesParent(operation: string): Promise<string[]> {
    const parent = await this.token(this.owner, { role_key: 'owner', expires_in_days: 1 });
    const holds = await this.child(operation, parent);
    if (holds === undefined) return [`${operation} is a child in grantors.ts, and is not tried`];
    if (!(await holds())) return [`${operation}: what it granted holds for no user`];
    await call(this.baseUrl, 'DELETE', `/api/v1/auth/tokens/${parent.id}`, this.owner);
    return (await endsSoon(holds)) ? [] : [`${operation} with child outlives parent: what it gave still holds`];
  }

  /** Gives something with the parent; undefined where it is not known how. */
  private async child(operation: string, parent: ApiToken): Promise<Holds | undefined> {
    const make = <T>(line: string, body?: object, token = parent.token) => must<T>(this.baseUrl, line, token, body);
    const name = `given ${++this.made}`;
    switch (operation) {
      case 'POST /api/v1/auth/tokens': {
        const child = await this.token(parent.token, { role_key: 'owner' });
        if ((child.expires_at_micros ?? Infinity) > parent.expires_at_micros!) {
          throw new Error(`${operation}: the child expires after its parent`);
        }
        const grandchild = await this.token(child.token, { role_key: 'viewer' });
        return () => this.opens('GET', '/api/v1/me', grandchild.token);
      }
      case 'POST /api/v1/connectors':
      case 'POST /api/v1/connectors/{id}/rotate': {
        const rotated = operation.endsWith('rotate');
        const body = { name, kind: 'heroku_drain' };
        type Made = { connector: { id: string }; push_token: string };
        let made = await make<Made>('POST /api/v1/connectors', body, rotated ? this.owner : parent.token);
        if (rotated) made = await make<Made>(`POST /api/v1/connectors/${made.connector.id}/rotate`);
        return () => this.pushes(made.push_token);
      }
      case 'POST /api/v1/invitations': {
        const { id } = await make<{ id: string }>('POST /api/v1/invitations', {
          email: `child-${this.made}@acme.example`,
          role_id: roleId('viewer'),
        });
        return this.invitationHolds(id);
      }
      case 'POST /api/v1/query/jobs/{id}/download': {
        const time_range = { start: 0, end: 1 };
        const search = { language: 'sql', statement: 'select 1 as one', time_range };
        const { job_id: id } = await make<{ job_id: string }>('POST /api/v1/query/jobs', search);
        for (let state = ''; state !== 'done'; await sleep(200)) {
          ({ state } = await make<{ state: string }>(`GET /api/v1/query/jobs/${id}`));
        }
        const link = await make<{ download_url: string }>(`POST /api/v1/query/jobs/${id}/download`, {});
        const path = new URL(link.download_url).pathname;
        return () => this.opens('GET', path);
      }
      default:
        return undefined;
    }
  }

  /** Operations that give a person what is theirs take no API token. */
  async sessionAlone(operation: string): Promise<string[]> {
    const { token } = await this.token(this.owner, { role_key: 'owner' });
    const [method, path] = operation.split(' ');
    const bodies: Record<string, object> = {
      'POST /api/v1/me/password': { current_password: PASSWORD, password: 'another one 7 horses' },
      'POST /api/v1/resource_shares': { resource_type: 'apm_overview', share_mode: 'authenticated' },
      'POST /api/v1/resource_shares/open': { token: randomBytes(32).toString('base64url') },
    };
    const { status } = await call(
      this.baseUrl,
      method!,
      path!.replaceAll(/\{\w+\}/g, SOME_ID),
      token,
      bodies[operation] ?? (method === 'GET' ? undefined : {}),
    );
    return status === 403 ? [] : [`${operation} with an API token answered ${status}, not 403`];
  }

  async grantorGone(): Promise<string[]> {
    const wrong: string[] = [];
    for (const way of ['removed', 'disabled', 'demoted'] as const) {
      const grantor = await this.member('admin');
      const invitation = await must<{ id: string }>(this.baseUrl, 'POST /api/v1/invitations', grantor.token, {
        email: `guest-${way}@acme.example`,
        role_id: roleId('admin'),
      });
      const holds = this.invitationHolds(invitation.id);
      const token = await this.token(grantor.token, { role_key: 'admin' });
      if (way === 'removed') await call(this.baseUrl, 'DELETE', `/api/v1/users/${grantor.user_id}`, this.owner);
      if (way === 'disabled')
        await must(this.baseUrl, `PATCH /api/v1/users/${grantor.user_id}`, this.owner, { disabled: true });
      if (way === 'demoted') {
        await call(this.baseUrl, 'POST', `/api/v1/orgs/${grantor.org_id}/members`, this.owner, {
          user_id: grantor.user_id,
          role_ids: [roleId('viewer')],
        });
      }
      if (await holds()) wrong.push(`grantor gone: an invitation of a user who was ${way} still holds`);
      const administers = () => this.opens('GET', '/api/v1/users', token.token);
      if (!(await endsSoon(administers)))
        wrong.push(`grantor gone: a token of a user who was ${way} still administers`);
    }
    return wrong;
  }

  /** Every operation that gives something to people, with Owner in it. */
  async ownerByAnother(): Promise<string[]> {
    const admin = await this.member('admin');
    const other = await this.member('viewer');
    const token = await this.token(this.owner, { role_key: 'owner' });
    const role = { role_id: roleId('owner'), resource_type: 'dashboard', resource_id: 'd1' };
    const bodies: Record<string, object> = {
      'POST /api/v1/users': {
        email: 'new@acme.example',
        display_name: 'New',
        password: PASSWORD,
        role_ids: [roleId('owner')],
      },
      'POST /api/v1/orgs/{id}/members': { user_id: other.user_id, role_ids: [roleId('owner')] },
      'POST /api/v1/invitations': { email: 'new@acme.example', role_id: roleId('owner') },
      'POST /api/v1/iam/role-bindings': { ...role, principal_type: 'user', principal_id: other.user_id },
      'POST /api/v1/iam/relationships': { ...role, subject_type: 'user', subject_id: other.user_id },
    };
    const wrong: string[] = [];
    for (const [operation, body] of Object.entries(bodies)) {
      for (const [who, credential] of [
        ['an admin', admin.token],
        ["an owner's token", token.token],
      ]) {
        const [method, path] = operation.split(' ');
        const { status } = await call(this.baseUrl, method!, path!.replace('{id}', admin.org_id), credential, body);
        if (status !== 403) wrong.push(`${operation} with Owner by ${who} answered ${status}, not 403`);
      }
    }
    return wrong;
  }

  async unverifiedSignUp(): Promise<string[]> {
    const wrong: string[] = [];
    const email = 'stranger@acme.example';
    await this.forgetLimits();
    await this.database.query(
      `update iam.organizations set signup_enabled = true, signup_require_approval = false
        where not system and not disabled`,
    );
    const form = { email, display_name: 'Stranger', password: PASSWORD };
    const signedUp = await call(this.baseUrl, 'POST', '/api/v1/auth/signup', undefined, form);
    if (/"token":"/.test(signedUp.text)) wrong.push('unverified sign-up: the answer has a token');
    const entered = await call(this.baseUrl, 'POST', '/api/v1/auth/signin', undefined, { email, password: PASSWORD });
    if (entered.status !== 401) wrong.push(`unverified sign-up: signing in answered ${entered.status}, not 401`);
    const { rowCount } = await this.database.query('select from iam.users where email_key = $1', [email]);
    if (rowCount !== 0) wrong.push('unverified sign-up: there is an account');
    await this.database.query('update iam.organizations set signup_enabled = false');
    return wrong;
  }

  /** The attacks come from one address, more of them in a minute than it may send. */
  private async forgetLimits(): Promise<void> {
    await this.database.query('delete from iam.sign_in_limits');
  }

  private token(by: string, body: object): Promise<ApiToken> {
    return must<ApiToken>(this.baseUrl, 'POST /api/v1/auth/tokens', by, { name: `grantor ${++this.made}`, ...body });
  }

  private async member(role: string): Promise<{ token: string; user_id: string; org_id: string }> {
    await this.forgetLimits();
    const email = `grantor-${++this.made}@acme.example`;
    const body = { email, display_name: 'Grantor', password: PASSWORD, role_ids: [roleId(role)] };
    await must(this.baseUrl, 'POST /api/v1/users', this.owner, body);
    return must(this.baseUrl, 'POST /api/v1/auth/signin', undefined, { email, password: PASSWORD });
  }

  private async opens(method: string, path: string, token?: string): Promise<boolean> {
    return (await call(this.baseUrl, method, path, token)).status === 200;
  }

  private async pushes(secret: string): Promise<boolean> {
    const init = { method: 'POST', headers: { 'x-connector-token': secret }, body: '' };
    return (await fetch(`${this.baseUrl}/api/v1/_heroku`, init)).status !== 401;
  }

  /** The mailed secret is not known here, so the invitation gets one of ours; a refused acceptance changes nothing. */
  private invitationHolds(id: string): Holds {
    return async () => {
      const token = randomBytes(32).toString('base64url');
      const hash = createHash('sha256').update(token).digest('hex');
      await this.forgetLimits();
      await this.database.query('update iam.invitations set token_hash = $2 where id = $1', [id, hash]);
      // A weak password is refused after the link is checked, in a sentence of its own.
      const body = { token, display_name: 'Guest', password: 'password123' };
      const { text } = await call(this.baseUrl, 'POST', '/api/v1/invitations/accept', undefined, body);
      return !text.includes('invalid, used or expired');
    };
  }
}

/** A message goes out to every cache. */
async function endsSoon(holds: Holds): Promise<boolean> {
  for (const deadline = performance.now() + GONE_MS; performance.now() < deadline; await sleep(100)) {
    if (!(await holds())) return true;
  }
  return false;
}
