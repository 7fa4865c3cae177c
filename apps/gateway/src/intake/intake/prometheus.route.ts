/** Prometheus remote write 1.0 (INTAKE-5): each metric goes to the stream of its name. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { invalidArgument } from '@spanwise/contracts/base/errors';
import { sendError } from '@spanwise/host/http-server';
import { MAX_AHEAD_MICROS } from '@spanwise/otlp/check-records';
import type { RawRoute } from '../../edge/openapi/raw-route.js';
import { INTAKE_REFUSALS } from './described-intake.js';
import { registerIntakeRoutes } from './intake-routes.js';
import { store, WRITE_ACCESS, type Intake } from './intake.js';
import { refusalError, type StreamRefusal } from './known-streams.js';
import { intakeError } from './otlp-errors.js';
import { sliceMetric } from './record-slices.js';
import type { SlicedRequest } from './sliced-request.js';
import { streamOfMetric } from './stream-name.js';
import { inTurns } from './turns.js';

/** The message of version 1, which needs no name; that of version 2 is another one. */
const MESSAGE = 'prometheus.WriteRequest';

export const PROMETHEUS_ROUTE: RawRoute = {
  method: 'post',
  route: '/api/v1/prometheus/api/v1/write',
  id: 'writeFromPrometheus',
  summary: 'Samples of Prometheus (remote write 1.0)',
  description: `A \`${MESSAGE}\`, compressed by snappy. Each metric goes to the stream of its \`__name__\`. 204 means that
every sample is durable. 400 also means that some are not taken: series with impossible labels, samples of the future and
native histograms. The others are durable then, and the message counts both. At most 16 MiB as sent and 64 MiB decompressed.`,
  access: WRITE_ACCESS,
  status: 204,
  headers: { 'Content-Encoding': 'snappy' },
  rawBody: { required: true, contents: { 'application/x-protobuf': MESSAGE } },
  refusals: INTAKE_REFUSALS,
};

export function registerPrometheusRoute(server: FastifyInstance, intake: Intake): void {
  const route = {
    url: PROMETHEUS_ROUTE.route,
    signal: 'metrics' as const,
    take: async (request: FastifyRequest, wire: Buffer, reply: Parameters<typeof sendError>[3]) => {
      checkHeaders(request);
      const sliced = await sliceRemoteWrite(intake, request.caller!.context.organization_id, wire);
      await store(intake, 'metrics', sliced, wire.length);
      if (sliced.rejections.count > 0) throw refusalError(partlyTaken(sliced), sliced.retryAfterMs);
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
  if (type!.toLowerCase() !== 'application/x-protobuf' || message !== MESSAGE)
    throw invalidArgument(`The content type must be application/x-protobuf, with the message ${MESSAGE}.`);
}

/** Prometheus repeats no 400, and writes what stands in it into its log: that is where an operator reads it (INTAKE-12). */
function partlyTaken({ accepted, rejections }: RemoteSlices): string {
  const { count, message, first } = rejections;
  return `${accepted} samples taken, ${message} (${count} in all, the first in the series ${first[0]!.index}).`;
}

interface RemoteSlices extends SlicedRequest {
  /** Where samples that are not taken now may be taken later. */
  retryAfterMs?: number;
}

async function sliceRemoteWrite(intake: Intake, organizationId: string, wire: Buffer): Promise<RemoteSlices> {
  const receivedAtMicros = intake.nowMicros();
  const latestMs = (receivedAtMicros + MAX_AHEAD_MICROS) / 1_000;
  const read = (earliestMs: ReadonlyMap<string, number>) =>
    intake.slicing.run({ what: 'remoteWrite', wire, latestMs, earliestMs });
  let samples = await read(new Map());
  const places = new Map(samples.metrics.map(({ name }) => [name, placeOf(name)]));
  const named = [...places].flatMap(([name, { stream }]) => (stream === undefined ? [] : [{ name, stream }]));
  const streams = await intake.streams.of(organizationId, 'metrics', [...new Set(named.map(({ stream }) => stream))]);
  const earliestMs = new Map(
    named.map(({ name, stream }) => [name, (streams.oldestMicros(stream, receivedAtMicros) ?? 0) / 1_000]),
  );
  if (samples.metrics.some(({ name, oldestMs }) => oldestMs < (earliestMs.get(name) ?? 0)))
    samples = await read(earliestMs);
  const { metrics, ...counted } = samples;
  const sliced: RemoteSlices = { slices: [], accepted: 0, ...counted };
  await inTurns(metrics, async ({ name, bytes: points, pointCount, firstSeries }) => {
    const { stream, reason = '' } = places.get(name)!;
    const refusal: StreamRefusal | undefined = stream === undefined ? { reason } : streams.refusal(stream);
    if (stream !== undefined && refusal === undefined) {
      const destination = { organizationId, stream, receivedAtMicros };
      sliced.slices.push(...(await sliceMetric(destination, points, pointCount, intake.shards)));
      sliced.accepted += pointCount;
      return;
    }
    sliced.retryAfterMs = refusal?.retryAfterMs ?? sliced.retryAfterMs;
    for (let point = 0; point < pointCount; point++) sliced.rejections.add(firstSeries, refusal!.reason);
  });
  return sliced;
}

/** The stream of a metric, or why it can have none. */
function placeOf(metric: string): { stream?: string; reason?: string } {
  try {
    return { stream: streamOfMetric(metric) };
  } catch (error) {
    return { reason: (error as Error).message.replace(/\.$/, '') };
  }
}
