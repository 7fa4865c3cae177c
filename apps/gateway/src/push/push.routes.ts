/** Where push connectors send to (peer facts 5.3): the credential names organization, kind and stream. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ServiceError, unauthorized } from '@spanwise/contracts/errors';
import type { PushGrant, PushKind } from '@spanwise/contracts/iam-push-connectors';
import { sendError } from '@spanwise/host/http-server';
import { codingOf, decompress } from '@spanwise/otlp/decompress';
import { authorize } from '../auth/access.guard.js';
import { requireUnpaused } from '../billing/paused-organizations.js';
import { MAX_WIRE_BYTES, store, WRITE_ACCESS, type Intake } from '../intake/intake.js';
import { intakeError } from '../intake/otlp-errors.js';
import { Rejections } from '../intake/rejections.js';
import { streamName } from '../intake/stream-name.js';
import type { RequestLimits } from '../limits/request-limits.js';
import { readFirehose } from './firehose.js';
import { readBulk, readCloudflare, readHeroku, readLoki } from './line-formats.js';
import type { PushGrants } from './push-grants.js';
import type { PushItem } from './push-record.js';
import { slicePush } from './push-slices.js';

declare module 'fastify' {
  interface FastifyRequest {
    push?: PushSender;
  }
}

/** Who pushes, and where to. */
interface PushSender {
  organizationId: string;
  /** The sender of a connector names no stream: its credential does. */
  connector: PushGrant | undefined;
  stream: string;
}

interface Delivery {
  items: PushItem[];
  /** The sender's own name of this delivery, the same when it sends it again. */
  deliveryId?: string;
  answer: (reply: FastifyReply, rejections: Rejections) => FastifyReply;
}

interface PushRoute {
  url: string;
  kind: PushKind;
  /** Also with an API token that may write, as clients of the format send it. */
  withBearer?: boolean;
  read: (body: Uint8Array, request: FastifyRequest) => Promise<Delivery> | Delivery;
}

const noContent = (reply: FastifyReply) => reply.status(204).send();

const ROUTES: readonly PushRoute[] = [
  {
    url: '/api/v1/_kinesis_firehose',
    kind: 'aws_kinesis_firehose',
    read: async (body) => {
      const { requestId, items } = await readFirehose(body);
      const answer = (reply: FastifyReply) => reply.status(200).send({ requestId, timestamp: Date.now() });
      return { items, deliveryId: requestId, answer };
    },
  },
  {
    url: '/api/v1/_cloudflare',
    kind: 'cloudflare_logpush',
    read: (body) => ({ items: readCloudflare(body), answer: noContent }),
  },
  {
    url: '/api/v1/_heroku',
    kind: 'heroku_drain',
    read: (body, { headers }) => ({
      items: readHeroku(body),
      ...(typeof headers['logplex-frame-id'] === 'string' && { deliveryId: headers['logplex-frame-id'] }),
      answer: noContent,
    }),
  },
  {
    url: '/api/v1/_bulk',
    kind: 'elasticsearch_bulk',
    withBearer: true,
    read: (body) => {
      const items = readBulk(body);
      return { items, answer: (reply, rejections) => reply.status(200).send(bulkAnswer(items, rejections)) };
    },
  },
  {
    url: '/api/v1/loki/api/v1/push',
    kind: 'loki_push',
    withBearer: true,
    read: (body) => ({ items: readLoki(body), answer: noContent }),
  },
];

export interface PushIntake {
  intake: Intake;
  grants: PushGrants;
  limits: RequestLimits;
}

