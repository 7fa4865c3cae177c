import 'reflect-metadata';
import { Transform, Type } from 'class-transformer';
import {
  IsBoolean,
  IsIn,
  IsNotEmpty,
  IsObject,
  IsOptional,
  IsString,
  IsUUID,
  MaxLength,
  ValidateIf,
  ValidateNested,
} from 'class-validator';
import { Empty, rpc } from './rpc.js';

/** Specification 4.6: `chatone` speaks the Slack dialect, `chattwo` the Lark dialect (decisions 0). */
export const CONNECTOR_TYPES = [
  'chatone_app',
  'chatone_webhook',
  'chattwo_app',
  'chattwo_webhook',
  'email_smtp',
  'webhook',
] as const;
export type ConnectorType = (typeof CONNECTOR_TYPES)[number];

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

/** Specification 2.6; times are microseconds since the epoch. Secrets of `config` are `***`. */
export interface ConnectorView {
  id: string;
  organization_id: string;
  name: string;
  connector_type: ConnectorType;
  config: Record<string, unknown>;
  capabilities: ConnectorCapabilities;
  enabled: boolean;
  status: 'unknown' | 'connected' | 'error';
  last_tested_at: number | null;
  last_test_status: 'success' | 'failed' | null;
  last_test_error: string | null;
  created_at: number;
  updated_at: number;
}

/** Stands for a masked value in answers, and for "keep it" in updates. */
export const MASK = '***';

/** The object as it was sent: its own schema judges it, unknown and odd members included. */
const AsSent = (member: string) =>
  Transform(({ obj }: { obj: Record<string, unknown> }) => obj[member], { toClassOnly: true });
/** An omitted member is unchanged; null is not a way to omit one. */
const Omittable = () => ValidateIf((_, value) => value !== undefined);

export class CreateConnector {
  @IsString() @IsNotEmpty() @MaxLength(255) name: string;
  @IsIn(CONNECTOR_TYPES) connector_type: ConnectorType;
  @AsSent('config') @IsObject() config: Record<string, unknown>;
  @Omittable() @IsBoolean() enabled?: boolean;
}

export class UpdateConnector {
  @Omittable() @IsString() @IsNotEmpty() @MaxLength(255) name?: string;
  /** Immutable: the stored type is accepted, another one is refused. */
  @Omittable() @IsIn(CONNECTOR_TYPES) connector_type?: ConnectorType;
  @Omittable() @AsSent('config') @IsObject() config?: Record<string, unknown>;
  @Omittable() @IsBoolean() enabled?: boolean;
}

export class TestMessage {
  @IsOptional() @IsString() @MaxLength(255) title?: string;
  @IsOptional() @IsString() @MaxLength(16_384) text?: string;
  @IsOptional() @IsString() @MaxLength(16_384) markdown?: string;
  @IsOptional() @IsString() @MaxLength(32_768) html?: string;
}

export class TestConnector {
  @IsIn(TARGET_TYPES) target_type: TargetType;
  @IsString() @IsNotEmpty() @MaxLength(2_048) target: string;
  @IsOptional() @IsObject() @ValidateNested() @Type(() => TestMessage) message?: TestMessage;
}

/** A delivery that the provider refused is an answer, not an error: `sent` is false and `error` says why. */
export interface TestResult {
  sent: boolean;
  tested_at_micros: number;
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

/** A body with secrets, sealed to notify's key: whoever listens on the bus reads nothing. */
export class SealedBody {
  @IsString() @IsNotEmpty() @MaxLength(2_000_000) sealed: string;
}

export class SealedBodyOf extends SealedBody {
  @IsUUID() id: string;
}

const READ = { organization: 'alerts.read' };
const MANAGE = { organization: 'alerts.manage' };
/** Longer than the longest `timeout_secs` of a connector. */
const TEST_TIMEOUT_MS = 75_000;

export const sealingKey = rpc<SealingKey>()('svc.notify.sealing-key', Empty, 'internal');
export const listConnectorTypes = rpc<ConnectorTypeView[]>()('svc.notify.connector-types.list', Empty, READ);
export const listConnectors = rpc<ConnectorView[]>()('svc.notify.connectors.list', Empty, READ);
export const readConnector = rpc<ConnectorView>()('svc.notify.connectors.read', ConnectorId, READ);
/** Carries a sealed `CreateConnector`. */
export const createConnector = rpc<ConnectorView>()('svc.notify.connectors.create', SealedBody, MANAGE);
/** Carries a sealed `UpdateConnector`. */
export const updateConnector = rpc<ConnectorView>()('svc.notify.connectors.update', SealedBodyOf, MANAGE);
/** Carries a sealed `TestConnector`. */
export const testConnector = rpc<TestResult>()('svc.notify.connectors.test', SealedBodyOf, MANAGE, TEST_TIMEOUT_MS);
export const deleteConnector = rpc<{ deleted: true }>()('svc.notify.connectors.delete', ConnectorId, MANAGE);
