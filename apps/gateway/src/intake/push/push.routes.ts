/** Where push connectors send to (INTAKE-6): the credential names organization, kind and stream. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { invalidArgument, unauthorized } from '@spanwise/contracts/base/errors';
import type { PushGrant } from '@spanwise/contracts/iam/push-connectors';
import { sendError } from '@spanwise/host/http-server';
import { codingOf, decompress, type Coding } from '@spanwise/otlp/decompress';
import { authorize } from '../../edge/auth/access.guard.js';
import { requireUnpaused } from '../../edge/auth/paused-organizations.js';
import { admitted, MAX_WIRE_BYTES, store, streamOf, WRITE_ACCESS, type Intake } from '../intake/intake.js';
import { refusalError } from '../intake/known-streams.js';
import { declaredBytes, takeBodies } from '../intake/intake-routes.js';
import { intakeError } from '../intake/otlp-errors.js';
import type { Destination, SlicedRequest } from '../intake/sliced-request.js';
import { streamName } from '../intake/stream-name.js';
import { secretKey, type RequestLimits } from '../../edge/limits/request-limits.js';
import { PUSH_FORMATS, REJECTED_HEADER, type PushFormat, type TakenDelivery } from './push-formats.js';
import type { PushGrants } from './push-grants.js';
import { slicePush } from './push-slices.js';
import { deliveryKey, type WholeKind } from '../intake/whole-deliveries.js';

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
      request.held?.release();
      sendError(intakeError(thrown), request.scope, request, reply, intake.logger);
    });
    for (const route of PUSH_FORMATS) {
      // Before the body is read: a caller who may not send costs no memory.
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
  return limits.throttleFailures(request.ip, secretKey('push', route.kind, token), async () => {
    const grant = await grants.grant(token);
    if (grant.kind !== route.kind) throw unauthorized();
    return grant;
  });
}

/** Where the senders let one put a secret: headers of their own, the password of the address, or its query. */
function tokenOf({ headers, query }: FastifyRequest): string | undefined {
  const [scheme, encoded = ''] = (headers.authorization ?? '').split(' ');
  const password =
    scheme!.toLowerCase() === 'basic' ? Buffer.from(encoded, 'base64').toString('utf8').split(':')[1] : undefined;
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
  const { organizationId, stream } = request.push!;
  const wire = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  const form = formOf(route, request);
  const sent: SentDelivery = {
    coding: form === undefined ? codingOf(request.headers['content-encoding']) : form.coding,
    wire,
    destination: { organizationId, stream, receivedAtMicros: intake.nowMicros() },
  };
  const taken = await (route.whole === undefined
    ? takeItems(intake, route.read, request, sent)
    : takeWhole(intake, form?.kind ?? route.whole, request, sent));
  await store(intake, 'logs', taken, wire.length);
  reportFaults(route, taken, reply);
  return route.answer(reply, taken);
}

/** Agents of Loki send protobuf, compressed by snappy, and do not always say so. */
function formOf({ kind }: PushFormat, { headers }: FastifyRequest) {
  const isProtobuf = /^application\/x-protobuf\b/i.test(headers['content-type'] ?? '');
  if (kind !== 'loki_push' || !isProtobuf) return undefined;
  const coding = headers['content-encoding']?.trim().toLowerCase() ?? 'snappy';
  if (coding !== 'snappy') throw invalidArgument('The content encoding of a protobuf push must be snappy.');
  return { kind: 'loki_protobuf', coding } as const;
}

interface SentDelivery {
  coding: Coding | 'snappy';
  wire: Uint8Array;
  destination: Destination;
}

type SlicedPush = SlicedRequest & TakenDelivery;

async function takeItems(
  intake: Intake,
  read: NonNullable<PushFormat['read']>,
  request: FastifyRequest,
  { coding, wire, destination }: SentDelivery,
): Promise<SlicedPush> {
  const { connector } = request.push!;
  const body = await decompress(wire, coding as Coding);
  const { items, deliveryId } = await read(body, request);
  const placed = items.map((item) => (connector !== undefined && 'record' in item ? { record: item.record } : item));
  const named = { ...destination, body, ...deliveryKey(connector?.connector_id ?? '', deliveryId) };
  return { items, ...(await slicePush(placed, named, intake)) };
}

async function takeWhole(
  intake: Intake,
  kind: WholeKind,
  request: FastifyRequest,
  { coding, wire, ...sent }: SentDelivery,
): Promise<SlicedPush> {
  const { streams, ...aged } = await streamOf(intake, 'logs', sent.destination);
  const destination = { ...sent.destination, ...aged };
  const connectorId = request.push!.connector?.connector_id ?? '';
  const sliced = await intake.slicing.run({ what: 'push', kind, destination, connectorId, coding, wire });
  return { items: [], ...admitted(streams, destination.stream, sliced) };
}

/** Of a delivery whose good records are in the log. Throws where the sender hears of the others by a refusal. */
function reportFaults(
  { faults }: PushFormat,
  { refusal, accepted, rejections }: SlicedPush,
  reply: FastifyReply,
): void {
  if (faults === 'items') return;
  if (refusal !== undefined) throw refusalError(`The stream is not made: ${refusal.reason}.`, refusal.retryAfterMs);
  const { count, message, first } = rejections;
  if (faults === 'header') void reply.header(REJECTED_HEADER, String(count));
  else if (count > 0)
    throw invalidArgument(
      `${accepted} lines taken, ${message} (${count} in all, the first is line ${first[0]!.index}).`,
    );
}
