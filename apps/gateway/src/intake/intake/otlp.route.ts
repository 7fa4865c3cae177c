/** OTLP/HTTP of the three signals (INTAKE-1). */
import type { FastifyInstance } from 'fastify';
import { invalidArgument } from '@spanwise/contracts/base/errors';
import { SLICE_SIGNALS, type SliceSignal } from '@spanwise/contracts/log/log-message';
import { contentType, encodingOf, exportResponse } from '@spanwise/otlp/answers';
import { codingOf } from '@spanwise/otlp/decompress';
import type { RawRoute } from '../../edge/openapi/raw-route.js';
import { CODINGS, INTAKE_REFUSALS, operationOf, repetitionOf, SIGNAL_WORDS } from './described-intake.js';
import { registerIntakeRoutes, type IntakeRoute } from './intake-routes.js';
import { takeOtlp, WRITE_ACCESS, type Intake } from './intake.js';
import { sendOtlpError } from './otlp-errors.js';
import { idempotencyKeyOf, streamName } from './stream-name.js';

const DESCRIPTION = 'https://opentelemetry.io/docs/specs/otlp/';

const described = (signal: SliceSignal): RawRoute[] => {
  const { message, records } = SIGNAL_WORDS[signal];
  const id = operationOf('send', signal);
  const route: Omit<RawRoute, 'route' | 'id'> = {
    method: 'post',
    summary: `${records} of OpenTelemetry (OTLP/HTTP)`,
    description: `An \`${message}Request\` as protobuf or JSON, see ${DESCRIPTION}. 200 means that every record is durable. Records that
cannot be taken are named in \`partial_success\`. Errors are a \`google.rpc.Status\` in the encoding of the request.
At most 16 MiB as sent and 64 MiB decompressed.`,
    access: WRITE_ACCESS,
    headers: {
      ...CODINGS,
      'stream-name': 'Stream of the raw telemetry; `default` without it',
      ...repetitionOf(signal),
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
    { ...route, route: `/api/v1/${signal}`, id },
    { ...route, route: `/v1/${signal}`, id: `${id}AtDefaultPath` },
  ];
};

export const OTLP_ROUTES: readonly RawRoute[] = SLICE_SIGNALS.flatMap(described);

export function registerOtlpRoutes(server: FastifyInstance, intake: Intake): void {
  const routes = SLICE_SIGNALS.flatMap((signal) =>
    described(signal).map(({ route }) => otlpRoute(intake, route, signal)),
  );
  registerIntakeRoutes(server, intake, routes, (thrown, request, reply) =>
    sendOtlpError(thrown, request, reply, intake.logger),
  );
}

const otlpRoute = (intake: Intake, url: string, signal: SliceSignal): IntakeRoute => ({
  url,
  signal,
  take: async (request, wire, reply) => {
    const encoding = encodingOf(request.headers['content-type']);
    if (encoding === undefined)
      throw invalidArgument('The content type must be application/x-protobuf or application/json.');
    const stream = request.headers['stream-name'];
    const { rejections } = await takeOtlp(intake, signal, {
      organizationId: request.caller!.context.organization_id,
      stream: streamName(stream === undefined ? undefined : String(stream)),
      ...idempotencyKeyOf(request.headers['idempotency-key']),
      encoding,
      coding: codingOf(request.headers['content-encoding']),
      wire,
      receivedAtMicros: intake.nowMicros(),
    });
    return reply
      .status(200)
      .header('Content-Type', contentType(encoding))
      .send(exportResponse(encoding, signal, rejections.count, rejections.message));
  },
});
