/** Where push connectors send to (INTAKE-6): the credential names organization, kind and stream. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { unauthorized } from '@spanwise/contracts/errors';
import type { PushGrant, PushKind } from '@spanwise/contracts/iam-push-connectors';
import { sendError } from '@spanwise/host/http-server';
import { codingOf, decompress } from '@spanwise/otlp/decompress';
import { authorize } from '../auth/access.guard.js';
import { requireUnpaused } from '../auth/paused-organizations.js';
import { MAX_WIRE_BYTES, store, WRITE_ACCESS, type Intake } from '../intake/intake.js';
import { refusalError } from '../intake/known-streams.js';
import { declaredBytes, takeBodies } from '../intake/intake-routes.js';
import { intakeError } from '../intake/otlp-errors.js';
import { streamName } from '../intake/stream-name.js';
import { secretKey, type RequestLimits } from '../limits/request-limits.js';
import { PUSH_FORMATS, type PushFormat } from './push-formats.js';
import type { PushGrants } from './push-grants.js';
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

/** The one kind whose answer speaks of each record. */
const NAMES_RECORDS: PushKind = 'elasticsearch_bulk';

export interface PushIntake {
  intake: Intake;
  grants: PushGrants;
  limits: RequestLimits;
}

export function registerPushRoutes(server: FastifyInstance, push: PushIntake): void {
  const { intake } = push;
  void server.register(async (scope) => {
    takeBodies(scope, intake);
    scope.setErrorHandler((thrown, request, reply) => {
      intake.metrics.requests.inc({ signal: 'logs', outcome: 'refused' });
      const organizationId = request.push?.organizationId ?? request.caller?.context.organization_id;
      intake.health.noteFault(thrown, organizationId);
      request.held?.leave();
      sendError(intakeError(thrown), request.scope, request, reply, intake.logger);
    });
    for (const route of PUSH_FORMATS) {
      // Before the body is read: whoever may not send costs no memory.
      const onRequest = (request: FastifyRequest) => enter(push, route, request);
      const options = { bodyLimit: MAX_WIRE_BYTES, config: { tracing: 'sometimes' as const }, onRequest };
      scope.post(route.described.route, options, (request, reply) => take(intake, route, request, reply));
    }
  });
}

async function enter(
  { intake, grants, limits }: PushIntake,
  route: PushFormat,
  request: FastifyRequest,
): Promise<void> {
  const bytes = declaredBytes(request);
  if (route.withBearer && /^bearer /i.test(request.headers.authorization ?? '')) {
    const { context } = await authorize(intake.authentication, request, WRITE_ACCESS);
    const named = request.headers['stream-name'];
    const stream = streamName(named === undefined ? undefined : String(named));
    request.push = { organizationId: context.organization_id, connector: undefined, stream };
    request.held = intake.admission.enter(context.organization_id, bytes, context.quotas);
    return;
  }
  const grant = await grantOf(grants, limits, route, request);
  requireUnpaused(grant, `POST ${route.described.route}`);
  request.push = { organizationId: grant.organization_id, connector: grant, stream: grant.target_stream };
  request.held = intake.admission.enter(grant.organization_id, bytes, grant.quotas);
}

/** A token of another kind is as good as none. */
async function grantOf(
  grants: PushGrants,
  limits: RequestLimits,
  route: PushFormat,
  request: FastifyRequest,
): Promise<PushGrant> {
  const token = tokenOf(request);
  if (token === undefined) throw unauthorized();
  return limits.judge(request.ip, secretKey('push', route.kind, token), async () => {
    const grant = await grants.grant(token);
    if (grant.kind !== route.kind) throw unauthorized();
    return grant;
  });
}

/** Where the senders let one put a secret: headers of their own, the password of the address, or its query. */
function tokenOf({ headers, query }: FastifyRequest): string | undefined {
  const [scheme, encoded = ''] = (headers.authorization ?? '').split(' ');
  const password =
    scheme.toLowerCase() === 'basic' ? Buffer.from(encoded, 'base64').toString('utf8').split(':')[1] : undefined;
  const { token } = query as { token?: unknown };
  const given = [headers['x-connector-token'], headers['x-amz-firehose-access-key'], password, token];
  return given.find((one) => typeof one === 'string');
}

async function take(
  intake: Intake,
  route: PushFormat,
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
    intake,
  );
  await store(intake, 'logs', sliced, wire.length);
  const { refusal } = sliced;
  if (refusal !== undefined && route.kind !== NAMES_RECORDS)
    throw refusalError(`The stream is not made: ${refusal.reason}.`, refusal.retryAfterMs);
  return answer(reply, sliced.rejections);
}
