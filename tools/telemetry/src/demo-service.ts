/**
 * A small live service of the demo: node dist/demo-service.js <name> <exporter> [<url> <name> of the service it asks]. It is
 * instrumented with the unchanged OpenTelemetry SDK, whose exporters find their endpoint and their token in the
 * environment (OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_EXPORTER_OTLP_HEADERS). Sends its parent the address it listens on,
 * and ends with it.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { context, propagation, SpanKind, SpanStatusCode, trace, type Span } from '@opentelemetry/api';
import { startTelemetry } from './demo-telemetry.js';

const [name = 'storefront', exporter = 'protobuf', nextUrl, nextName = ''] = process.argv.slice(2);
const SHUTDOWN_MS = 3_000;
const MAX_PATH = 200;
const USUAL_FAILURES = 0.02;
const FAULTY_FAILURES = 0.6;

let failures = USUAL_FAILURES;
process.on(
  'message',
  ({ isFaulty }: { isFaulty: boolean }) => (failures = isFaulty ? FAULTY_FAILURES : USUAL_FAILURES),
);

const { tracer, logger, requestDuration, shutdown } = startTelemetry(name, exporter);

const server = createServer((request, response) => void serve(request, response));
server.listen(0, '127.0.0.1', () => {
  process.send?.({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
});

async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const method = request.method ?? 'GET';
  const path = (request.url ?? '/').split('?')[0]!.slice(0, MAX_PATH);
  const parent = propagation.extract(context.active(), request.headers);
  const route = path.replace(/\/\d+$/, '/{id}');
  const span = tracer.startSpan(
    `${method} ${route}`,
    {
      kind: SpanKind.SERVER,
      attributes: { 'http.request.method': method, 'http.route': route, 'url.path': path, 'url.scheme': 'http' },
    },
    parent,
  );
  const started = performance.now();
  const within = trace.setSpan(parent, span);
  const status = await context.with(within, () => handle(path, span));
  span.setAttribute('http.response.status_code', status);
  if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
  span.end();
  const outcome = { 'http.request.method': method, 'http.route': route, 'http.response.status_code': status };
  requestDuration.record((performance.now() - started) / 1_000, outcome);
  logger.emit({
    ...(status >= 500 ? { severityNumber: 17, severityText: 'ERROR' } : { severityNumber: 9, severityText: 'INFO' }),
    body: `${method} ${path} answered ${status}`,
    attributes: outcome,
    context: within,
  });
  response.writeHead(status, { 'content-type': 'application/json' }).end('{}');
}

async function handle(path: string, span: Span): Promise<number> {
  await pause(2 + Math.random() * 15);
  if (Math.random() < failures) {
    span.recordException(new Error(`no answer for item ${Math.floor(Math.random() * 1000)}`));
    return 500;
  }
  return nextUrl === undefined ? 200 : ask(nextUrl, path);
}

/** Calls the next service; the context travels in the W3C headers. */
async function ask(baseUrl: string, path: string): Promise<number> {
  const url = new URL(path, baseUrl);
  const attributes = {
    'http.request.method': 'GET',
    'url.full': url.href,
    'server.address': url.hostname,
    'server.port': Number(url.port),
    // The port is another one at every start: the name is what the dependency is known by.
    'service.peer.name': nextName,
  };
  const span = tracer.startSpan('GET', { kind: SpanKind.CLIENT, attributes });
  const headers: Record<string, string> = {};
  propagation.inject(trace.setSpan(context.active(), span), headers);
  const status = await fetch(url, { headers, signal: AbortSignal.timeout(5_000) }).then(
    async (response) => {
      await response.arrayBuffer();
      return response.status;
    },
    () => 503,
  );
  span.setAttribute('http.response.status_code', status);
  if (status >= 400) span.setStatus({ code: SpanStatusCode.ERROR });
  span.end();
  return status >= 500 ? 502 : status;
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

let stopping = false;

/** What was measured is exported first, unless that takes too long. */
function stop(): void {
  if (stopping) return;
  stopping = true;
  setTimeout(() => process.exit(0), SHUTDOWN_MS).unref();
  server.close();
  server.closeAllConnections();
  void shutdown().finally(() => process.exit(0));
}

process.on('SIGTERM', stop);
process.on('SIGINT', stop);
process.on('disconnect', stop);
