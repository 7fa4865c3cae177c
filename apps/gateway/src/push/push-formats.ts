/** The formats that are pushed to us: how each is described, read and answered. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { PushKind } from '@spanwise/contracts/iam-push-connectors';
import { CODINGS } from '../intake/described-intake.js';
import type { Rejections } from '../intake/rejections.js';
import type { RawRoute } from '../openapi/raw-route.js';
import { readFirehose } from './firehose.js';
import { readBulk, readCloudflare, readHeroku, readLoki } from './line-formats.js';
import type { PushItem } from './push-record.js';

export interface Delivery {
  items: PushItem[];
  /** The sender's own name of this delivery, the same when it sends it again. */
  deliveryId?: string;
  answer: (reply: FastifyReply, rejections: Rejections) => FastifyReply;
}

export interface PushFormat {
  described: RawRoute;
  kind: PushKind;
  /** Also with an API token that may write, as clients of the format send it. */
  withBearer?: boolean;
  read: (body: Uint8Array, request: FastifyRequest) => Promise<Delivery> | Delivery;
}

const CREDENTIAL = `The token of a push connector of this kind, as \`X-Connector-Token\`, as the password of basic authentication or
as the parameter \`token\`. It names the organization and the stream.`;
const BEARER = 'An API token with `streams.write` is taken as well.';

type Described = Pick<RawRoute, 'route' | 'id' | 'summary' | 'answer'> & {
  more?: string;
  contents: Record<string, string>;
};

/** 204 where there is nothing to answer. */
const described = ({ more = '', contents, ...route }: Described): RawRoute => ({
  method: 'post',
  ...route,
  ...(route.answer === undefined && { status: 204 }),
  description: `${CREDENTIAL}${more === '' ? '' : ` ${more}`} A success means that every record is durable.`,
  access: 'public',
  headers: CODINGS,
  rawBody: { required: true, contents },
  refusals: {
    unauthorized: 'The token does not hold, or is of another kind.',
    payment_required: 'The service of the organization is paused, or the licence covers no more.',
    payload_too_large: 'The body is larger than the limits, or the organization has stored as much as it may.',
    resource_exhausted: 'The organization has too many bytes under way, or has sent as much as it may.',
  },
});

const noContent = (reply: FastifyReply) => reply.status(204).send();

export const PUSH_FORMATS: readonly PushFormat[] = [
  {
    kind: 'aws_kinesis_firehose',
    described: described({
      route: '/api/v1/_kinesis_firehose',
      id: 'pushFirehose',
      summary: 'Deliveries of AWS Firehose',
      more: 'Firehose sends the token as `X-Amz-Firehose-Access-Key`. A delivery that comes again is not stored twice.',
      contents: { 'application/json': 'A delivery: `requestId`, `timestamp` and `records` of base64 `data`' },
      answer: 'FirehoseAnswer',
    }),
    read: async (body) => {
      const { requestId, items } = await readFirehose(body);
      const answer = (reply: FastifyReply) => reply.status(200).send({ requestId, timestamp: Date.now() });
      return { items, deliveryId: requestId, answer };
    },
  },
  {
    kind: 'cloudflare_logpush',
    described: described({
      route: '/api/v1/_cloudflare',
      id: 'pushCloudflare',
      summary: 'Logs of Cloudflare Logpush',
      contents: { 'application/x-ndjson': 'One JSON object a line' },
    }),
    read: async (body) => ({ items: await readCloudflare(body), answer: noContent }),
  },
  {
    kind: 'heroku_drain',
    described: described({
      route: '/api/v1/_heroku',
      id: 'pushHeroku',
      summary: 'Frames of a Heroku drain',
      more: 'A frame with a `Logplex-Frame-Id` that comes again is not stored twice.',
      contents: { 'application/logplex-1': 'Messages of syslog, each behind its length' },
    }),
    read: (body, { headers }) => ({
      items: readHeroku(body),
      ...(typeof headers['logplex-frame-id'] === 'string' && { deliveryId: headers['logplex-frame-id'] }),
      answer: noContent,
    }),
  },
  {
    kind: 'elasticsearch_bulk',
    withBearer: true,
    described: described({
      route: '/api/v1/_bulk',
      id: 'pushBulk',
      summary: 'Documents in the bulk form of Elasticsearch',
      more: `${BEARER} With it, \`_index\` is the stream.`,
      contents: { 'application/x-ndjson': 'Lines of `index` or `create`, each with the line of its document' },
      answer: 'BulkAnswer',
    }),
    read: async (body) => {
      const items = await readBulk(body);
      return { items, answer: (reply, rejections) => reply.status(200).send(bulkAnswer(items, rejections)) };
    },
  },
  {
    kind: 'loki_push',
    withBearer: true,
    described: described({
      route: '/api/v1/loki/api/v1/push',
      id: 'pushLoki',
      summary: 'Streams in the push form of Loki',
      more: BEARER,
      contents: { 'application/json': '`streams` of labels and `values` of nanoseconds and line' },
    }),
    read: async (body) => ({ items: await readLoki(body), answer: noContent }),
  },
];

function bulkAnswer(items: readonly (PushItem & { action?: string })[], rejections: Rejections): object {
  const reasons = new Map(rejections.first.map(({ index, reason }) => [index, reason]));
  const answers = items.map(({ action = 'create' }, index) => {
    const reason = reasons.get(index);
    if (reason === undefined) return { [action]: { status: 201 } };
    return { [action]: { status: 400, error: { type: 'mapper_parsing_exception', reason } } };
  });
  return { took: 0, errors: rejections.count > 0, items: answers };
}
