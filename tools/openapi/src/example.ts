/** A lifelike value for a schema: what a member holds follows from its name. */
import type { Schema, Schemas } from './schemas.js';

const MOMENT = 1_795_160_040_000_000;
const MINUTE = 60_000_000;
const ID = '01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17';

const BY_NAME: Record<string, unknown> = {
  from: MOMENT - 60 * MINUTE,
  start: MOMENT - 60 * MINUTE,
  to: MOMENT,
  end: MOMENT,
  iat: 1_795_160_040,
  request_count: 1_200,
  sampled_count: 1_200,
  error_count: 6,
  occurrence_count: 6,
  error_rate: 0.005,
  duration_sum_micros: 54_000_000,
  duration_average_micros: 45_000,
  p50_micros: 32_000,
  p95_micros: 120_000,
  p99_micros: 310_000,
  max_micros: 900_000,
  duration_micros: 45_000,
  total_time_micros: 54_000_000,
  request_rate: 0.33,
  apdex: 0.98,
  quantile_relative_error: 0.01,
  exact: 1,
  adjusted: 0,
  unknown: 0,
  latency_partial: false,
  partial: false,
  activation_boundary: false,
  overflow: false,
  gaps: [],
  overflow_dimensions: ['transaction'],
  transaction: 'POST /orders',
  dependency: 'orders',
  error_fingerprint: 'e1_6f1c2a90b7d34e58',
  revoked: false,
  has_more: false,
  trace_id: '4bf92f3577b34da6a3ce929d0e0e4736',
  span_id: '00f067aa0ba902b7',
  trace_available: false,
  namespace: 'shop',
  service: 'checkout',
  environment: 'production',
  version: '1.4.2',
  runtime_language: 'nodejs',
  telemetry_sdk_name: 'opentelemetry',
  telemetry_sdk_version: '2.12.0',
  recent_instance_count: 3,
  operation: 'SELECT',
  target: 'orders',
  category: 'database',
  kind: 'http',
  event_type: 'incident.opened',
  code: '123456',
  fingerprint: 'e1_6f1c2a90b7d34e58',
  error_type: 'PaymentDeclined',
  default_home_route: '/home',
  timezone: 'Europe/Paris',
  avatar_url: 'https://example.com/ada.png',
  application_frame: 'charge (payment.js)',
  transaction_name: 'POST /orders',
  representative_message: 'card {number} was declined',
  observation_count: 1_200,
  next_cursor: null,
  previous_cursor: null,
  sort: 'request_count',
  email: 'ada@example.com',
  password: 'correct horse battery staple',
  display_name: 'Ada Lovelace',
  org_name: 'Default',
  org_id: ID,
  display_role: 'Owner',
  permissions: ['streams.query'],
  features: [],
  token: 'sw_…',
  prefix: 'z0balOibJfrX',
  role_key: 'ingest',
  role_name: 'Ingest',
  expires_in_days: 90,
  commit: '3e0f3ce0d1c2b3a4958677665544332211009988',
  branch: 'main',
  build_epoch_secs: 1_795_160_040,
  build_id: '0.1.0+3e0f3ce0d1c2',
  release_channel: 'stable',
  request_id: '7d9f4c1e2b8a4f6d',
  message: 'A clear sentence.',
  payload_b64: 'eyJmb3JtYXQiOjF9',
  signature_b64: 'eyJmb3JtYXQiOjF9',
  target_stream: 'heroku',
  push_token: 'swc_…',
  trial_days: 14,
  days_remaining: 14,
  signature_tolerance_secs: 300,
  webhook_secret: 'whsec_xxxxxxxxxxxxxxxxxxxxxxxx',
  reason: 'must be an integer of microseconds',
  field: 'from',
  dropped_facts: 0,
  path_pattern: '/apm/services/:service',
  route_catalog_version: 1,
  kty: 'EC',
  crv: 'P-256',
  kid: 'k1',
  x: 'f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU',
  y: 'x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0',
};
/** Members that hold something else inside this schema. */
const BY_SCHEMA: Record<string, Record<string, unknown>> = {
  ServiceIdentity: { name: 'checkout' },
  StreamFieldView: { exact: true },
  FieldDeclaration: { exact: true },
  Preferences: { default_home_route: '/home', timezone: 'Europe/Vienna' },
  Capabilities: { version: 1 },
  AuditPage: { next_cursor: 'AmsxpT0aG9kq' },
  StreamsRuntime: { next_cursor: 'AmsxpT0aG9kq' },
  PermissionCatalog: {
    version: 1,
    permissions: [
      {
        key: 'streams.query',
        scope: 'organization',
        domain: 'observability',
        label_key: 'permissions.streams_query',
        description_key: 'permissions_hint.streams_query',
        builtin_roles: ['owner', 'admin', 'editor', 'viewer'],
      },
    ],
  },
  AlertRule: { version: 3 },
  RuleVersion: { version: 3 },
  BoundRole: { version: 8 },
  ChangedRelationship: { version: 8 },
  ChangedGrant: { version: 8 },
  QuotaValues: { members: 50, api_tokens: 20, requests_per_minute: 6_000 },
  QuotaView: { limit: 50, set: true, used: 12 },
  ResourceSelector: { all: undefined, ids: ['checkout-latency'] },
  UnboundRole: { version: 8 },
  ResetPassword: { token: 'Hq0pW3uJ1ZfC7rX9tY2vB4nM6kL8sD5gE1aR3oT7iUw' },
  VerifySignUp: { token: 'Hq0pW3uJ1ZfC7rX9tY2vB4nM6kL8sD5gE1aR3oT7iUw' },
  AcceptInvitation: { token: 'Hq0pW3uJ1ZfC7rX9tY2vB4nM6kL8sD5gE1aR3oT7iUw' },
  EmailDomain: { domain: 'example.com' },
  SubsystemState: { up: true, reason: undefined },
  TraceSpan: { kind: 2, status: 'UNSET', operation: 'POST /orders', duration_ns: 45_000_000, self_ns: 12_000_000 },
  TraceDetail: { root_span_id: '00f067aa0ba902b7', partial: false },
  SubmitSearchJob: { ttl_secs: 604_800, statement: 'select count(*) as records from "default"' },
  QueryBody: { statement: 'select body from "default" order by _timestamp desc limit 10' },
  QuietHours: { start: '22:00', end: '07:00' },
  Gap: { reason: 'late_dropped' },
  ReadinessBody: { reason: undefined },
  VersionInfo: { version: '0.1.0' },
  ProductHealthBody: { reason: undefined, subsystems: { nats: { up: true }, postgres: { up: true } } },
  ProcessHealthBody: { subsystems: { nats: { up: true } } },
};
const MAX_DEPTH = 16;

