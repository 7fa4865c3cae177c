/** SERVER spans of HTTP requests (OpenTelemetry HTTP semantic conventions). */
import { SpanKind, SpanStatusCode, type Span } from '@opentelemetry/api';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { recordFault } from './fault.js';
import type { Tracing, TracingRule } from './tracing.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** How requests of this route are chosen for tracing; `always` when nothing is said. */
    tracing?: TracingRule;
  }
  interface FastifyRequest {
    /** Undefined when this request is not traced, and after its end. */
    span?: Span;
  }
}

/** Begins the span of a request whose scope is made and whose route is known. */
export function beginHttpSpan(tracing: Tracing, request: FastifyRequest): void {
  const { url: route, config } = request.routeOptions;
  if (!tracing.admit(request.scope, config?.tracing ?? 'always')) return;
  request.span = tracing.begin(request.scope, {
    // Never the path: it holds ids, and scanners ask for anything.
    name: route === undefined ? request.method : `${request.method} ${route}`,
    kind: SpanKind.SERVER,
    attributes: {
      'http.request.method': request.method,
      'url.scheme': request.protocol,
      ...(route !== undefined && { 'http.route': route }),
    },
  });
}

export function endHttpSpan(request: FastifyRequest, reply: FastifyReply): void {
  const { span } = request;
  if (span === undefined) return;
  request.span = undefined;
  span.setAttribute('http.response.status_code', reply.statusCode);
  if (reply.statusCode >= 500) {
    span.setStatus({ code: SpanStatusCode.ERROR });
    span.setAttribute('error.type', String(reply.statusCode));
  }
  span.end();
}

/** Adds what failed to the span of a request that is answered with 5xx. */
export function recordHttpFault(request: FastifyRequest, thrown: unknown): void {
  if (request.span !== undefined) recordFault(request.span, thrown);
}

/** The client went away before the answer. */
export function abortHttpSpan(request: FastifyRequest): void {
  const { span } = request;
  request.span = undefined;
  span?.setAttribute('error.type', 'client_closed_request').end();
}
