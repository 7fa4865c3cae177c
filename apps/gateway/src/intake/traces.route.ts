/** OTLP/HTTP traces (decisions 5.1): raw Fastify routes, because bodies are bytes and Nest's parsers are not for them. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { forbidden, invalidArgument } from '@spanwise/contracts/errors';
import type { Logger } from '@spanwise/host/logger';
import { contentType, encodingOf, exportTraceResponse } from '@spanwise/otlp/answers';
import { codingOf } from '@spanwise/otlp/decompress';
import { authorize } from '../auth/access.guard.js';
import type { Authentication } from '../auth/authentication.js';
import type { Admission } from './admission.js';
import type { IntakeMetrics } from './intake-metrics.js';
import type { LogPublisher } from './log-publisher.js';
import { sendOtlpError } from './otlp-errors.js';
import { sliceRequest } from './trace-slices.js';

/** Decisions 1.6: wire limit of an intake body. */
const MAX_WIRE_BYTES = 16 * 1024 * 1024;
const ROUTES = ['/api/v1/traces', '/v1/traces'];
const STREAM_NAME = /^(?!\.\.?$)[A-Za-z0-9_.-]{1,255}$/;
const RESERVED_STREAM = '_spanwise';
const WRITE_ACCESS = { organization: 'streams.write' };

export interface TraceIntake {
  authentication: Authentication;
  admission: Admission;
  publisher: LogPublisher;
  metrics: IntakeMetrics;
  logger: Logger;
  shards: number;
  nowMicros: () => number;
}

declare module 'fastify' {
  interface FastifyRequest {
    leave?: () => void;
  }
}

export function registerTraceRoutes(server: FastifyInstance, intake: TraceIntake): void {
  void server.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MAX_WIRE_BYTES }, (_request, body, done) =>
      done(null, body),
    );
    scope.setErrorHandler((error, request, reply) => {
      intake.metrics.requests.inc({ signal: 'traces', outcome: 'refused' });
      sendOtlpError(error, request, reply, intake.logger);
    });
    // Before the body is read: whoever may not send costs no memory.
    scope.addHook('onRequest', async (request) => {
      request.caller = await authorize(intake.authentication, request, WRITE_ACCESS);
      const length = Number(request.headers['content-length']);
      request.leave = intake.admission.enter(
        request.caller.context.organization_id,
        Number.isFinite(length) ? length : undefined,
      );
    });
    scope.addHook('onResponse', async (request) => request.leave?.());
    scope.addHook('onRequestAbort', async (request) => request.leave?.());
    for (const url of ROUTES)
      scope.post(url, { bodyLimit: MAX_WIRE_BYTES, config: { tracing: 'sometimes' } }, (request, reply) =>
        acceptTraces(intake, request, reply),
      );
  });
}

async function acceptTraces(intake: TraceIntake, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const encoding = encodingOf(request.headers['content-type']);
  if (encoding === undefined)
    throw invalidArgument('The content type must be application/x-protobuf or application/json.');
  const wire = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  const sliced = await sliceRequest(
    {
      organizationId: request.caller!.context.organization_id,
      stream: streamOf(request),
      encoding,
      coding: codingOf(request.headers['content-encoding']),
      wire,
      receivedAtMicros: intake.nowMicros(),
    },
    intake.shards,
  );
  // 200 stands for every span of the request: all messages that hold a part of it must be in the log.
  await Promise.all(sliced.slices.map(({ shard, slice }) => intake.publisher.publish(shard, slice)));
  intake.metrics.requests.inc({ signal: 'traces', outcome: 'accepted' });
  intake.metrics.spans.inc({ outcome: 'accepted' }, sliced.accepted);
  intake.metrics.spans.inc({ outcome: 'rejected' }, sliced.rejected);
  intake.metrics.bytes.inc(wire.length);
  return reply
    .status(200)
    .header('Content-Type', contentType(encoding))
    .send(exportTraceResponse(encoding, sliced.rejected, sliced.message));
}

function streamOf(request: FastifyRequest): string {
  const header = request.headers['stream-name'];
  const name = header === undefined ? 'default' : String(header);
  if (!STREAM_NAME.test(name)) {
    throw invalidArgument('The stream name must be 1 to 255 letters, digits, dots, dashes and underscores.');
  }
  if (name.startsWith(RESERVED_STREAM))
    throw forbidden(`Stream names that start with ${RESERVED_STREAM} belong to the platform.`);
  return name;
}
