// A program as its author would write it: the OpenTelemetry SDK, unchanged, configured by its environment alone.
import { SpanKind } from '@opentelemetry/api';
import { OTLPTraceExporter as JsonExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { OTLPTraceExporter as ProtobufExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { NodeTracerProvider } from '@opentelemetry/sdk-trace-node';

const [encoding, name] = process.argv.slice(2);
const exporter = encoding === 'json' ? new JsonExporter() : new ProtobufExporter();
const provider = new NodeTracerProvider({
  resource: resourceFromAttributes({ 'service.name': name }),
  spanProcessors: [new BatchSpanProcessor(exporter)],
});
const tracer = provider.getTracer('app');
for (let call = 0; call < 3; call++) {
  const attributes = { 'http.request.method': 'GET', 'http.route': '/hello' };
  tracer.startSpan('GET /hello', { kind: SpanKind.SERVER, attributes }).end();
}
await provider.shutdown();
