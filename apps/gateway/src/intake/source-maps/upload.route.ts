/** Upload of source maps: a raw route, because the body is the file as a bundler has written it. */
import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { RpcClient } from '@spanwise/bus/rpc-client';
import { invalidArgument, tooManyRequests, type ServiceError } from '@spanwise/contracts/base/errors';
import {
  MAX_SOURCE_MAP_BYTES,
  putSourceMap,
  SOURCE_MAP_CHANGE,
  SourceMapName,
} from '@spanwise/contracts/telemetry/source-maps';
import { sendError } from '@spanwise/host/http-server';
import type { Logger } from '@spanwise/host/logger';
import { codingOf, decompress, INFLATE_LIMITS } from '@spanwise/otlp/decompress';
import { authorize } from '../../edge/auth/access.guard.js';
import type { Authentication } from '../../edge/auth/authentication.js';
import { parseQuery } from '../../edge/auth/parse-query.js';
import { CODINGS } from '../intake/described-intake.js';
import { intakeError } from '../intake/otlp-errors.js';
import type { RawRoute } from '../../edge/openapi/raw-route.js';
import type { RequestLimits } from '../../edge/limits/request-limits.js';
import { ForkedWorker } from '../../edge/forked-worker.js';
import type { Compiled } from './compile-program.js';
import { fileKey, type KnownMaps } from './known-maps.js';

const PROGRAM = createRequire(import.meta.url).resolve('@spanwise/gateway/intake/source-maps/compile-program');
const COMPILE = { timeoutMs: 20_000, heapMib: 384, waiting: 4, tasksOfAProcess: 20, idleMs: 5_000 };
/** Bodies of this process that are held at once. */
const MAX_UPLOADS = 2;
const RETRY_SECONDS = 2;
const INFLATED = { ...INFLATE_LIMITS, decodedBytes: MAX_SOURCE_MAP_BYTES };

export const UPLOAD_SOURCE_MAP: RawRoute = {
  method: 'post',
  route: '/api/v1/sourcemaps',
  id: 'uploadSourceMap',
  summary: 'Upload a source map',
  description: `The body is the map as the bundler wrote it, version 3, with or without sections. Stack traces of browsers and Node whose
resource has \`service.version\` \`release\` and whose frames name \`file\`, or a path that ends in it, are mapped to their sources
within 10 seconds. A map with the same name replaces the previous one. The text of the sources is read
for function names and not stored. Up to 24 MiB and 1,000,000 mappings.`,
  access: SOURCE_MAP_CHANGE,
  status: 201,
  answer: 'SourceMap',
  query: SourceMapName,
  headers: CODINGS,
  rawBody: {
    required: true,
    contents: { 'application/json': 'A source map', 'application/octet-stream': 'A source map' },
  },
  refusals: {
    conflict: 'A release has 500 source maps already, or the organization 2,000 or 256 MiB.',
    payload_too_large: 'The map is larger than 24 MiB.',
    resource_exhausted: 'Another map of this organization is being processed. Retry after `Retry-After` seconds.',
  },
};

export interface SourceMapUploads {
  authentication: Authentication;
  limits: RequestLimits;
  rpc: RpcClient;
  known: Pick<KnownMaps, 'forget'>;
  logger: Logger;
}

/** Returns what stops the process that reads maps. */
export function registerSourceMapUpload(server: FastifyInstance, uploads: SourceMapUploads): () => void {
  const worker = new ForkedWorker<Uint8Array, Compiled>(PROGRAM, COMPILE);
  /** One at a time of an organization, so that one's many maps do not delay others'. */
  const underWay = new Map<FastifyRequest, string>();
  void server.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MAX_SOURCE_MAP_BYTES }, (_request, body, done) =>
      done(null, body),
    );
    scope.setErrorHandler((error, request, reply) =>
      sendError(intakeError(error), request.scope, request, reply, uploads.logger),
    );
    // Before the body is read: a caller who may not send costs no memory.
    const onRequest = async (request: FastifyRequest) => {
      request.caller = await authorize(uploads.authentication, request, SOURCE_MAP_CHANGE);
      const { context } = request.caller;
      uploads.limits.takeCall(context);
      if ([...underWay.values()].includes(context.organization_id))
        throw tooManyRequests('Another source map of this organization is being read; try again.', RETRY_SECONDS);
      if (underWay.size >= MAX_UPLOADS)
        throw tooManyRequests('Too many source maps at once; try again.', RETRY_SECONDS);
      underWay.set(request, context.organization_id);
    };
    scope.addHook('onResponse', async (request) => void underWay.delete(request));
    scope.addHook('onRequestAbort', async (request) => void underWay.delete(request));
    scope.post(UPLOAD_SOURCE_MAP.route, { bodyLimit: MAX_SOURCE_MAP_BYTES, onRequest }, (request, reply) =>
      upload(uploads, worker, request, reply),
    );
  });
  return () => worker.stop();
}

async function upload(
  { rpc, known }: SourceMapUploads,
  worker: ForkedWorker<Uint8Array, Compiled>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { context, signed } = request.caller!;
  const { release, file, service } = parseQuery(SourceMapName, request.query, []);
  const key = fileKey(file);
  if (key === '')
    throw invalidArgument('The parameter file names no file.', [{ field: 'file', reason: 'names no file' }]);
  const sent = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  const body = await decompress(sent, codingOf(request.headers['content-encoding']), INFLATED);
  const compiled = await worker.run(body);
  if (compiled === undefined) throw unusable('reading it takes too much time or memory');
  if ('reason' in compiled) throw unusable(compiled.reason);
  const view = await rpc.call(
    putSourceMap,
    {
      release: release.trim(),
      file: key,
      ...(service !== undefined && { service: service.trim() }),
      sha256: createHash('sha256').update(body).digest('hex'),
      bytes: body.length,
      mappings: compiled.mappings,
      sources: compiled.sources,
      kept_base64: Buffer.from(compiled.kept).toString('base64'),
    },
    signed,
  );
  known.forget(context.organization_id);
  return reply.status(201).send(view);
}

const unusable = (reason: string): ServiceError =>
  invalidArgument(`The body is no source map that can be used: ${reason}.`, [{ field: 'body', reason }]);
