/** Traces, logs and metrics of a demo service through the unchanged OpenTelemetry SDK. */
import { metrics, trace, type Histogram, type Tracer } from '@opentelemetry/api';
import { OTLPLogExporter } from '@opentelemetry/exporter-logs-otlp-proto';
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-proto';
import { OTLPTraceExporter as JsonExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { OTLPTraceExporter as ProtobufExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchLogRecordProcessor, LoggerProvider } from '@opentelemetry/sdk-logs';
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics';
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node';

const SCOPE = 'spanwise-demo';
const DELAY_MS = 1_000;
const METRICS_INTERVAL_MS = 10_000;

export interface DemoTelemetry {
  tracer: Tracer;
  logger: ReturnType<LoggerProvider['getLogger']>;
  /** Seconds, as the semantic conventions have it. */
  requestDuration: Histogram;
  /** Exports what was measured. */
  shutdown: () => Promise<unknown>;
}

export function startTelemetry(name: string, traceExporter: string): DemoTelemetry {
  const resource = resourceFromAttributes({
    'service.name': name,
    'service.namespace': 'shop',
    'service.version': '1.0.0',
    'service.instance.id': `${name}-${process.pid}`,
    'deployment.environment.name': 'production',
  });
  const exporter = traceExporter === 'json' ? new JsonExporter() : new ProtobufExporter();
  const spans = new NodeTracerProvider({
    resource,
    spanProcessors: [new BatchSpanProcessor(exporter, { scheduledDelayMillis: DELAY_MS })],
  });
  spans.register();
  const logs = new LoggerProvider({
    resource,
    processors: [new BatchLogRecordProcessor({ exporter: new OTLPLogExporter(), scheduledDelayMillis: DELAY_MS })],
  });
  const reader = new PeriodicExportingMetricReader({
    exporter: new OTLPMetricExporter(),
    exportIntervalMillis: METRICS_INTERVAL_MS,
  });
  metrics.setGlobalMeterProvider(new MeterProvider({ resource, readers: [reader] }));
  const requestDuration = metrics.getMeter(SCOPE).createHistogram('http.server.request.duration', { unit: 's' });
  return {
    tracer: trace.getTracer(SCOPE),
    logger: logs.getLogger(SCOPE),
    requestDuration,
    shutdown: () => Promise.all([spans.shutdown(), logs.shutdown(), reader.shutdown()]),
  };
}
