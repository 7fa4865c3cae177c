/** The routes of push connectors, for the API description. */
import type { RawRoute } from './raw-routes.js';

const CREDENTIAL = `The token of a push connector of this kind, as \`X-Connector-Token\`, as the password of basic authentication or
as the parameter \`token\`. It names the organization and the stream.`;
const REFUSALS: RawRoute['refusals'] = {
  unauthorized: 'The token does not hold, or is of another kind.',
  payment_required: 'The service of the organization is paused, or the licence covers no more.',
  payload_too_large: 'The body is larger than the limits, or the organization has stored as much as it may.',
  resource_exhausted: 'The organization has too many bytes under way, or has sent as much as it may.',
};

interface PushFormat {
  route: string;
  id: string;
  summary: string;
  more?: string;
  contents: Record<string, string>;
}

const push = ({ route, id, summary, more = '', contents }: PushFormat): RawRoute => ({
  method: 'post',
  route,
  id,
  summary,
  description: `${CREDENTIAL}${more === '' ? '' : ` ${more}`} A success means that every record is durable.`,
  access: 'public',
  headers: { 'Content-Encoding': 'gzip, deflate, zstd or identity' },
  rawBody: { required: true, contents },
  refusals: REFUSALS,
});

const BEARER = 'An API token with `streams.write` is taken as well.';

export const PUSH_RAW_ROUTES: readonly RawRoute[] = [
  {
    ...push({
      route: '/api/v1/_kinesis_firehose',
      id: 'pushFirehose',
      summary: 'Deliveries of AWS Firehose',
      more: 'Firehose sends the token as `X-Amz-Firehose-Access-Key`. A delivery that comes again is not stored twice.',
      contents: { 'application/json': 'A delivery: `requestId`, `timestamp` and `records` of base64 `data`' },
    }),
    answer: 'FirehoseAnswer',
  },
  {
    ...push({
      route: '/api/v1/_cloudflare',
      id: 'pushCloudflare',
      summary: 'Logs of Cloudflare Logpush',
      contents: { 'application/x-ndjson': 'One JSON object a line' },
    }),
    status: 204,
  },
  {
    ...push({
      route: '/api/v1/_heroku',
      id: 'pushHeroku',
      summary: 'Frames of a Heroku drain',
      more: 'A frame with a `Logplex-Frame-Id` that comes again is not stored twice.',
      contents: { 'application/logplex-1': 'Messages of syslog, each behind its length' },
    }),
    status: 204,
  },
  {
    ...push({
      route: '/api/v1/_bulk',
      id: 'pushBulk',
      summary: 'Documents in the bulk form of Elasticsearch',
      more: `${BEARER} With it, \`_index\` is the stream.`,
      contents: { 'application/x-ndjson': 'Lines of `index` or `create`, each with the line of its document' },
    }),
    answer: 'BulkAnswer',
  },
  {
    ...push({
      route: '/api/v1/loki/api/v1/push',
      id: 'pushLoki',
      summary: 'Streams in the push form of Loki',
      more: BEARER,
      contents: { 'application/json': '`streams` of labels and `values` of nanoseconds and line' },
    }),
    status: 204,
  },
];
