import { SpanKind, SpanStatusCode } from '@opentelemetry/api';
import { InMemorySpanExporter, SimpleSpanProcessor, type ReadableSpan } from '@opentelemetry/sdk-trace-base';
import { MAX_TELEMETRY_BYTES } from '@spanwise/contracts/telemetry/own-telemetry';
import { conflict, ServiceError } from '@spanwise/contracts/base/errors';
import type { FastifyInstance } from 'fastify';
import { Registry } from 'prom-client';
import { beforeEach, describe, expect, it } from 'vitest';
import { createHttpAdapter } from '../http-server.js';
import { createLogger } from '../logger.js';
import { httpDurations } from '../metrics.js';
import { currentScope, runInScope, scopeFrom } from '../request-scope.js';
import { TelemetryExporter } from './telemetry-exporter.js';
import { inChildSpan, inLinkedSpan, inServerSpan, Tracing } from './tracing.js';

const CLIENT = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
const OPTIONS = { service: 'gateway', version: '1.2.3', instance: 'i-1' };
const memory = new InMemorySpanExporter();
const tracingAt = (intakeRatio: number) =>
  new Tracing({ ...OPTIONS, intakeRatio }, new TelemetryExporter(new Registry()), new SimpleSpanProcessor(memory));
const tracing = tracingAt(1);
const work = { name: 'work', kind: SpanKind.CLIENT };

beforeEach(() => memory.reset());

const spans = (): ReadableSpan[] => memory.getFinishedSpans();
const stateOf = (span: ReadableSpan) => span.spanContext().traceState?.serialize();
function admitted(rule: 'always' | 'sometimes' = 'always') {
  const scope = scopeFrom(undefined, undefined);
  tracing.admit(scope, rule);
  return scope;
}

describe('a span', () => {
  it('has the ids of its scope and the names of its service', async () => {
    const scope = admitted();
    await inServerSpan(scope, { name: 'GET /', kind: SpanKind.SERVER }, async () => undefined);
    const [span] = spans();
    expect(span!.spanContext()).toMatchObject({ traceId: scope.traceId, spanId: scope.spanId });
    expect(stateOf(span!)).toBe('ot=th:0');
    expect(span!.resource.attributes).toMatchObject({
      'service.name': 'spanwise-gateway',
      'service.namespace': 'spanwise',
      'service.version': '1.2.3',
      'service.instance.id': 'i-1',
    });
  });

  it('within a request is its child, and what it calls is a child of that', async () => {
    const scope = admitted();
    await runInScope(scope, () => inChildSpan(work, () => inChildSpan({ ...work, name: 'deeper' }, async () => 1)));
    const [deeper, child] = spans();
    expect(child!.parentSpanContext?.spanId).toBe(scope.spanId);
    expect(deeper!.parentSpanContext?.spanId).toBe(child!.spanContext().spanId);
    expect(new Set(spans().map((span) => span.spanContext().traceId))).toEqual(new Set([scope.traceId]));
  });

  it('is not made outside of a request, nor in one that is not traced', async () => {
    await inChildSpan(work, async () => undefined);
    await runInScope(scopeFrom(CLIENT, undefined), () => inChildSpan(work, async () => undefined));
    await inServerSpan(scopeFrom(CLIENT, undefined), work, async () => undefined);
    await inLinkedSpan(tracing, scopeFrom(CLIENT, undefined), work, async () => undefined);
    expect(spans()).toEqual([]);
  });

  it('of a batch is a trace of its own, linked to what it works for and as likely', async () => {
    const [first, second] = [admitted(), admitted()];
    first.traceState = 'ot=th:8';
    await inLinkedSpan(tracing, first, { ...work, links: [first, second] }, async () => {
      expect(currentScope()?.traceId).not.toBe(first.traceId);
    });
    const [span] = spans();
    expect(span!.parentSpanContext).toBeUndefined();
    expect(span!.links.map((link) => link.context.spanId)).toEqual([first.spanId, second.spanId]);
    expect(stateOf(span!)).toBe(`ot=th:8;rv:${first.traceId.slice(18)}`);
  });
});

