/** Everything that can be done with secrets of notifications, done through the API; every answer is kept. */
import { setTimeout as sleep } from 'node:timers/promises';
import { BUILTIN_ROLES } from '@spanwise/contracts/permissions';
import type { NatsConnection } from 'nats';
import { publishEvent } from '../harness/gateway-bus.js';
import { call } from '../isolation/http.js';
import type { Canaries } from './canaries.js';
import { KINDS, type Kind } from './connectors.js';
import { REFUSED, type Receivers } from './receivers.js';

const CANARIES = 200;
const PASSWORD = 'correct horse 9 battery';
const CODE_MS = 30_000;
/** Of a person, at the connectors that reach one. */
const IDENTITIES: Record<string, string> = {
  email_smtp: 'me@example.org',
  chatone_app: 'U1',
  chattwo_app: 'U1',
  telegram_bot: '12345',
  webhook: 'U1',
};

interface SignedIn {
  token: string;
  user_id: string;
  org_id: string;
}

export class Scene {
  /** `POST /path 200` and the text of the answer. */
  readonly answers: { line: string; text: string }[] = [];
  private admin!: SignedIn;
  private names = 0;

  constructor(
    private readonly baseUrl: string,
    private readonly canaries: Canaries,
    private readonly receivers: Receivers,
    private readonly bus: NatsConnection,
  ) {}

  async play(adminPassword: string): Promise<void> {
    this.admin = await this.signIn('admin@spanwise.local', adminPassword);
    await this.send('POST /invitations 201', { email: 'guest@example.org' });
    while (this.canaries.count < CANARIES) await Promise.all(KINDS.map((kind) => this.lifeOf(kind)));
    await this.deliver();
    await this.proveIdentity();
    for (const list of ['connectors', 'policies', 'users', 'deliveries']) await this.send(`GET /notify/${list} 200`);
    await this.send('GET /audit 200');
  }

  /** Fails when the answer is another one: what the product refuses too early is not looked at. */
  private async send<T = { id: string }>(line: string, body?: object, token = this.admin?.token): Promise<T> {
    const [method, path, expected] = line.split(' ');
    const { status, text } = await call(this.baseUrl, method, `/api/v1${path}`, token, body);
    this.answers.push({ line, text });
    if (String(status) !== expected) throw new Error(`${method} ${path} answered ${status}: ${text.slice(0, 300)}`);
    return (text === '' ? undefined : JSON.parse(text)) as T;
  }

  private async signIn(email: string, password: string): Promise<SignedIn> {
    const { status, text } = await call(this.baseUrl, 'POST', '/api/v1/auth/signin', undefined, { email, password });
    if (status !== 200) throw new Error(`the sign-in answered ${status}`);
    return JSON.parse(text) as SignedIn;
  }

  private config(kind: Kind, ending = ''): Record<string, unknown> {
    return kind.config(this.canaries, this.receivers, ending);
  }

  private create(kind: Kind, expected: 201 | 400 | 409, name: string, config: object): Promise<{ id: string }> {
    return this.send(`POST /notify/connectors ${expected}`, { name, connector_type: kind.type, config });
  }

  private async lifeOf(kind: Kind): Promise<void> {
    const name = `${kind.type} ${++this.names}`;
    await this.create(kind, 400, name, { ...this.config(kind), timeout_secs: 99 });
    await this.create(kind, 400, name, { ...this.config(kind), unknown: this.canaries.next() });
    const { id } = await this.create(kind, 201, name, this.config(kind));
    await this.create(kind, 409, name, this.config(kind));
    const path = `/notify/connectors/${id}`;
    const test = `POST ${path}/test`;
    await this.expectSent(`${test} 200`, kind.target, true);
    if (kind.type.endsWith('webhook')) {
      for (const ending of ['', REFUSED]) {
        const target = `${this.receivers.url}/${this.canaries.next()}/${ending}`;
        await this.expectSent(`${test} 200`, { target_type: 'webhook', target }, ending === '');
      }
    }
    const { config } = await this.send<{ config: object }>(`GET ${path} 200`);
    await this.send(`PUT ${path} 200`, { config });
    await this.expectSent(`${test} 200`, kind.target, true);
    await this.send(`PUT ${path} 200`, { config: this.config(kind, REFUSED) });
    await this.expectSent(`${test} 200`, kind.target, false);
    await this.send(`PUT ${path} 400`, { config: { ...this.config(kind), timeout_secs: 'x' } });
    await this.send(`PUT ${path} 200`, { enabled: false });
    await this.send(`${test} 409`, kind.target);
    await this.send(`DELETE ${path} 204`);
  }

  private async expectSent(line: string, body: object, sent: boolean): Promise<void> {
    const answer = await this.send<{ sent: boolean }>(line, body);
    if (answer.sent !== sent) throw new Error(`${line}: sent is ${String(answer.sent)}`);
  }

  /** Deliveries of the engine to receivers that take them and to some that do not. */
  private async deliver(): Promise<void> {
    const personal = KINDS.filter(({ type }) => type in IDENTITIES);
    for (const ending of ['', REFUSED]) {
      for (const kind of personal) {
        const name = `${kind.type} ${ending} engine`;
        const { id } = await this.create(kind, 201, name, this.config(kind, ending));
        const external_identity = IDENTITIES[kind.type];
        const endpoint = { connector_id: id, external_identity, verified: true };
        await this.send(`POST /users/${this.admin.user_id}/notify-endpoints 201`, endpoint);
        await this.send('POST /notify/policies 201', {
          name,
          event_type: 'alert.triggered',
          category: 'alert',
          recipient_resolver: 'fixed_users',
          resolver_config: { user_ids: [this.admin.user_id] },
          delivery_mode: 'force_connector',
          delivery_config: { connector_ids: [id] },
        });
      }
    }
    const event = { organization_id: this.admin.org_id, event_type: 'alert.triggered', occurred_at_micros: 0 };
    const before = this.receivers.requests;
    for (let count = 0; count < 3; count++) {
      const attributes = { title: 'Checkout is slow', incident_id: `i${count}` };
      await publishEvent(this.bus, { ...event, event_id: `e${count}`, attributes });
    }
    while (this.receivers.requests < before + 3 * personal.length) await sleep(50);
  }

  /** A member who may not manage others proves identities by codes. */
  private async proveIdentity(): Promise<void> {
    const email = 'member@example.org';
    const role = BUILTIN_ROLES.find(({ key }) => key === 'viewer')!.id;
    await this.send('POST /users 201', { email, display_name: 'Member', password: PASSWORD, role_ids: [role] });
    const member = await this.signIn(email, PASSWORD);
    const kind = KINDS.find(({ type }) => type === 'chatone_app')!;
    const { id: connectorId } = await this.create(kind, 201, 'codes', this.config(kind));
    for (let count = 0; count < 8; count++) {
      const path = `/users/${member.user_id}/notify-endpoints`;
      const body = { connector_id: connectorId, external_identity: `U${count}` };
      const { id } = await this.send(`POST ${path} 201`, body, member.token);
      const known = this.receivers.codes.length;
      await this.send(`POST ${path}/${id}/verify 200`, {}, member.token);
      const deadline = performance.now() + CODE_MS;
      while (this.receivers.codes.length === known && performance.now() < deadline) await sleep(20);
      const code = this.receivers.codes[known];
      // One is left as it is: the database holds nothing that shows it.
      if (count > 0) await this.send(`POST ${path}/${id}/verify 200`, { code }, member.token);
    }
  }
}