export function exampleOf(name: string, schemas: Schemas): unknown {
  return build(schemas[name]!, name, name, schemas, 0);
}

function build(schema: Schema, member: string, owner: string, schemas: Schemas, depth: number): unknown {
  if (depth > MAX_DEPTH) throw new Error(`The schema ${owner} is too deep for an example.`);
  if (schema.type === 'null') return null;
  const known = BY_SCHEMA[owner] ?? {};
  if (Object.hasOwn(known, member)) return known[member];
  if (typeof schema.$ref === 'string') {
    const target = schema.$ref.split('/').at(-1)!;
    return build(schemas[target]!, isObject(schemas[target]!) ? target : member, target, schemas, depth + 1);
  }
  if (schema.const !== undefined) return schema.const;
  if (Array.isArray(schema.enum)) return schema.enum[0];
  const alternatives = (schema.anyOf ?? schema.oneOf) as Schema[] | undefined;
  const isNamed = Object.hasOwn(BY_NAME, member) && !isObject(schema) && !isChoice(alternatives);
  if (isNamed && !holdsObjects(schema, BY_NAME[member])) return BY_NAME[member];
  if (alternatives !== undefined) return build(alternatives[0]!, member, owner, schemas, depth + 1);
  if (isObject(schema)) return objectExample(schema, owner, schemas, depth);
  if (Array.isArray(schema.prefixItems))
    return (schema.prefixItems as Schema[]).map((item) => build(item, member, owner, schemas, depth + 1));
  if (typeOf(schema) === 'array') return [build(schema.items as Schema, singular(member), owner, schemas, depth + 1)];
  return scalar(schema, member);
}

/** Of shapes and fixed values: what is known by its name is none of them. */
const isChoice = (alternatives: Schema[] | undefined): boolean =>
  alternatives?.every(
    (one) => one.const !== undefined || one.$ref !== undefined || one.type === 'null' || isObject(one),
  ) ?? false;

/** The list known by this name is one of texts, and this one is of objects. */
const holdsObjects = (schema: Schema, known: unknown): boolean =>
  Array.isArray(known) && known.length > 0 && (schema.items as Schema | undefined)?.$ref !== undefined;

const isObject = (schema: Schema): boolean => typeOf(schema) === 'object' || schema.properties !== undefined;

/** Of one that may be null the other. */
const typeOf = ({ type }: Schema): unknown => (Array.isArray(type) ? type[0] : type);

function objectExample(schema: Schema, owner: string, schemas: Schemas, depth: number): unknown {
  const members = Object.entries((schema.properties ?? {}) as Schemas).map(
    ([name, property]) => [name, build(property, name, owner, schemas, depth + 1)] as const,
  );
  if (members.length === 0 && typeof schema.additionalProperties === 'object') {
    return { name: build(schema.additionalProperties as Schema, 'name', owner, schemas, depth + 1) };
  }
  return Object.fromEntries(members.filter(([, value]) => value !== undefined));
}

function scalar(schema: Schema, member: string): unknown {
  const type = typeOf(schema);
  if (type === 'boolean') return true;
  if (type === 'integer' || type === 'number')
    return /_(at|micros|time)$/.test(member) ? MOMENT : Math.max(1, Number(schema.minimum ?? 1));
  if (schema.format === 'uuid' || /(^|_)id$/.test(member)) return ID;
  return member.replaceAll('_', ' ');
}

const singular = (member: string): string => member.replace(/s$/, '');
