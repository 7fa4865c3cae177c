/** An organization of a test file's own in a product that the files of a run share, as long as they leave it as it is. */
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client as Database } from 'pg';
import { BUILTIN_ROLES, type BuiltinRoleKey } from '@spanwise/contracts/authz/permissions';
import { newDataDir, Product, type Access } from '../system/harness/product.js';
import { httpCall } from './http-call.js';

/** Of a product that only its tests use; its services may be killed as often as they want, and may be slow. */
export const ENVIRONMENT = { LOG_LEVEL: 'warn', SPANWISE_RESTART_LIMIT: '1000', SPANWISE_CALL_TIMEOUT: '20s' };
const PASSWORD = 'correct horse 9 battery';

let shared: Promise<Product> | undefined;

/** The product of the run, which its set-up started; system specs have one for each worker, which is stopped after the last file. */
async function sharedProduct(): Promise<Product> {
  const running = process.env.SPANWISE_E2E_PRODUCT;
  if (running !== undefined) return Product.running(running);
  const dataDir = newDataDir();
  writeFileSync(join(process.env.SPANWISE_SHARED_PRODUCTS!, String(process.pid)), dataDir);
  return Product.start({ dataDir, environment: ENVIRONMENT });
}

export class Tenant implements Access {
  private constructor(
    private readonly product: Product,
    readonly organizationId: string,
    readonly intakeToken: string,
    readonly readToken: string,
    private readonly email: string,
  ) {}

  static async join(): Promise<Tenant> {
    shared ??= sharedProduct();
    const product = await shared;
    const make = async <T>(line: string, token: string | undefined, body?: object): Promise<T> => {
      const answer = await httpCall<T>(product.baseUrl, line, { token, ...(body && { body }) });
      if (answer.status >= 300) throw new Error(`${line}: ${answer.status} ${JSON.stringify(answer.body)}`);
      return answer.body;
    };
    const select = async (id: string, token: string) =>
      (await make<{ token: string }>(`POST /orgs/${id}/select`, token)).token;
    const admin = process.env.SPANWISE_E2E_OWNER_TOKEN ?? (await product.ownerToken());
    const system = await select(await systemOrganization(product), admin);
    const slug = `tenant-${randomBytes(6).toString('hex')}`;
    const { id } = await make<{ id: string }>('POST /orgs', system, { name: slug, slug });
    const email = `owner@${slug}.example`;
    const owner = { email, display_name: slug, password: PASSWORD, role_ids: [roleId('owner')] };
    const token = await select(id, system);
    await make('POST /users', token, owner);
    const apiToken = async (role_key: string) =>
      (await make<{ token: string }>('POST /auth/tokens', token, { name: role_key, role_key })).token;
    return new Tenant(product, id, await apiToken('ingest'), await apiToken('viewer'), email);
  }

  get baseUrl(): string {
    return this.product.baseUrl;
  }

  get databaseUrl(): string {
    return this.product.databaseUrl;
  }

  get ports(): Record<string, number> {
    return this.product.instance.ports;
  }

  /** Token of the organization's owner, who signs in again. */
  async ownerToken(): Promise<string> {
    const body = { email: this.email, password: PASSWORD };
    const answer = await httpCall<{ token: string }>(this.baseUrl, 'POST /auth/signin', { body });
    if (answer.status !== 200) throw new Error(`the owner could not sign in: ${JSON.stringify(answer.body)}`);
    return answer.body.token;
  }
}

const roleId = (key: BuiltinRoleKey): string => BUILTIN_ROLES.find((role) => role.key === key)!.id;

async function systemOrganization(product: Product): Promise<string> {
  const database = new Database({ connectionString: product.databaseUrl });
  await database.connect();
  try {
    const { rows } = await database.query<{ id: string }>('select id from iam.organizations where system');
    return rows[0]!.id;
  } finally {
    await database.end();
  }
}
