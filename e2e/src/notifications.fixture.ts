/** The gateway, iam and notify, with people who are notified: notifications as a client of the API sees them. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { RpcClient } from '@spanwise/bus/rpc-client';
import type { ConnectorType, ConnectorView, TestResult } from '@spanwise/contracts/notify/notify';
import { publishEvent, type DeliveryView } from '@spanwise/contracts/notify/deliveries';
import type { UserEndpointView } from '@spanwise/contracts/notify/recipients';
import type { AuditPage, AuditRecordView } from '@spanwise/contracts/iam/audit';
import type { TeamView } from '@spanwise/contracts/iam/teams';
import { loadConfig } from '@spanwise/host/config';
import { startService, type RunningService } from '@spanwise/host/service';
import { variables } from '@spanwise/notify/config';
import { migrations } from '@spanwise/notify/db/migrations';
import { notify } from '@spanwise/notify/notify.service-definition';
import { createDataSource } from '@spanwise/postgres/database';
import { migrate } from '@spanwise/postgres/migrate';
import { testCertificate } from '@spanwise/testing/certificate';
import { Access, ADMIN_EMAIL, PASSWORD, type Person } from './access.fixture.js';
import type { Answer } from './http-call.js';

/** The address that connectors may reach; every receiver of these specs listens there. */
export const RECEIVERS = '127.0.0.4';
/** What receivers with TLS show; notify trusts it. */
export const CERTIFICATE = testCertificate(['mail.example'], [RECEIVERS]);
const SECRET_KEYS = `k1:${Buffer.alloc(32, 5).toString('base64')}`;

export class Notifications {
  private number = 0;

  private constructor(
    readonly access: Access,
    readonly owner: Person,
    private readonly notify: RunningService,
    private readonly folder: string,
    /** As another service calls notify. */
    readonly rpc: RpcClient,
  ) {}

  static async start(environment: Record<string, string> = {}): Promise<Notifications> {
    const access = await Access.start();
    const folder = mkdtempSync(join(tmpdir(), 'notifications-'));
    const trusted = join(folder, 'ca.pem');
    writeFileSync(trusted, CERTIFICATE.cert);
    const databaseUrl = access.database.urlAs('spanwise_notify');
    const source = createDataSource({ url: databaseUrl, schema: 'notify', applicationName: 'test', migrations });
    await migrate(source, databaseUrl, 'notify');
    const config = loadConfig(variables, {
      PORT: '0',
      LOG_LEVEL: 'silent',
      NATS_URL: access.nats.url,
      SPANWISE_CALL_TIMEOUT: '20s',
      DATABASE_URL: databaseUrl,
      SPANWISE_SECRET_KEYS: SECRET_KEYS,
      SPANWISE_EGRESS_ALLOW_CIDRS: `${RECEIVERS}/32`,
      SPANWISE_EGRESS_CA_FILE: trusted,
      SPANWISE_RETRY_SCALE: '0.001',
      ...environment,
    });
    const service = await startService(notify, config);
    const owner = await access.person(ADMIN_EMAIL);
    return new Notifications(access, owner, service, folder, new RpcClient(access.connection));
  }

  async stop(): Promise<void> {
    await this.notify.stop();
    await this.access.stop();
    rmSync(this.folder, { recursive: true });
  }

  call<T = Record<string, unknown>>(line: string, body?: unknown, token = this.owner.token): Promise<Answer<T>> {
    return this.access.call<T>(line, { token, ...(body !== undefined && { body }) });
  }

  /** The body of a success; anything else is a failed test that shows the answer. */
  async done<T = Record<string, unknown>>(line: string, body?: unknown, token?: string): Promise<T> {
    const answer = await this.call<T>(line, body, token);
    expect({ line, ...answer }).toMatchObject({ status: expect.toSatisfy((status) => status >= 200 && status < 300) });
    return answer.body;
  }

  connector(connector_type: ConnectorType, config: object, change: object = {}): Promise<ConnectorView> {
    const body = { name: `${connector_type} ${++this.number}`, connector_type, config, ...change };
    return this.done<ConnectorView>('POST /notify/connectors', body);
  }

  test(id: string, target_type: string, target: string, message?: object): Promise<Answer<TestResult>> {
    return this.call<TestResult>(`POST /notify/connectors/${id}/test`, { target_type, target, message });
  }

  /** A new member of the organization. */
  async member(): Promise<Person> {
    const email = `member${++this.number}@example.org`;
    await this.done('POST /users', { email, display_name: email, password: PASSWORD });
    return this.access.person(email);
  }

  /** A verified endpoint, which is the user's preference for alerts unless given otherwise. */
  async reachable(user: Person, connector: ConnectorView, identity: string, preference: object = {}): Promise<string> {
    const body = { connector_id: connector.id, external_identity: identity, verified: true };
    const { id } = await this.done<UserEndpointView>(`POST /users/${user.user_id}/notify-endpoints`, body);
    const preferred = { endpoint_ids: [id], ...preference };
    await this.done(`PUT /users/${user.user_id}/notify-preferences/alert`, preferred);
    return id;
  }

  async team(members: Person[], token = this.owner.token): Promise<TeamView> {
    const body = { name: `team ${++this.number}`, member_ids: members.map(({ user_id: id }) => id) };
    return this.done<TeamView>('POST /teams', body, token);
  }

  /** A policy about an event type of its own, which is returned. */
  async policy(change: object): Promise<string> {
    const event_type = `test.event${++this.number}.triggered`;
    await this.done('POST /notify/policies', { ...policyBody(event_type), ...change });
    return event_type;
  }

  /** As another service publishes out of its outbox. Returns the id of the event. */
  async publish(event_type: string, attributes: object = {}): Promise<string> {
    const event_id = `event ${++this.number}`;
    const event = { organization_id: this.owner.org_id, event_id, event_type, occurred_at_micros: Date.now() * 1_000 };
    await this.rpc.call(publishEvent, { ...event, attributes: { ...attributes } });
    return event_id;
  }

  /** What the audit log says of a thing, newest first, once it has so many records of the action. */
  async audited(targetId: string, action: string, records: number): Promise<AuditRecordView[]> {
    const found = async () =>
      (await this.done<AuditPage>(`GET /audit?action=${action}&limit=100`)).items.filter(
        ({ target_id: target }) => target === targetId,
      );
    await expect.poll(async () => (await found()).length).toBe(records);
    return found();
  }

  log(eventId: string): Promise<DeliveryView[]> {
    return this.done<DeliveryView[]>(`GET /notify/deliveries?event_id=${encodeURIComponent(eventId)}`);
  }

  /** The log of an event, oldest first, once it has so many entries and nothing waits any more. */
  async settled(eventId: string, entries: number): Promise<DeliveryView[]> {
    const finished = async () => (await this.log(eventId)).filter(({ status }) => !/pending|sending/.test(status));
    await expect.poll(async () => (await finished()).length).toBe(entries);
    return (await finished()).toReversed();
  }
}

export const policyBody = (event_type: string) => ({
  name: `about ${event_type}`,
  event_type,
  category: 'alert',
  recipient_resolver: 'event_users',
  delivery_mode: 'prefer_user',
});
