/** The formats that are pushed to us: how each is described, read and answered. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { PushKind } from '@spanwise/contracts/iam/push-connectors';
import { CODINGS } from '../intake/described-intake.js';
import type { Rejections } from '../intake/rejections.js';
import type { RawRoute } from '../../edge/openapi/raw-route.js';
import { readBulk, readCloudflare, readHeroku } from '../intake/line-formats.js';
import type { PushItem } from '../intake/push-record.js';
import type { WholeKind } from '../intake/whole-deliveries.js';

export interface Delivery {
  /** Of formats that are read here. */
  items: PushItem[];
  /** The sender's own name of this delivery, the same when it sends it again. */
  deliveryId?: string;
}

export interface TakenDelivery extends Delivery {
  rejections: Rejections;
}

interface Format {
  described: RawRoute;
  kind: PushKind;
  /**
   * How a sender hears of records that are not taken (INTAKE-13): at each of them, by 400, where it repeats none, or by a header
   * of the success, where it would send the good ones again.
   */
  faults: 'items' | 'status' | 'header';
  /** Also with an API token that may write, as clients of the format send it. */
  withBearer?: boolean;
  answer: (reply: FastifyReply, taken: TakenDelivery) => FastifyReply;
}

/** Read here, in turns, or, where the body is one JSON text, by `sliceDelivery`. */
export type PushFormat = Format &
  (
    | { whole: WholeKind; read?: undefined }
    | { whole?: undefined; read: (body: Uint8Array, request: FastifyRequest) => Promise<Delivery> | Delivery }
  );

const CREDENTIAL = `The token of a push connector of this kind, as \`X-Connector-Token\`, as the password of basic authentication or
as the parameter \`token\`. It names the organization and the stream.`;
/** On every success of a format that has no other words for it, also where it is 0. */
export const REJECTED_HEADER = 'X-Rejected-Records';
const BEARER = 'An API token with `streams.write` is accepted too.';

type Described = Pick<RawRoute, 'route' | 'id' | 'summary' | 'answer'> & {
  more?: string;
  contents: Record<string, string>;
};

const COUNTED = `Rejected records are counted in the response header \`${REJECTED_HEADER}\`.`;

/** 204 where there is nothing to answer. */
const described = ({ more = '', contents, ...route }: Described): RawRoute => ({
  method: 'post',
  ...route,
  ...(route.answer === undefined && { status: 204 }),
  description: `${CREDENTIAL}${more === '' ? '' : ` ${more}`} Success means that every accepted record is durable.`,
  access: 'public',
  headers: CODINGS,
  rawBody: { required: true, contents },
  refusals: {
    unauthorized: 'The token does not hold, or is of another kind.',
    payment_required: 'The service of the organization is paused, or the licence covers no more.',
    payload_too_large:
      'The body is larger than the limits; or it holds too many records, attributes, buckets or fields, or shares too much among its records; or the organization has stored as much as it may.',
    resource_exhausted: 'The organization has too many bytes under way, or has sent as much as it may.',
  },
});

const noContent = (reply: FastifyReply) => reply.status(204).send();

export const PUSH_FORMATS: readonly PushFormat[] = [
  {
    kind: 'aws_kinesis_firehose',
    faults: 'header',
    described: described({
      route: '/api/v1/_kinesis_firehose',
      id: 'pushFirehose',
      summary: 'Deliveries of AWS Firehose',
      more: `Firehose sends the token as \`X-Amz-Firehose-Access-Key\`. A repeated delivery is stored once. ${COUNTED}`,
      contents: { 'application/json': 'A delivery: `requestId`, `timestamp` and `records` of base64 `data`' },
      answer: 'FirehoseAnswer',
    }),
    whole: 'aws_kinesis_firehose',
    answer: (reply, { deliveryId: requestId }) => reply.status(200).send({ requestId, timestamp: Date.now() }),
  },
  {
    kind: 'cloudflare_logpush',
    faults: 'header',
    described: described({
      route: '/api/v1/_cloudflare',
      id: 'pushCloudflare',
      summary: 'Logs of Cloudflare Logpush',
      more: COUNTED,
      contents: { 'application/x-ndjson': 'One JSON object a line' },
    }),
    read: async (body) => ({ items: await readCloudflare(body) }),
    answer: noContent,
  },
  {
    kind: 'heroku_drain',
    faults: 'header',
    described: described({
      route: '/api/v1/_heroku',
      id: 'pushHeroku',
      summary: 'Frames of a Heroku drain',
      more: `A frame with a \`Logplex-Frame-Id\` that comes again is not stored twice. ${COUNTED}`,
      contents: { 'application/logplex-1': 'Messages of syslog, each behind its length' },
    }),
    read: (body, { headers }) => ({
      items: readHeroku(body),
      ...(typeof headers['logplex-frame-id'] === 'string' && { deliveryId: headers['logplex-frame-id'] }),
    }),
    answer: noContent,
  },
  {
    kind: 'elasticsearch_bulk',
    faults: 'items',
    withBearer: true,
    described: described({
      route: '/api/v1/_bulk',
      id: 'pushBulk',
      summary: 'Documents in the bulk form of Elasticsearch',
      more: `${BEARER} With it, \`_index\` is the stream.`,
      contents: { 'application/x-ndjson': 'Lines of `index` or `create`, each with the line of its document' },
      answer: 'BulkAnswer',
    }),
    read: async (body) => ({ items: await readBulk(body) }),
    answer: (reply, { items, rejections }) => reply.status(200).send(bulkAnswer(items, rejections)),
  },
  {
    kind: 'loki_push',
    faults: 'status',
    withBearer: true,
    described: described({
      route: '/api/v1/loki/api/v1/push',
      id: 'pushLoki',
      summary: 'Streams in the push form of Loki',
      more: `${BEARER} 400 also reports rejected lines: the others are durable, and the message counts both.`,
      contents: {
        'application/json': '`streams` of labels and `values` of nanoseconds and line',
        'application/x-protobuf':
          '`logproto.PushRequest`, compressed by snappy, as Promtail, Alloy and the Collector send it',
      },
    }),
    whole: 'loki_push',
    answer: noContent,
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
