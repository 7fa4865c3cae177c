// A program as its author would write it: the OpenTelemetry SDK, unchanged, sends every signal; spans go over gRPC.
import { SpanKind } from '@opentelemetry/api';
import { OTLPLogExporter } from '@opentelemetry/exporter-logs-otlp-proto';
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-proto';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-grpc';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchLogRecordProcessor, LoggerProvider } from '@opentelemetry/sdk-logs';
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics';
import { BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { NodeTracerProvider } from '@opentelemetry/sdk-trace-node';

const [name] = process.argv.slice(2);
const resource = resourceFromAttributes({ 'service.name': name });

const traces = new NodeTracerProvider({ resource, spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())] });
const tracer = traces.getTracer('app');
for (let call = 0; call < 3; call++)
  tracer.startSpan('GET /hello', { kind: SpanKind.SERVER, attributes: { 'http.route': '/hello' } }).end();

const logs = new LoggerProvider({
  resource,
  processors: [new BatchLogRecordProcessor({ exporter: new OTLPLogExporter() })],
});
for (let line = 0; line < 5; line++)
  logs.getLogger('app').emit({ severityNumber: 9, severityText: 'INFO', body: `line ${line}`, attributes: { line } });

const reader = new PeriodicExportingMetricReader({ exporter: new OTLPMetricExporter(), exportIntervalMillis: 60_000 });
const metrics = new MeterProvider({ resource, readers: [reader] });
metrics.getMeter('app').createCounter('hellos').add(3);
metrics.getMeter('app').createHistogram('hello.duration', { unit: 's' }).record(0.25);

await Promise.all([traces.shutdown(), logs.shutdown(), metrics.shutdown()]);
