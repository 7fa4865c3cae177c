/** Native intake (INTAKE-3): records in the names that a query returns, or the OTLP request of the signal. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { IngestResult } from '@spanwise/contracts/log/ingest';
import { SLICE_SIGNALS, type SliceSignal } from '@spanwise/contracts/log/log-message';
import { sendError } from '@spanwise/host/http-server';
import { codingOf } from '@spanwise/otlp/decompress';
import type { RawRoute } from '../../edge/openapi/raw-route.js';
import { CODINGS, INTAKE_REFUSALS, operationOf, repetitionOf, SIGNAL_WORDS } from './described-intake.js';
import { registerIntakeRoutes, type IntakeRoute } from './intake-routes.js';
import { admitted, store, streamOf, takeOtlp, WRITE_ACCESS, type Intake } from './intake.js';
import { nativeForm } from './native-body.js';
import { intakeError } from './otlp-errors.js';
import type { Destination, SlicedRequest } from './sliced-request.js';
import { idempotencyKeyOf, streamName } from './stream-name.js';

const described = (signal: SliceSignal): RawRoute => {
  const { message, records } = SIGNAL_WORDS[signal];
  return {
    method: 'post',
    route: `/api/v1/ingest/${signal}/:stream`,
    id: operationOf('ingest', signal),
    summary: `${records} as native records`,
    description: `JSON objects in the field names that a query returns, or an \`${message}Request\`. \`_timestamp\` is in microseconds; a
log record or metric without it gets the time of receipt. Records are validated one by one; 200 means that all
accepted ones are durable. At most 16 MiB as sent and 64 MiB decompressed.`,
    access: WRITE_ACCESS,
    path: { stream: 'Stream that the records go to; made when it is not there' },
    headers: { ...CODINGS, ...repetitionOf(signal) },
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
  };
};

export const INGEST_ROUTES: readonly RawRoute[] = SLICE_SIGNALS.map(described);

export function registerIngestRoutes(server: FastifyInstance, intake: Intake): void {
  const routes = SLICE_SIGNALS.map((signal) => ingestRoute(intake, signal));
  registerIntakeRoutes(server, intake, routes, (thrown, request, reply) =>
    sendError(intakeError(thrown), request.scope, request, reply, intake.logger),
  );
}

const ingestRoute = (intake: Intake, signal: SliceSignal): IntakeRoute => ({
  url: described(signal).route,
  signal,
  take: async (request, wire, reply) => {
    const { accepted, rejections } = await take(intake, signal, request, wire);
    const result: IngestResult = { accepted, rejected: rejections.count, errors: rejections.first };
    return reply.status(200).send(result);
  },
});

async function take(
  intake: Intake,
  signal: SliceSignal,
  request: FastifyRequest,
  wire: Buffer,
): Promise<SlicedRequest> {
  const form = nativeForm(request.headers['content-type']);
  const coding = codingOf(request.headers['content-encoding']);
  const sent: Destination = {
    organizationId: request.caller!.context.organization_id,
    stream: streamName((request.params as { stream: string }).stream),
    ...idempotencyKeyOf(request.headers['idempotency-key']),
    receivedAtMicros: intake.nowMicros(),
  };
  if (form === 'protobuf') return takeOtlp(intake, signal, { ...sent, encoding: 'protobuf', coding, wire });
  const { streams, ...aged } = await streamOf(intake, signal, sent);
  const destination = { ...sent, ...aged };
  const whole = await intake.slicing.run({ what: 'native', signal, destination, form, coding, wire });
  const sliced = admitted(streams, destination.stream, whole);
  await store(intake, signal, sliced, wire.length);
  return sliced;
}
