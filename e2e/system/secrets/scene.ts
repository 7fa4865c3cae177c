/** Everything that can be done with secrets of notifications, done through the API; every answer is kept. */
import { expect } from 'vitest';
import type { ConnectorType } from '@spanwise/contracts/notify/notify';
import { BUILTIN_ROLES } from '@spanwise/contracts/authz/permissions';
import { eventually } from '@spanwise/testing/eventually';
import type { NatsConnection } from 'nats';
import { publishEvent } from '../harness/gateway-bus.js';
import { call, must } from '../harness/http.js';
import type { Product, SignedIn } from '../harness/product.js';
import { REFUSED, type Receivers } from '../harness/receivers.js';
import type { Canaries } from './canaries.js';
import { configOf, targetOf, TYPES } from './connectors.js';

const CANARIES = 200;
const PASSWORD = 'correct horse 9 battery';
const CODE = /\\"(?:title|text)\\":\\"[^"]*?\b(\d{6})\b/;
/** Of a person, at the connectors that reach one. */
const IDENTITIES: Record<string, string> = {
  email_smtp: 'me@example.org',
  chatone_app: 'U1',
  chattwo_app: 'U1',
  telegram_bot: '12345',
  webhook: 'U1',
};

export class Scene {
  /** `POST /path 200` and the text of the answer. */
  readonly answers: { line: string; text: string }[] = [];
  private admin!: SignedIn;
  private names = 0;

  constructor(
    private readonly product: Product,
    private readonly canaries: Canaries,
    private readonly receivers: Receivers,
    private readonly bus: NatsConnection,
  ) {}

  async play(): Promise<void> {
    this.admin = await this.product.owner();
    await this.send('POST /invitations 201', { email: 'guest@example.org' });
    while (this.canaries.count < CANARIES) await Promise.all(TYPES.map((type) => this.lifeOf(type)));
    await this.deliver();
    await this.proveIdentity();
    for (const list of ['connectors', 'policies', 'users', 'deliveries']) await this.send(`GET /notify/${list} 200`);
    await this.send('GET /audit 200');
  }

  /** Fails when the answer is another one: what the product refuses too early is not looked at. */
  private async send<T = { id: string }>(line: string, body?: object, token = this.admin?.token): Promise<T> {
    const [method, path, expected] = line.split(' ');
    const { status, text } = await call(this.product.baseUrl, method!, `/api/v1${path}`, token, body);
    this.answers.push({ line, text });
    if (String(status) !== expected) throw new Error(`${method} ${path} answered ${status}: ${text.slice(0, 300)}`);
    return (text === '' ? undefined : JSON.parse(text)) as T;
  }

  private config(type: ConnectorType, ending = ''): Record<string, unknown> {
    return configOf(type, this.canaries, this.receivers, ending);
  }

  private create(
    type: ConnectorType,
    expected: 201 | 400 | 409,
    name: string,
    config: object,
  ): Promise<{ id: string }> {
    return this.send(`POST /notify/connectors ${expected}`, { name, connector_type: type, config });
  }

  /** Codes that were sent to endpoints. */
  get codes(): string[] {
    return this.receivers.seen.flatMap((one) => CODE.exec(one)?.[1] ?? []);
  }

  private async lifeOf(type: ConnectorType): Promise<void> {
    const name = `${type} ${++this.names}`;
    await this.create(type, 400, name, { ...this.config(type), timeout_secs: 99 });
    await this.create(type, 400, name, { ...this.config(type), unknown: this.canaries.next() });
    const { id } = await this.create(type, 201, name, this.config(type));
    await this.create(type, 409, name, this.config(type));
    const path = `/notify/connectors/${id}`;
    const test = `POST ${path}/test`;
    await this.expectSent(`${test} 200`, targetOf(type), true);
    if (type.endsWith('webhook')) {
      for (const ending of ['', REFUSED]) {
        const target = `${this.receivers.url}/${this.canaries.next()}/${ending}`;
        await this.expectSent(`${test} 200`, { target_type: 'webhook', target }, ending === '');
      }
    }
    const { config } = await this.send<{ config: object }>(`GET ${path} 200`);
    await this.send(`PUT ${path} 200`, { config });
    await this.expectSent(`${test} 200`, targetOf(type), true);
    await this.send(`PUT ${path} 200`, { config: this.config(type, REFUSED) });
    await this.expectSent(`${test} 200`, targetOf(type), false);
    await this.send(`PUT ${path} 400`, { config: { ...this.config(type), timeout_secs: 'x' } });
    await this.send(`PUT ${path} 200`, { enabled: false });
    await this.send(`${test} 409`, targetOf(type));
    await this.send(`DELETE ${path} 204`);
  }

  private async expectSent(line: string, body: object, sent: boolean): Promise<void> {
    const answer = await this.send<{ sent: boolean }>(line, body);
    if (answer.sent !== sent) throw new Error(`${line}: sent is ${String(answer.sent)}`);
  }

  /** Deliveries of the engine to receivers that take them and to some that do not. */
  private async deliver(): Promise<void> {
    const personal = TYPES.filter((type) => type in IDENTITIES);
    for (const ending of ['', REFUSED]) {
      for (const type of personal) {
        const name = `${type} ${ending} engine`;
        const { id } = await this.create(type, 201, name, this.config(type, ending));
        const external_identity = IDENTITIES[type];
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
    const before = this.receivers.seen.length;
    for (let count = 0; count < 3; count++) {
      const attributes = { title: 'Checkout is slow', incident_id: `i${count}` };
      await publishEvent(this.bus, { ...event, event_id: `e${count}`, attributes });
    }
    await eventually(() => expect(this.receivers.seen.length).toBeGreaterThanOrEqual(before + 6 * personal.length));
  }

  /** A member who may not manage others proves identities by codes. */
  private async proveIdentity(): Promise<void> {
    const email = 'member@example.org';
    const role = BUILTIN_ROLES.find(({ key }) => key === 'viewer')!.id;
    await this.send('POST /users 201', { email, display_name: 'Member', password: PASSWORD, role_ids: [role] });
    const account = { email, password: PASSWORD };
    const member = await must<SignedIn>(this.product.baseUrl, 'POST /api/v1/auth/signin', undefined, account);
    const type = 'chatone_app';
    const { id: connectorId } = await this.create(type, 201, 'codes', this.config(type));
    for (let count = 0; count < 8; count++) {
      const path = `/users/${member.user_id}/notify-endpoints`;
      const body = { connector_id: connectorId, external_identity: `U${count}` };
      const { id } = await this.send(`POST ${path} 201`, body, member.token);
      const known = this.codes.length;
      await this.send(`POST ${path}/${id}/verify 200`, {}, member.token);
      await eventually(() => expect(this.codes.length).toBeGreaterThan(known));
      const code = this.codes[known];
      // One is left as it is: the database holds nothing that shows it.
      if (count > 0) await this.send(`POST ${path}/${id}/verify 200`, { code }, member.token);
    }
  }
}