export function registerPushRoutes(server: FastifyInstance, push: PushIntake): void {
  const { intake } = push;
  void server.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MAX_WIRE_BYTES }, (_request, body, done) =>
      done(null, body),
    );
    scope.addHook('onResponse', async (request) => request.leave?.());
    scope.addHook('onRequestAbort', async (request) => request.leave?.());
    scope.setErrorHandler((thrown, request, reply) => {
      intake.metrics.requests.inc({ signal: 'logs', outcome: 'refused' });
      sendError(intakeError(thrown), request.scope, request, reply, intake.logger);
    });
    for (const route of ROUTES) {
      // Before the body is read: whoever may not send costs no memory.
      const onRequest = (request: FastifyRequest) => enter(push, route, request);
      const options = { bodyLimit: MAX_WIRE_BYTES, config: { tracing: 'sometimes' as const }, onRequest };
      scope.post(route.url, options, (request, reply) => take(intake, route, request, reply));
    }
  });
}

async function enter({ intake, grants, limits }: PushIntake, route: PushRoute, request: FastifyRequest): Promise<void> {
  const length = Number(request.headers['content-length']);
  const bytes = Number.isFinite(length) ? length : undefined;
  if (route.withBearer && request.headers.authorization?.startsWith('Bearer ')) {
    const { context } = await authorize(intake.authentication, request, WRITE_ACCESS);
    const named = request.headers['stream-name'];
    const stream = streamName(named === undefined ? undefined : String(named));
    request.push = { organizationId: context.organization_id, connector: undefined, stream };
    request.leave = intake.admission.enter(context.organization_id, bytes, context.quotas);
    return;
  }
  const grant = await grantOf(grants, limits, route, request);
  requireUnpaused(grant, `POST ${route.url}`);
  request.push = { organizationId: grant.organization_id, connector: grant, stream: grant.target_stream };
  request.leave = intake.admission.enter(grant.organization_id, bytes, grant.quotas);
}

/** A token of another kind is as good as none. */
async function grantOf(
  grants: PushGrants,
  limits: RequestLimits,
  route: PushRoute,
  request: FastifyRequest,
): Promise<PushGrant> {
  try {
    const grant = await grants.grant(tokenOf(request));
    if (grant.kind !== route.kind) throw unauthorized();
    return grant;
  } catch (error) {
    if (error instanceof ServiceError && error.kind === 'unauthorized') limits.takeRefusal(request.ip);
    throw error;
  }
}

/** Where the senders let one put a secret: headers of their own, the password of the address, or its query. */
function tokenOf({ headers, query }: FastifyRequest): string | undefined {
  const [scheme, encoded = ''] = (headers.authorization ?? '').split(' ');
  const password = scheme === 'Basic' ? Buffer.from(encoded, 'base64').toString('utf8').split(':')[1] : undefined;
  const { token } = query as { token?: unknown };
  const given = [headers['x-connector-token'], headers['x-amz-firehose-access-key'], password, token];
  return given.find((one) => typeof one === 'string');
}

async function take(
  intake: Intake,
  route: PushRoute,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { organizationId, connector, stream } = request.push!;
  const wire = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  const body = await decompress(wire, codingOf(request.headers['content-encoding']));
  const { items, deliveryId, answer } = await route.read(body, request);
  const sliced = await slicePush(
    items.map((item) => (connector !== undefined && 'record' in item ? { record: item.record } : item)),
    {
      organizationId,
      stream,
      receivedAtMicros: intake.nowMicros(),
      body,
      ...(deliveryId !== undefined && { idempotencyKey: `push ${connector?.connector_id ?? ''} ${deliveryId}` }),
    },
    intake.shards,
  );
  await store(intake, 'logs', sliced, wire.length);
  return answer(reply, sliced.rejections);
}

function bulkAnswer(items: readonly (PushItem & { action?: string })[], rejections: Rejections): object {
  const reasons = new Map(rejections.first.map(({ index, reason }) => [index, reason]));
  const answers = items.map(({ action = 'create' }, index) => {
    const reason = reasons.get(index);
    if (reason === undefined) return { [action]: { status: 201 } };
    return { [action]: { status: 400, error: { type: 'mapper_parsing_exception', reason } } };
  });
  return { took: 0, errors: rejections.count > 0, items: answers };
}
