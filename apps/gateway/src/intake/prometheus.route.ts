/** Prometheus remote write 1.0 (peer-facts 5.1 and 5.2): each metric goes to the stream of its name. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { invalidArgument } from '@spanwise/contracts/errors';
import { sendError } from '@spanwise/host/http-server';
import { MAX_AHEAD_MICROS } from '@spanwise/otlp/check-records';
import { readRemoteWrite } from '@spanwise/otlp/remote-write';
import { unsnappy } from '@spanwise/otlp/snappy';
import { registerIntakeRoutes } from './intake-routes.js';
import { store, type Intake } from './intake.js';
import { intakeError } from './otlp-errors.js';
import { sliceMetric } from './record-slices.js';
import { Rejections } from './rejections.js';
import type { SlicedRequest } from './sliced-request.js';
import { streamOfMetric } from './stream-name.js';

const URL = '/api/v1/prometheus/api/v1/write';
/** The message of version 1, which needs no name; that of version 2 is another one. */
const MESSAGE = 'prometheus.WriteRequest';

export function registerPrometheusRoute(server: FastifyInstance, intake: Intake): void {
  const route = {
    url: URL,
    signal: 'metrics' as const,
    take: async (request: FastifyRequest, wire: Buffer, reply: Parameters<typeof sendError>[3]) => {
      checkHeaders(request);
      const sliced = await sliceRemoteWrite(intake, request.caller!.context.organization_id, wire);
      await store(intake, 'metrics', sliced, wire.length);
      return reply.status(204).send();
    },
  };
  registerIntakeRoutes(server, intake, [route], (thrown, request, reply) =>
    sendError(intakeError(thrown), request.scope, request, reply, intake.logger),
  );
}

function checkHeaders({ headers }: FastifyRequest): void {
  if (headers['content-encoding']?.trim().toLowerCase() !== 'snappy')
    throw invalidArgument('The content encoding must be snappy.');
  const [type, ...parameters] = (headers['content-type'] ?? '').split(';').map((part) => part.trim());
  const message = parameters.find((parameter) => parameter.startsWith('proto='))?.slice('proto='.length) ?? MESSAGE;
  if (type.toLowerCase() !== 'application/x-protobuf' || message !== MESSAGE)
    throw invalidArgument(`The content type must be application/x-protobuf, with the message ${MESSAGE}.`);
}

async function sliceRemoteWrite(intake: Intake, organizationId: string, wire: Buffer): Promise<SlicedRequest> {
  const receivedAtMicros = intake.nowMicros();
  const { metrics, rejected } = readRemoteWrite(unsnappy(wire), (receivedAtMicros + MAX_AHEAD_MICROS) / 1_000);
  const rejections = new Rejections();
  for (const { index, reason } of rejected) rejections.add(index, reason);
  const slices: SlicedRequest['slices'] = [];
  let accepted = 0;
  for (const { name, bytes, pointCount } of metrics) {
    const destination = { organizationId, stream: streamOfMetric(name), receivedAtMicros };
    slices.push(...(await sliceMetric(destination, bytes, pointCount, intake.shards)));
    accepted += pointCount;
  }
  return { slices, accepted, rejections };
}
