/** OTLP/HTTP of the three signals (decisions 5.1). */
import type { FastifyInstance } from 'fastify';
import { invalidArgument } from '@spanwise/contracts/errors';
import { SLICE_SIGNALS, type SliceSignal } from '@spanwise/contracts/log-message';
import { contentType, encodingOf, exportResponse } from '@spanwise/otlp/answers';
import { codingOf } from '@spanwise/otlp/decompress';
import { registerIntakeRoutes, type IntakeRoute } from './intake-routes.js';
import { takeOtlp, type Intake } from './intake.js';
import { sendOtlpError } from './otlp-errors.js';
import { idempotencyKeyOf, streamName } from './stream-name.js';

export function registerOtlpRoutes(server: FastifyInstance, intake: Intake): void {
  const routes = SLICE_SIGNALS.flatMap((signal) =>
    [`/api/v1/${signal}`, `/v1/${signal}`].map((url) => otlpRoute(intake, url, signal)),
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
