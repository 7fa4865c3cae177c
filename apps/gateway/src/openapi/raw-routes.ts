/** Routes that are not methods of controllers, for the API description. */
import type { Access } from '@spanwise/contracts/iam-context';
import { AuditFilter } from '@spanwise/contracts/iam-audit';
import { AUDIT_EXPORTS } from '../audit/audit-export.route.js';
import { AVATAR_TYPES } from '../avatars/avatar-limits.js';
import { PUSH_RAW_ROUTES } from './push-raw-routes.js';
import type { DescribedOperation } from './operation.js';

/** Bodies that are not JSON of ours: media type and what it is. */
export interface RawBody {
  required: boolean;
  contents: Record<string, string>;
}

export interface RawRoute extends Omit<DescribedOperation, 'body'> {
  method: 'get' | 'post';
  route: string;
  id: string;
  access: Access | 'any-context' | 'public';
  /** 200 unless it is said. */
  status?: number;
  headers?: Record<string, string>;
  rawBody?: RawBody;
  rawAnswer?: RawBody;
}

const OTLP = 'https://opentelemetry.io/docs/specs/otlp/';
const WRITE = { organization: 'streams.write' };
const CODINGS = { 'Content-Encoding': 'gzip, deflate, zstd or identity' };
const REPETITION = {
  'Idempotency-Key':
    'A name of this request: logs and metrics that come again under it within 10 minutes are not stored twice',
};
const INTAKE_REFUSALS: RawRoute['refusals'] = {
  payload_too_large: 'The body is larger than the limits, or the organization has stored as much as it may.',
  resource_exhausted: 'This organization has too many bytes under way. `Retry-After` says when to come back.',
  unavailable: 'The log does not take data, or figures lag behind. `Retry-After` says when to come back.',
};

interface OtlpSignal {
  signal: 'traces' | 'logs' | 'metrics';
  /** As in the names of OTLP's messages. */
  message: string;
  records: string;
}

const SIGNALS: readonly OtlpSignal[] = [
  { signal: 'traces', message: 'ExportTraceService', records: 'Spans' },
  { signal: 'logs', message: 'ExportLogsService', records: 'Log records' },
  { signal: 'metrics', message: 'ExportMetricsService', records: 'Metrics' },
];

const otlp = ({ signal, message, records }: OtlpSignal): RawRoute[] => {
  const name = signal.charAt(0).toUpperCase() + signal.slice(1);
  const route: Omit<RawRoute, 'route' | 'id'> = {
    method: 'post',
    summary: `${records} of OpenTelemetry (OTLP/HTTP)`,
    description: `An \`${message}Request\` as protobuf or JSON, see ${OTLP}. 200 means that every record is durable. Records that
cannot be taken are named in \`partial_success\`. Errors are a \`google.rpc.Status\` in the encoding of the request.
Up to 16 MiB as sent and 64 MiB inflated.`,
    access: WRITE,
    headers: {
      ...CODINGS,
      'stream-name': 'Stream of the raw telemetry; `default` without it',
      ...(signal !== 'traces' && REPETITION),
    },
    rawBody: {
      required: true,
      contents: {
        'application/x-protobuf': `${message}Request`,
        'application/json': `${message}Request in the JSON form of OTLP`,
      },
    },
    rawAnswer: {
      required: true,
      contents: { 'application/x-protobuf': `${message}Response`, 'application/json': `${message}Response` },
    },
    refusals: INTAKE_REFUSALS,
  };
  return [
    { ...route, route: `/api/v1/${signal}`, id: `send${name}` },
    { ...route, route: `/v1/${signal}`, id: `send${name}AtDefaultPath` },
  ];
};

const native = ({ signal, message, records }: OtlpSignal): RawRoute => ({
  method: 'post',
  route: `/api/v1/ingest/${signal}/:stream`,
  id: `ingest${signal.charAt(0).toUpperCase()}${signal.slice(1)}`,
  summary: `${records} as native records`,
  description: `JSON objects in the field names that a query returns, or an \`${message}Request\`. \`_timestamp\` is in microseconds; a
record of logs or metrics without it gets the time of its receipt. Records are judged one by one; 200 means that all
that were accepted are durable. Up to 16 MiB as sent and 64 MiB inflated.`,
  access: WRITE,
  path: { stream: 'Stream that the records go to; made when it is not there' },
  headers: { ...CODINGS, ...(signal !== 'traces' && REPETITION) },
  rawBody: {
    required: true,
    contents: {
      'application/json': 'A record, or an array of records',
      'application/x-ndjson': 'A record a line',
      'application/x-protobuf': `${message}Request of OTLP`,
    },
  },
  answer: 'IngestResult',
  refusals: INTAKE_REFUSALS,
});

const auditExport = (at: 0 | 1, id: string, whose: string): RawRoute => ({
  method: 'get',
  ...AUDIT_EXPORTS[at],
  id,
  summary: `Audit log of ${whose} as a file`,
  description:
    'One record a line, newest first, as far as the filters say. A file that broke off is not ended properly. One export of an organization at a time.',
  query: AuditFilter,
  rawAnswer: { required: true, contents: { 'application/x-ndjson': 'Records of the audit log' } },
  refusals: {
    resource_exhausted: 'Another export of this organization is under way. `Retry-After` says when to come back.',
  },
});

