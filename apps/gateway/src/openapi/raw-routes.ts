/** Routes that are not methods of controllers, for the API description. */
import type { Access } from '@spanwise/contracts/iam-context';
import { AVATAR_TYPES } from '../avatars/avatar-limits.js';
import type { DescribedOperation } from './operation.js';

/** Bodies that are not JSON of ours: media type and what it is. */
export interface RawBody {
  required: boolean;
  contents: Record<string, string>;
}

export interface RawRoute extends Omit<DescribedOperation, 'body' | 'query'> {
  method: 'get' | 'post';
  route: string;
  id: string;
  access: Access | 'any-context' | 'public';
  headers?: Record<string, string>;
  rawBody?: RawBody;
  rawAnswer?: RawBody;
}

const OTLP = 'https://opentelemetry.io/docs/specs/otlp/';

const traces = (route: string, id: string): RawRoute => ({
  method: 'post',
  route,
  id,
  summary: 'Spans of OpenTelemetry (OTLP/HTTP)',
  description: `An \`ExportTraceServiceRequest\` as protobuf or JSON, see ${OTLP}. 200 means that every span is durable. Spans that
cannot be counted are named in \`partial_success\`. Errors are a \`google.rpc.Status\` in the encoding of the request.
Up to 16 MiB as sent and 64 MiB inflated.`,
  access: { organization: 'streams.write' },
  headers: {
    'Content-Encoding': 'gzip, deflate, zstd or identity',
    'stream-name': 'Stream of the raw telemetry; `default` without it',
  },
  rawBody: {
    required: true,
    contents: {
      'application/x-protobuf': 'ExportTraceServiceRequest',
      'application/json': 'ExportTraceServiceRequest in the JSON form of OTLP',
    },
  },
  rawAnswer: {
    required: true,
    contents: {
      'application/x-protobuf': 'ExportTraceServiceResponse',
      'application/json': 'ExportTraceServiceResponse',
    },
  },
  refusals: {
    payload_too_large: 'The body is larger than the limits.',
    resource_exhausted: 'This organization has too many bytes under way. `Retry-After` says when to come back.',
    unavailable: 'The log does not take data, or figures lag behind. `Retry-After` says when to come back.',
  },
});

export const RAW_ROUTES: readonly RawRoute[] = [
  traces('/api/v1/traces', 'sendTraces'),
  traces('/v1/traces', 'sendTracesAtDefaultPath'),
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
