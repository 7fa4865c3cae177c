/** Calls of a product's API, with what the bus and the audit log say of each of them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { connect, type NatsConnection } from 'nats';
import { Client as Database } from 'pg';
import { BUILTIN_ROLES, type BuiltinRoleKey } from '@spanwise/contracts/authz/permissions';
import type { Product } from '../harness/product.js';
import type { MailServer } from '../../src/mail.fixture.js';

export const PASSWORD = 'correct horse 9 battery';
/** They answer what is asked of them, and so may listen to it. */
const ANSWERING = ['iam', 'apm', 'notify'];

export interface Made {
  id: string;
}
export interface Person {
  token: string;
  user_id: string;
  org_id: string;
}
export interface Called {
  method: string;
  path: string;
  requestId: string;
}
interface Options {
  /** The owner's unless another is given; empty for none. */
  token?: string;
  headers?: Record<string, string>;
}

export const roleId = (key: BuiltinRoleKey): string => BUILTIN_ROLES.find((role) => role.key === key)!.id;

export class Scene {
  readonly calls: Called[] = [];
  /** Subjects that each request has reached. */
  readonly reached = new Map<string, Set<string>>();
  /** Of the default organization. */
  owner: Person;
  /** In the scope of the platform. */
  system: string;

  private constructor(
    readonly product: Product,
    readonly mail: MailServer,
    readonly database: Database,
    private readonly buses: NatsConnection[],
  ) {}

  static async of(product: Product, mail: MailServer): Promise<Scene> {
    const database = new Database({ connectionString: product.databaseUrl });
    await database.connect();
    const buses = await Promise.all(ANSWERING.map((service) => busOf(product, service)));
    const scene = new Scene(product, mail, database, buses);
    for (const [at, bus] of buses.entries()) scene.listen(bus, ANSWERING[at]!);
    await Promise.all(buses.map((bus) => bus.flush()));
    await scene.signInAnew();
    return scene;
  }

  async close(): Promise<void> {
    await Promise.all(this.buses.map((bus) => bus.close()));
    await this.database.end();
  }

  private listen(bus: NatsConnection, service: string): void {
    const callback = (
      _: unknown,
      { subject, headers }: { subject: string; headers?: { get(name: string): string } },
    ) => {
      const requestId = headers?.get('X-Request-Id') ?? '';
      const subjects = this.reached.get(requestId) ?? new Set();
      this.reached.set(requestId, subjects.add(subject));
    };
    bus.subscribe(`svc.${service}.>`, { callback });
  }

  /** The body of a success, of JSON or as it is. */
  readonly call = async <T = Made>(line: string, body?: unknown, options: Options = {}): Promise<T> => {
    const { token = this.owner.token, headers } = options;
    const [method, path] = line.split(' ');
    const requestId = `call-${this.calls.length + 1}`;
    this.calls.push({ method: method!, path: path!, requestId });
    const raw = typeof body === 'string' || body instanceof Uint8Array;
    const response = await fetch(`${this.product.baseUrl}/api/v1${path}`, {
      method,
      headers: {
        'x-request-id': requestId,
        ...(token !== '' && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && !raw && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: raw ? (body as string) : JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${line} answered ${response.status}: ${text.slice(0, 500)}`);
    return (response.headers.get('content-type')?.includes('application/json') ? JSON.parse(text) : text) as T;
  };

  signIn(email: string, password = PASSWORD): Promise<Person> {
    return this.call<Person>('POST /auth/signin', { email, password }, { token: '' });
  }

  /** Of the organization whose token it is. */
  async select(organizationId: string, token: string): Promise<string> {
    return (await this.call<{ token: string }>(`POST /orgs/${organizationId}/select`, undefined, { token })).token;
  }

  /** Choosing an organization leaves the one before. */
  async signInAnew(): Promise<void> {
    const { rows } = await this.database.query<Made>('select id from iam.organizations where system');
    this.system = await this.select(rows[0]!.id, await this.product.ownerToken());
    const token = await this.product.ownerToken();
    this.owner = { ...(await this.call<Person>('GET /me', undefined, { token })), token };
  }

  /** A new member of the organization whose token it is. */
  async person(name: string, role: string, token = this.owner.token): Promise<Person> {
    const email = `${name}@audited.example`;
    await this.call('POST /users', { email, display_name: name, password: PASSWORD, role_ids: [role] }, { token });
    return this.signIn(email);
  }
}

function busOf(product: Product, service: string): Promise<NatsConnection> {
  return connect({
    servers: `127.0.0.1:${product.instance.ports.nats}`,
    user: service,
    pass: readFileSync(join(product.dataDir, 'keys', `nats-${service}`), 'utf8').trim(),
    inboxPrefix: `_INBOX_${service}`,
  });
}
