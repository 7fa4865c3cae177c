/** Makes organizations as the platform's administrator; each has an owner and API tokens of the least roles. */
import { BUILTIN_ROLES } from '@spanwise/contracts/authz/permissions';
import { query } from '../crash/log-view.js';
import { must } from './http.js';
import type { Product, SignedIn } from './product.js';

const PASSWORD = 'correct horse 9 battery';

/** `ingest` may send telemetry and nothing else, `viewer` may read and ask. */
export type Credential = 'ingest' | 'viewer' | 'owner' | 'none';

export interface Organization {
  id: string;
  slug: string;
  tokens: Record<Credential, string | undefined>;
  ownerId: string;
}

export class Organizations {
  private constructor(
    private readonly product: Product,
    private readonly system: string,
  ) {}

  static async open(product: Product): Promise<Organizations> {
    const { id } = (await query<{ id: string }>(product, "select id from iam.organizations where slug = '_sys'"))[0]!;
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
    const role = BUILTIN_ROLES.find(({ key }) => key === 'owner')!.id;
    await post('users', within, { email, display_name: `owner of ${slug}`, password: PASSWORD, role_ids: [role] });
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
}
