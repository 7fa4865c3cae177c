import 'reflect-metadata';
import { IsBoolean, IsIn, IsNotEmpty, IsObject, IsString, IsUUID, MaxLength } from 'class-validator';
import { AsSent } from '../base/as-sent.js';
import type { Integer } from '../base/integer.js';
import { IsObjectOf, NullAsAbsent, Optional } from '../base/members.js';
import { Empty, READS, rpc } from '../authz/rpc.js';

/** `chatone` speaks the Slack dialect, `chattwo` the Lark dialect (DELIVERY-6). */
export const CONNECTOR_TYPES = [
  'chatone_app',
  'chatone_webhook',
  'chattwo_app',
  'chattwo_webhook',
  'discord_webhook',
  'email_smtp',
  'opsgenie_alerts',
  'pagerduty_events',
  'teams_webhook',
  'telegram_bot',
  'webhook',
] as const;
export type ConnectorType = (typeof CONNECTOR_TYPES)[number];

/** By which clients know the two chats too: a connector is answered by the name that was sent (DELIVERY-29). */
const CHAT_ALIASES = {
  lark_app: 'chattwo_app',
  lark_webhook: 'chattwo_webhook',
  slack_app: 'chatone_app',
  slack_webhook: 'chatone_webhook',
} as const satisfies Record<string, ConnectorType>;
export type ConnectorName = ConnectorType | keyof typeof CHAT_ALIASES;
const CONNECTOR_NAMES = [...CONNECTOR_TYPES, ...Object.keys(CHAT_ALIASES)] as ConnectorName[];

export const connectorTypeOf = (name: ConnectorName): ConnectorType =>
  Object.hasOwn(CHAT_ALIASES, name) ? CHAT_ALIASES[name as keyof typeof CHAT_ALIASES] : (name as ConnectorType);

export const TARGET_TYPES = ['direct_user', 'fixed_address', 'fixed_group', 'webhook'] as const;
export type TargetType = (typeof TARGET_TYPES)[number];

export interface ConnectorCapabilities {
  direct_user: boolean;
  group: boolean;
  rich_text: boolean;
  interactive: boolean;
  acknowledgement: boolean;
  attachments: boolean;
}

export interface ConnectorTypeView {
  connector_type: ConnectorType;
  capabilities: ConnectorCapabilities;
}

/** Times are microseconds since the epoch. Secrets of `config` are `***`. */
export interface ConnectorView {
  id: string;
  organization_id: string;
  name: string;
  /** As it was sent. */
  connector_type: ConnectorName;
  config: Record<string, unknown>;
  capabilities: ConnectorCapabilities;
  enabled: boolean;
  status: 'unknown' | 'connected' | 'error';
  last_tested_at: Integer | null;
  last_test_status: 'success' | 'failed' | null;
  last_test_error: string | null;
  created_at: Integer;
  updated_at: Integer;
}

/** Stands for a masked value in answers, and for "keep it" in updates. */
export const MASK = '***';

export class CreateConnector {
  @IsString() @IsNotEmpty() @MaxLength(255) name: string;
  @IsIn(CONNECTOR_NAMES) connector_type: ConnectorName;
  @AsSent() @IsObject() config: Record<string, unknown>;
  @Optional() @IsBoolean() enabled?: boolean;
}

export class UpdateConnector {
  @Optional() @IsString() @IsNotEmpty() @MaxLength(255) name?: string;
  /** Immutable: the stored type is accepted, another one is refused. */
  @Optional() @IsIn(CONNECTOR_NAMES) connector_type?: ConnectorName;
  @Optional() @AsSent() @IsObject() config?: Record<string, unknown>;
  @Optional() @IsBoolean() enabled?: boolean;
}

export class TestMessage {
  @Optional() @IsString() @MaxLength(255) title?: string;
  @Optional() @IsString() @MaxLength(16_384) text?: string;
  @NullAsAbsent() @IsString() @MaxLength(16_384) markdown?: string;
  @NullAsAbsent() @IsString() @MaxLength(32_768) html?: string;
}

export class TestConnector {
  @IsIn(TARGET_TYPES) target_type: TargetType;
  @IsString() @IsNotEmpty() @MaxLength(2_048) target: string;
  @NullAsAbsent() @IsObjectOf(() => TestMessage) message?: TestMessage;
}

/** A delivery that the provider refused is an answer, not an error: `sent` is false and `error` says why. */
export interface TestResult {
  sent: boolean;
  tested_at_micros: Integer;
  elapsed_ms: number;
  provider_message_id?: string;
  error?: string;
}

export class ConnectorId {
  @IsUUID() id: string;
}

/** Public half of the key that notify opens sealed bodies with (SPKI, base64). */
export interface SealingKey {
  public_key: string;
}

/** A body with secrets, sealed to notify's key: a listener on the bus reads nothing. */
export class SealedBody {
  @IsString() @IsNotEmpty() @MaxLength(2_000_000) sealed: string;
}

export class SealedBodyOf extends SealedBody {
  @IsUUID() id: string;
}

/** Channels, and who is notified by them; in `_sys` the platform's administrator is notified of the platform (ALERT-141). */
export const CHANNELS_READ = { organization: 'alerts.read', system: 'sys.telemetry.read' } as const;
export const CHANNELS_MANAGE = { organization: 'alerts.manage', system: 'sys.telemetry.manage' } as const;
/** Longer than the longest `timeout_secs` of a connector. */
const TEST_TIMEOUT_MS = 75_000;

export const sealingKey = rpc<SealingKey>()('svc.notify.sealing-key', Empty, 'internal', READS);
export const listConnectorTypes = rpc<ConnectorTypeView[]>()('svc.notify.connector-types.list', Empty, CHANNELS_READ);
export const listConnectors = rpc<ConnectorView[]>()('svc.notify.connectors.list', Empty, CHANNELS_READ);
export const readConnector = rpc<ConnectorView>()('svc.notify.connectors.read', ConnectorId, CHANNELS_READ);
/** Carries a sealed `CreateConnector`. */
export const createConnector = rpc<ConnectorView>()('svc.notify.connectors.create', SealedBody, CHANNELS_MANAGE, {
  audit: 'recorded',
});
/** Carries a sealed `UpdateConnector`. */
export const updateConnector = rpc<ConnectorView>()('svc.notify.connectors.update', SealedBodyOf, CHANNELS_MANAGE, {
  audit: 'recorded',
});
/** Carries a sealed `TestConnector`. */
export const testConnector = rpc<TestResult>()('svc.notify.connectors.test', SealedBodyOf, CHANNELS_MANAGE, {
  audit: 'recorded',
  timeoutMs: TEST_TIMEOUT_MS,
});
export const deleteConnector = rpc<{ deleted: true }>()('svc.notify.connectors.delete', ConnectorId, CHANNELS_MANAGE, {
  audit: 'recorded',
});
