/** The organizations of the proof: one that is measured, one that attacks, and those with hostile names. */
import { BUILTIN_ROLES, type BuiltinRoleKey } from '@spanwise/contracts/permissions';
import { PUSH_KINDS, type PushKind } from '@spanwise/contracts/iam-push-connectors';
import { query } from '../crash/log-view.js';
import { must } from '../isolation/http.js';
import type { Product } from '../harness/product.js';
import type { Credential } from './shot.js';

const PASSWORD = 'correct horse 9 battery';

export interface Organization {
  id: string;
  slug: string;
  tokens: Record<Credential, string | undefined>;
  ownerId: string;
}

export interface Attacker extends Organization {
  /** Of its push connectors. */
  pushTokens: Record<PushKind, string>;
}

interface SignedIn {
  token: string;
  user_id: string;
}

const roleId = (key: BuiltinRoleKey): string => BUILTIN_ROLES.find((role) => role.key === key)!.id;

/** Makes organizations as the platform's administrator; each has an owner and API tokens of the least roles. */
export class Organizations {
  private constructor(
    private readonly product: Product,
    private readonly system: string,
  ) {}

  static async open(product: Product): Promise<Organizations> {
    const [{ id }] = await query<{ id: string }>(product, "select id from iam.organizations where slug = '_sys'");
    const admin = await product.ownerToken();
    const { token } = await must<SignedIn>(product.baseUrl, `POST /api/v1/orgs/${id}/select`, admin);
    return new Organizations(product, token);
  }

  async make(slug: string): Promise<Organization> {
    const post = <T>(path: string, token: string | undefined, body?: object) =>
      must<T>(this.product.baseUrl, `POST /api/v1/${path}`, token, body);
    const { id } = await post<{ id: string }>('orgs', this.system, { name: slug, slug });
    const { token: within } = await post<SignedIn>(`orgs/${id}/select`, this.system);
    const email = `owner@${slug}.example`;
    await post('users', within, {
      email,
      display_name: `owner of ${slug}`,
      password: PASSWORD,
      role_ids: [roleId('owner')],
    });
    const owner = await post<SignedIn>('auth/signin', undefined, { email, password: PASSWORD });
    const token = async (role: string) =>
      (await post<{ token: string }>('auth/tokens', owner.token, { name: role, role_key: role })).token;
    const tokens = {
      ingest: await token('ingest'),
      viewer: await token('viewer'),
      owner: owner.token,
      none: undefined,
    };
    return { id, slug, tokens, ownerId: owner.user_id };
  }

  async makeAttacker(slug: string): Promise<Attacker> {
    const made = await this.make(slug);
    const pushTokens: Partial<Record<PushKind, string>> = {};
    for (const kind of PUSH_KINDS) {
      const line = 'POST /api/v1/connectors';
      const created = await must<{ push_token: string }>(this.product.baseUrl, line, made.tokens.owner, {
        name: kind,
        kind,
      });
      pushTokens[kind] = created.push_token;
    }
    return { ...made, pushTokens: pushTokens as Record<PushKind, string> };
  }
}
