/**
 * Spans of this process about its own work. A request that is traced carries its `Tracing` in its scope; what works for
 * it makes child spans from there, and work without such a scope (polls, heartbeats, the way of these spans themselves) has
 * none: so tracing can never cause itself.
 */
import {
  createTraceState,
  ROOT_CONTEXT,
  SpanKind,
  trace,
  TraceFlags,
  type Span,
  type SpanContext,
  type Tracer,
} from '@opentelemetry/api';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BasicTracerProvider,
  BatchSpanProcessor,
  SamplingDecision,
  type SpanProcessor,
} from '@opentelemetry/sdk-trace-base';
import {
  currentScope,
  newSpanId,
  newTraceId,
  runInScope,
  type RequestScope,
  type SpanDescription,
  type SpanMaker,
} from '../request-scope.js';
import { isOurFault, recordFault } from './fault.js';
import { ALWAYS, inheritedTraceState, samplerOf, type SampledTrace } from './sampling.js';
import type { TelemetryExporter } from './telemetry-exporter.js';

export interface TracingOptions {
  service: string;
  version: string;
  instance: string;
  /** Share of intake requests that are traced, 0 to 1; all other requests are traced. */
  intakeRatio: number;
}

/** How a request is chosen: `never` for probes, `sometimes` for intake, which is most of the traffic. */
export type TracingRule = 'never' | 'sometimes' | 'always';

/** Beyond these a span is cut; what waits beyond the queue is dropped. */
const SPAN_LIMITS = {
  attributeValueLengthLimit: 512,
  attributeCountLimit: 32,
  eventCountLimit: 4,
  linkCountLimit: 32,
  attributePerEventCountLimit: 8,
  attributePerLinkCountLimit: 0,
};
const QUEUE = { maxQueueSize: 2_048, maxExportBatchSize: 256, scheduledDelayMillis: 2_000, exportTimeoutMillis: 5_000 };
const FLUSH_LIMIT_MS = 2_000;

export class Tracing implements SpanMaker {
  private readonly tracer: Tracer;
  private readonly intake: (trace: SampledTrace) => string | undefined;
  /** The scope whose span is being made: it has the ids already, because logs and headers name them before. */
  private beginning: RequestScope | undefined;

  constructor(
    options: TracingOptions,
    readonly exporter: TelemetryExporter,
    private readonly processor: SpanProcessor = new BatchSpanProcessor(exporter, QUEUE),
  ) {
    this.intake = samplerOf(options.intakeRatio);
    const provider = new BasicTracerProvider({
      resource: resourceFromAttributes({
        'service.name': `spanwise-${options.service}`,
        'service.namespace': 'spanwise',
        'service.version': options.version,
        'service.instance.id': options.instance,
      }),
      spanLimits: SPAN_LIMITS,
      spanProcessors: [processor],
      idGenerator: { generateTraceId: () => this.beginning!.traceId, generateSpanId: () => this.beginning!.spanId },
      // Whatever gets here was chosen before.
      sampler: {
        shouldSample: () => ({
          decision: SamplingDecision.RECORD_AND_SAMPLED,
          ...(this.beginning!.traceState && { traceState: createTraceState(this.beginning!.traceState) }),
        }),
      },
    });
    this.tracer = provider.getTracer('spanwise', options.version);
  }

  /** Decides for a request from outside. What the client wished is not asked: it may name the trace and nothing else. */
  admit(scope: RequestScope, rule: TracingRule): boolean {
    const traceIds = { traceId: scope.traceId, foreignTraceId: scope.parent !== undefined };
    const traceState = rule === 'never' ? undefined : rule === 'always' ? ALWAYS : this.intake(traceIds);
    if (traceState === undefined) return false;
    Object.assign(scope, { sampled: true, traceState, tracing: this });
    return true;
  }

  begin(scope: RequestScope, { name, kind, attributes, links = [] }: SpanDescription): Span {
    const context =
      scope.parent === undefined
        ? ROOT_CONTEXT
        : trace.setSpanContext(ROOT_CONTEXT, {
            traceId: scope.traceId,
            spanId: scope.parent.spanId,
            traceFlags: TraceFlags.SAMPLED,
            isRemote: scope.parent.remote,
          });
    this.beginning = scope;
    const options = { kind, attributes, links: links.map((link) => ({ context: spanContextOf(link) })) };
    return this.tracer.startSpan(name, options, context);
  }

  /** Gives out what waits, for an orderly end; never takes longer than two seconds and never fails. */
  async flush(): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const limit = new Promise<void>((resolve) => (timer = setTimeout(resolve, FLUSH_LIMIT_MS)));
    await Promise.race([this.processor.forceFlush().catch(() => undefined), limit]);
    clearTimeout(timer);
  }
}

const spanContextOf = (scope: RequestScope): SpanContext => ({
  traceId: scope.traceId,
  spanId: scope.spanId,
  traceFlags: TraceFlags.SAMPLED,
  isRemote: true,
  ...(scope.traceState && { traceState: createTraceState(scope.traceState) }),
});

const childOf = (outer: RequestScope): RequestScope => ({
  ...outer,
  spanId: newSpanId(),
  parent: { spanId: outer.spanId, remote: false },
});

/** Begins a child of the span at hand, for callback-style work; undefined when the request is not traced. */
export function beginChild(description: SpanDescription): Span | undefined {
  const outer = currentScope();
  return outer?.tracing?.begin(childOf(outer), description);
}

/** Runs `work` in a child span of the request at hand, or without one when that is not traced. */
export function inChildSpan<T>(description: SpanDescription, work: () => Promise<T>): Promise<T> {
  const outer = currentScope();
  if (outer?.tracing === undefined) return work();
  return inSpan(outer.tracing, childOf(outer), description, work);
}

/** Runs `work` in the span of a scope that has just come in, and in that scope. */
export function inServerSpan<T>(scope: RequestScope, description: SpanDescription, work: () => Promise<T>): Promise<T> {
  if (scope.tracing === undefined) return runInScope(scope, work);
  return inSpan(scope.tracing, scope, description, work);
}

/**
 * Runs `work` in a span of a trace of its own that is linked to what caused it. It is chosen exactly when `first` was: what
 * comes first is as lucky as any other, so the weight of `first` is right for this span too, however many share it.
 */
export function inLinkedSpan<T>(
  tracing: SpanMaker | undefined,
  first: RequestScope | undefined,
  description: SpanDescription,
  work: () => Promise<T>,
): Promise<T> {
  if (tracing === undefined || first?.traceState === undefined || !first.sampled) return work();
  const scope: RequestScope = {
    requestId: first.requestId,
    traceId: newTraceId(),
    spanId: newSpanId(),
    sampled: true,
    traceState: inheritedTraceState(first.traceState, first.traceId),
    tracing,
  };
  return inSpan(tracing, scope, description, work);
}

async function inSpan<T>(
  tracing: SpanMaker,
  scope: RequestScope,
  description: SpanDescription,
  work: () => Promise<T>,
): Promise<T> {
  const span = tracing.begin(scope, description);
  try {
    return await runInScope(scope, work);
  } catch (error) {
    // A server is not at fault for what it refuses; for the client every refusal is a failed call.
    if (description.kind !== SpanKind.SERVER || isOurFault(error)) recordFault(span, error);
    throw error;
  } finally {
    span.end();
  }
}
