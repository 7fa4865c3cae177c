import { Catch, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { invalidArgument, type RateLimitPolicy } from '@spanwise/contracts/base/errors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Histogram } from 'prom-client';
import { drainBody } from './drain-body.js';
import { renderError } from './error-body.js';
import { describeError, type Logger } from './logger.js';
import { enterScope, requestClient, scopeFrom, type RequestScope } from './request-scope.js';
import { RouteTable } from './route-table.js';
import { abortHttpSpan, beginHttpSpan, endHttpSpan, recordHttpFault } from './tracing/http-spans.js';
import type { Tracing } from './tracing/tracing.js';

declare module 'fastify' {
  interface FastifyRequest {
    scope: RequestScope;
    startedAt: number;
  }
}

export interface HttpLimits {
  bodyBytes: number;
  /** Proxies whose `X-Forwarded-For` is believed; from others the header says nothing. */
  trustedProxies: string[];
}

/** The HTTP server of a process: ids on every answer, errors in the documented form, durations by route template. */
export function createHttpAdapter(
  logger: Logger,
  durations: Histogram,
  limits: HttpLimits,
  tracing?: Tracing,
): FastifyAdapter {
  const adapter = new FastifyAdapter({
    bodyLimit: limits.bodyBytes,
    trustProxy: limits.trustedProxies.length > 0 ? limits.trustedProxies : false,
    forceCloseConnections: 'idle',
    // What arrives on an open connection during an ordered stop is answered; Fastify's own 503 says not when to come back.
    return503OnClosing: false,
    requestTimeout: 120_000,
    keepAliveTimeout: 72_000,
    routerOptions: { maxParamLength: 2_048, ignoreTrailingSlash: false },
    frameworkErrors: (error: unknown, request: FastifyRequest, reply: FastifyReply) =>
      sendError(error, scopeFrom(undefined, undefined), request, reply, logger),
  });
  // The framework would read a form as a body, whose members a refusal names: the password of a sign-in among them.
  adapter.useBodyParser('application/x-www-form-urlencoded', false, {}, (_request, _body, done) => {
    done(invalidArgument('The request body must be JSON, with the content type application/json.'));
  });
  const server = adapter.getInstance() as unknown as FastifyInstance;
  const routes = new RouteTable(server);
  server.decorate('routeTable', routes);
  server.decorateRequest('scope');
  server.decorateRequest('startedAt', 0);
  server.decorateRequest('span');
  server.addHook('onRequest', (request, reply, done) => {
    request.scope = scopeFrom(
      single(request.headers.traceparent),
      single(request.headers['x-request-id']),
      requestClient(request.ip, request.headers['user-agent']),
    );
    request.startedAt = performance.now();
    if (tracing !== undefined) beginHttpSpan(tracing, request);
    enterScope(request.scope);
    const allowed = request.is404 ? routes.methodsOf(request.url) : [];
    // A wrong method on a known path is 404 with `Allow` (API-1).
    if (allowed.length > 0) void reply.header('Allow', allowed.join(', '));
    void reply
      .header('X-Request-Id', request.scope.requestId)
      .header('X-Trace-Id', request.scope.traceId)
      // Answers hold data of persons, or tokens: kept by nothing between, and never taken for another type. A route whose
      // answer may be kept says so.
      .header('Cache-Control', 'private, no-store')
      .header('X-Content-Type-Options', 'nosniff');
    done();
  });
  // Only here the connection is closed behind the answer; of other refusals what is still sent is thrown away as it comes.
  server.addHook('onSend', async ({ raw }, reply) => {
    if (reply.statusCode === 413) await drainBody(raw);
  });
  server.addHook('onResponse', (request, reply, done) => {
    durations.observe(
      { method: request.method, route: request.routeOptions.url ?? 'unmatched', status_code: reply.statusCode },
      (performance.now() - request.startedAt) / 1_000,
    );
    endHttpSpan(request, reply);
    done();
  });
  server.addHook('onRequestAbort', (request, done) => {
    abortHttpSpan(request);
    done();
  });
  return adapter;
}

export function sendError(
  thrown: unknown,
  scope: RequestScope | undefined,
  request: FastifyRequest,
  reply: FastifyReply,
  logger: Logger,
): void {
  const { requestId, traceId } = scope ?? scopeFrom(undefined, undefined);
  const { status, body, retryAfterSeconds, rateLimit } = renderError(thrown, requestId);
  if (status >= 500) logger.error({ ...describeError(thrown), method: request.method, status }, 'http: request failed');
  if (status >= 500) recordHttpFault(request, thrown);
  if (retryAfterSeconds !== undefined) void reply.header('Retry-After', String(retryAfterSeconds));
  if (rateLimit !== undefined) void reply.headers(rateLimitHeaders(rateLimit, retryAfterSeconds));
  void reply
    .header('X-Request-Id', requestId)
    .header('X-Trace-Id', traceId)
    .status(status)
    .type('application/json')
    .send(Buffer.from(JSON.stringify(body)));
}

/** What a 429 says of the limit that was met (API-3). */
export const rateLimitHeaders = ({ name, quota, windowSeconds }: RateLimitPolicy, retryAfterSeconds?: number) => ({
  'RateLimit-Policy': `"${name}";q=${quota};w=${windowSeconds}`,
  RateLimit: `"${name}";r=0;t=${retryAfterSeconds ?? windowSeconds}`,
});

/** Nest catches what controllers throw before Fastify sees it; both end in the same form. */
@Catch()
export class HttpErrorFilter implements ExceptionFilter {
  constructor(private readonly logger: Logger) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    sendError(thrown, request.scope, request, http.getResponse<FastifyReply>(), this.logger);
  }
}

const single = (value: string | string[] | undefined): string | undefined => (Array.isArray(value) ? value[0] : value);
