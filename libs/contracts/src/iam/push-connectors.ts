/** Push connectors (INTAKE-6): senders that know no sign-in, each with a credential that may write one stream. */
import { IsBoolean, IsIn, IsString, Matches, MaxLength } from 'class-validator';
import type { Billing } from '../authz/billing-state.js';
import { ById } from './iam.js';
import type { Integer } from '../base/integer.js';
import { Optional } from '../base/members.js';
import { IsPlainText } from '../base/plain-text.js';
import type { SetQuotas } from '../authz/quotas.js';
import { Empty, READS, rpc } from '../authz/rpc.js';

export const PUSH_KINDS = [
  'aws_kinesis_firehose',
  'cloudflare_logpush',
  'heroku_drain',
  'elasticsearch_bulk',
  'loki_push',
] as const;
export type PushKind = (typeof PUSH_KINDS)[number];

export const DEFAULT_STREAM: Record<PushKind, string> = {
  aws_kinesis_firehose: 'kinesis',
  cloudflare_logpush: 'cloudflare',
  heroku_drain: 'heroku',
  elasticsearch_bulk: 'elasticsearch',
  loki_push: 'loki',
};

const STREAM = /^(?!_spanwise)(?!\.\.?$)[A-Za-z0-9_.-]{1,255}$/;
const STREAM_SENTENCE = 'must be 1 to 255 letters, digits, dots, dashes and underscores, and not one of the platform';

export class CreatePushConnector {
  @IsPlainText(1, 128) name: string;
  @IsIn(PUSH_KINDS) kind: PushKind;
  @Optional() @IsString() @Matches(STREAM, { message: STREAM_SENTENCE }) target_stream?: string;
}

export class UpdatePushConnector {
  @Optional() @IsPlainText(1, 128) name?: string;
  @Optional() @IsBoolean() enabled?: boolean;
  @Optional() @IsString() @Matches(STREAM, { message: STREAM_SENTENCE }) target_stream?: string;
}

export class UpdatePushConnectorById extends UpdatePushConnector {
  @Matches(/^[0-9a-f-]{36}$/) id: string;
}

export class PushConnectorId extends ById {}

export interface PushConnectorView {
  id: string;
  name: string;
  kind: PushKind;
  target_stream: string;
  enabled: boolean;
  created_at_micros: Integer;
  updated_at_micros: Integer;
}

/** The token is shown once: what is stored of it is a hash. */
export interface CreatedPushConnector {
  connector: PushConnectorView;
  push_token: string;
}

const READ = { organization: 'pipelines.read' } as const;
const EDIT = { organization: 'pipelines.edit' };

export const listPushConnectors = rpc<PushConnectorView[]>()('svc.iam.push_connectors.list', Empty, READ);
export const createPushConnector = rpc<CreatedPushConnector>()(
  'svc.iam.push_connectors.create',
  CreatePushConnector,
  EDIT,
  { audit: 'recorded' },
);
export const updatePushConnector = rpc<PushConnectorView>()(
  'svc.iam.push_connectors.update',
  UpdatePushConnectorById,
  EDIT,
  { audit: 'recorded' },
);
/** The token before ends at once. */
export const rotatePushConnector = rpc<CreatedPushConnector>()(
  'svc.iam.push_connectors.rotate',
  PushConnectorId,
  EDIT,
  { audit: 'recorded' },
);
export const deletePushConnector = rpc<{ deleted: true }>()('svc.iam.push_connectors.delete', PushConnectorId, EDIT, {
  audit: 'recorded',
});

const TOKEN = /^swc_[A-Za-z0-9_-]{43}$/;
export const isPushToken = (text: string): boolean => TOKEN.test(text);

export class PushToken {
  @IsString() @MaxLength(64) token: string;
}

/** What a token may do: write records of one kind into one stream of one organization. */
export interface PushGrant extends Billing {
  connector_id: string;
  organization_id: string;
  kind: PushKind;
  target_stream: string;
  quotas?: SetQuotas;
}

/** `unauthorized` for whatever does not hold: unknown, rotated, disabled, or of an organization that is. */
export const authenticatePush = rpc<PushGrant>()('svc.iam.push_connectors.authenticate', PushToken, 'internal', READS);