describe('a failure', () => {
  const failing = (kind: SpanKind, error: Error) =>
    inServerSpan(admitted(), { name: 'x', kind }, () => Promise.reject(error)).catch(() => spans()[0]);

  it('that is unexpected is on the span with its place and without its values', async () => {
    const span = await failing(SpanKind.SERVER, new TypeError('cannot read "hunter2"'));
    expect(span!.status.code).toBe(SpanStatusCode.ERROR);
    expect(span!.attributes['error.type']).toBe('TypeError');
    const [event] = span!.events;
    expect(event!.attributes).toMatchObject({ 'exception.type': 'TypeError', 'exception.message': 'cannot read ?' });
    expect(event!.attributes?.['exception.stacktrace']).toContain('tracing.spec.ts');
    expect(JSON.stringify(event!.attributes)).not.toContain('hunter2');
  });

  it('that the caller caused is one for the client and none for the server', async () => {
    const server = await failing(SpanKind.SERVER, conflict('It is there already.'));
    expect([server!.status.code, server!.attributes['error.type']]).toEqual([SpanStatusCode.UNSET, undefined]);
    memory.reset();
    const client = await failing(SpanKind.CLIENT, conflict('It is there already.'));
    expect([client!.attributes['error.type'], client!.events]).toEqual(['conflict', []]);
  });
});

describe('an HTTP request', () => {
  function serverAt(ratio: number): FastifyInstance {
    const limits = { bodyBytes: 1_000, trustedProxies: [] };
    const logger = createLogger('test', 'silent');
    const adapter = createHttpAdapter(logger, httpDurations(new Registry()), limits, tracingAt(ratio));
    const server = adapter.getInstance() as unknown as FastifyInstance;
    server.get('/things/:id', async () => ({ scope: currentScope()?.traceId }));
    server.get('/broken', async (_, reply) => reply.status(503).send({}));
    server.get('/intake', { config: { tracing: 'sometimes' } }, async () => ({}));
    server.get('/probe', { config: { tracing: 'never' } }, async () => ({}));
    return server;
  }

  it('is named by its route and continues the trace of its client', async () => {
    await serverAt(1).inject({ url: '/things/7?secret=1', headers: { traceparent: CLIENT } });
    const [span] = spans();
    expect([span!.name, span!.kind, span!.status.code]).toEqual([
      'GET /things/:id',
      SpanKind.SERVER,
      SpanStatusCode.UNSET,
    ]);
    expect(span!.attributes).toEqual({
      'http.request.method': 'GET',
      'http.route': '/things/:id',
      'http.response.status_code': 200,
      'url.scheme': 'http',
    });
    expect(span!.spanContext().traceId).toBe('4bf92f3577b34da6a3ce929d0e0e4736');
    expect(span!.parentSpanContext).toMatchObject({ spanId: '00f067aa0ba902b7', isRemote: true });
  });

  it('to nowhere has no path, and one that ends in 5xx is an error', async () => {
    const server = serverAt(1);
    await server.inject({ url: '/nowhere/at/all' });
    await server.inject({ url: '/broken' });
    expect(spans().map((span) => [span.name, span.attributes['error.type']])).toEqual([
      ['GET', undefined],
      ['GET /broken', '503'],
    ]);
  });

  it('cannot force itself into the sample', async () => {
    const server = serverAt(0);
    for (const url of ['/intake', '/probe']) await server.inject({ url, headers: { traceparent: CLIENT } });
    expect(spans()).toEqual([]);
  });
});

describe('the exporter', () => {
  const batch = (size: number, bytes: number) => {
    for (let index = 0; index < size; index++) {
      // Noise, which does not shrink to nothing.
      const noise = Array.from({ length: bytes }, () => Math.floor(Math.random() * 36).toString(36)).join('');
      tracing.begin(admitted(), { name: 'x'.concat(noise), kind: SpanKind.INTERNAL }).end();
    }
    return spans();
  };
  const exported = (exporter: TelemetryExporter, made: ReadableSpan[]) =>
    new Promise((resolve) => exporter.export(made, resolve));

  it('splits what is larger than a message may be, and counts what is not taken', async () => {
    const registry = new Registry();
    const exporter = new TelemetryExporter(registry);
    const sizes: number[] = [];
    exporter.deliverTo((request, spanCount) => {
      if (sizes.length === 1) throw new ServiceError('unavailable', 'no room');
      expect(request.length).toBeLessThanOrEqual(MAX_TELEMETRY_BYTES);
      sizes.push(spanCount);
    });
    expect(await exported(exporter, batch(4, 120_000))).toEqual({ code: 0 });
    expect(sizes).toEqual([2]);
    const metrics = await registry.metrics();
    expect(metrics).toContain('spanwise_telemetry_spans_total{outcome="sent"} 2');
    expect(metrics).toContain('spanwise_telemetry_spans_total{outcome="dropped"} 2');
  });

  it('works outside of the request in which its timer was set', async () => {
    const exporter = new TelemetryExporter(new Registry());
    let seen: unknown = 'never called';
    exporter.deliverTo(() => {
      seen = currentScope();
    });
    const made = batch(1, 10);
    await runInScope(admitted(), () => exported(exporter, made));
    expect(seen).toBeUndefined();
  });
});
