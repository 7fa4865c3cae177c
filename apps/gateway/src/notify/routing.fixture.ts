/** notify behind the gateway with a connector that reaches single users and one that reaches groups, recreated for each test. */
import { Client } from 'pg';
import { expect } from 'vitest';
import type { ConnectorView } from '@spanwise/contracts/notify/notify';
import type { UserEndpointView } from '@spanwise/contracts/notify/recipients';
import { eventually } from '@spanwise/testing/eventually';
import { contextWith } from '../gateway.fixture.js';
import { NotifyApi, Receiver } from './notify.fixture.js';

export const SELF = contextWith().subject;
const EVERYTHING = `truncate notify.connectors, notify.user_endpoints, notify.preferences, notify.preference_steps,
  notify.default_routes, notify.templates, notify.policies, notify.connector_references, notify.deliveries, notify.events,
  notify.escalations, notify.connector_health, notify.send_limits`;
const MANAGER = ['alerts.read', 'alerts.manage', 'alerts.acknowledge', 'org.members.read', 'org.members.manage'];

export class RoutingScene {
  /** Reaches single users, and groups. */
  chat!: ConnectorView;
  /** Reaches groups alone. */
  group!: ConnectorView;

  private constructor(
    readonly api: NotifyApi,
    readonly receiver: Receiver,
    readonly admin: Client,
    /** Credential of a user who may do everything with notifications. */
    readonly manager: string,
  ) {}

  static async start(): Promise<RoutingScene> {
    const [api, receiver] = await Promise.all([NotifyApi.start(), Receiver.start()]);
    const admin = new Client({ connectionString: api.database.url });
    await admin.connect();
    return new RoutingScene(api, receiver, admin, api.admit(MANAGER));
  }

  /** Everything is as at the beginning. */
  async reset(): Promise<void> {
    this.receiver.received.length = 0;
    this.receiver.reply = { status: 200, body: '{"ok":true,"code":0}' };
    // The worker may be at it: the two can lock each other out.
    await eventually(() => this.admin.query(EVERYTHING));
    this.chat = await this.connector('chatone_app', { bot_token: 't', api_base_url: this.receiver.url });
    this.group = await this.connector('chatone_webhook', { webhook_url: this.receiver.url });
  }

  async stop(): Promise<void> {
    await this.admin.end();
    await this.receiver.close();
    await this.api.stop();
  }

  private async connector(connector_type: string, config: object): Promise<ConnectorView> {
    const body = { name: connector_type, connector_type, config };
    return (await this.api.call<ConnectorView>('POST', '/notify/connectors', body)).body;
  }

  /** An endpoint of the caller, unverified unless `change` says so. */
  async endpoint(change: object = {}, token?: string): Promise<UserEndpointView> {
    const body = { connector_id: this.chat.id, external_identity: `U${Math.random()}`, ...change };
    const answer = await this.api.call<UserEndpointView>('POST', endpoints(), body, token);
    expect(answer).toMatchObject({ status: 201 });
    return answer.body;
  }
}

export const endpoints = (user = SELF) => `/users/${user}/notify-endpoints`;