export const RAW_ROUTES: readonly RawRoute[] = [
  auditExport(0, 'exportAudit', 'the organization'),
  auditExport(1, 'exportSystemAudit', 'the platform'),
  ...SIGNALS.flatMap(otlp),
  ...SIGNALS.map(native),
  {
    method: 'post',
    route: '/api/v1/billing/stripe/webhook',
    id: 'receivePaymentEvent',
    summary: 'Events of the payment provider',
    description: `Authenticated by \`Stripe-Signature\`, which is over the body as it is sent. The same event again, and events in
another order, leave the same state. Up to 256 KiB.`,
    access: 'public',
    answer: 'PaymentEventReceived',
    headers: { 'Stripe-Signature': '`t=<unix seconds>,v1=<hex>`, with one `v1` for each secret' },
    rawBody: { required: true, contents: { 'application/json': 'An event as the provider sends it' } },
    refusals: {
      unauthorized: 'The signature does not hold.',
      not_found: 'Billing is not in use here.',
      payload_too_large: 'The body is larger than 256 KiB.',
      resource_exhausted: 'Too many refused signatures from this address.',
    },
  },
  {
    method: 'post',
    route: '/api/v1/me/avatar',
    id: 'uploadAvatar',
    summary: 'Set the own picture',
    description: `The body is the picture. It is decoded and made anew, 256 pixels square, of its first frame and without anything
that was beside the pixels. Up to 2 MiB and 4096 pixels an edge.`,
    access: 'any-context',
    answer: 'Profile',
    rawBody: {
      required: true,
      contents: Object.fromEntries(AVATAR_TYPES.map((type) => [type, 'The picture'])),
    },
    refusals: {
      forbidden: 'An API token changes no account.',
      payload_too_large: 'The picture is larger than 2 MiB.',
      resource_exhausted: 'Too many pictures, or requests, at once.',
    },
  },
  {
    method: 'get',
    route: '/api/v1/public/avatars/:user_id/:file',
    id: 'avatar',
    summary: 'A user’s picture',
    description: 'For everybody who has its address. It never changes.',
    access: 'public',
    path: { user_id: 'Id of the user', file: 'Name of the picture' },
    rawAnswer: { required: true, contents: { 'image/webp': 'The picture, 256 pixels square' } },
  },
  {
    method: 'get',
    route: '/api/v1/files/stream/:token',
    id: 'downloadFile',
    summary: 'A file, by a signed link',
    description: `The link is the credential. One range of bytes is answered with 206, and \`If-Range\` with the \`ETag\` keeps it to the same
file. HEAD needs a link that was made for it.`,
    access: 'public',
    path: { token: 'What the link says' },
    headers: { Range: 'One range of bytes', 'If-Range': 'The `ETag` of the file that the range is of' },
    rawAnswer: { required: true, contents: { 'application/x-ndjson': 'A JSON object a line' } },
    refusals: {
      unauthorized: 'The link does not hold, or is over.',
      not_found: 'The file is not there any more.',
      resource_exhausted: 'Too many links from this address that do not hold.',
    },
  },
  ...PUSH_RAW_ROUTES,
  {
    method: 'post',
    route: '/api/v1/prometheus/api/v1/write',
    id: 'writeFromPrometheus',
    summary: 'Samples of Prometheus (remote write 1.0)',
    description: `A \`prometheus.WriteRequest\`, compressed by snappy. Each metric goes to the stream of its \`__name__\`. 204 means that
every sample is durable. A series with impossible labels refuses the whole request; samples of the future and native
histograms are left out. Up to 16 MiB as sent and 64 MiB inflated.`,
    access: WRITE,
    status: 204,
    headers: { 'Content-Encoding': 'snappy' },
    rawBody: { required: true, contents: { 'application/x-protobuf': 'prometheus.WriteRequest' } },
    refusals: INTAKE_REFUSALS,
  },
  {
    method: 'get',
    route: '/metrics',
    id: 'processMetrics',
    summary: 'Prometheus metrics of the gateway process and of the subsystems',
    access: 'public',
    rawAnswer: { required: true, contents: { 'text/plain': 'Prometheus exposition format 0.0.4' } },
  },
  {
    method: 'get',
    route: '/healthz',
    id: 'processHealth',
    summary: 'This process runs',
    access: 'public',
    answer: 'ProcessHealth',
  },
  {
    method: 'get',
    route: '/readyz',
    id: 'processReadiness',
    summary: 'This process can serve',
    access: 'public',
    answer: 'Readiness',
    answersAlsoWhenUnavailable: true,
  },
  { method: 'get', route: '/version', id: 'processVersion', summary: 'Version', access: 'public', answer: 'Version' },
];

/** Pages for people, which the description leaves out. */
export const UNDESCRIBED: readonly string[] = ['/', '/docs', '/docs/:file', '/s/:token', '/api/v1/openapi.json'];
