/** Builds the spans of one trace: frames follow each other on the clock of the trace and emit a span when they end. */
import { Flags, Kind, keyValues, Status, type Attributes, type Span, type SpanEvent, type SpanLink } from '../otlp.js';
import type { Random } from '../random.js';
import { exceptionAttributes, exceptionOf } from './exceptions.js';
import type { Environment, Fleet, Instance, ServiceName } from './fleet.js';

const NANOS_PER_MS = 1_000_000;

export interface EmittedSpan {
  instance: Instance;
  /** Name of the instrumentation that made it. */
  scope: string;
  span: Span;
  endNanos: bigint;
}

export interface SpanSpec {
  name: string;
  kind: number;
  scope: string;
  attributes?: Attributes;
  links?: SpanLink[];
  /** The parent is in another process. */
  remoteParent?: boolean;
}

export class Trace {
  readonly traceId: string;
  readonly spans: EmittedSpan[] = [];

  constructor(
    readonly random: Random,
    readonly fleet: Fleet,
    readonly environment: Environment,
    /** Unix time in nanoseconds at which the clock of the trace shows 0. */
    readonly originNanos: bigint,
  ) {
    this.traceId = random.hex(16);
  }

  instance(service: ServiceName): Instance {
    return this.fleet.pick(service, this.environment, this.random);
  }

  root(service: ServiceName, spec: SpanSpec, atNanos = 0): Frame {
    return new Frame(this, this.instance(service), spec, undefined, atNanos);
  }
}

export class Frame {
  readonly spanId: string;
  readonly attributes: Attributes;
  /** Where the work of this frame stands, in nanoseconds since the origin of the trace. */
  nowNanos: number;
  /** A span that its sampler dropped, and all below it in the same service: the work is done, nothing is emitted. */
  readonly dropped: boolean;
  private readonly startNanos: number;
  private readonly events: SpanEvent[] = [];
  private statusCode: number = Status.Unset;

  constructor(
    readonly trace: Trace,
    readonly instance: Instance,
    private readonly spec: SpanSpec,
    private readonly parent: Frame | undefined,
    startNanos: number,
  ) {
    const { random } = trace;
    this.spanId = random.hex(8);
    this.attributes = { ...spec.attributes };
    this.startNanos = startNanos;
    this.nowNanos = startNanos;
    const oneOf = instance.service.sampling?.oneOf ?? 1;
    this.dropped = parent?.instance === instance ? parent.dropped : oneOf > 1 && !random.chance(1 / oneOf);
  }

  /** A span below this one in the same process. */
  child(spec: SpanSpec): Frame {
    return new Frame(this.trace, this.instance, spec, this, this.nowNanos);
  }

  /** A span below this one in another process, after `delayMs` on the way. */
  remote(service: ServiceName, spec: SpanSpec, delayMs: number): Frame {
    const at = this.nowNanos + Math.round(delayMs * NANOS_PER_MS);
    return new Frame(this.trace, this.trace.instance(service), { ...spec, remoteParent: true }, this, at);
  }

  work(medianMs: number): this {
    const slower = this.instance.regressed ? 1.8 : 1;
    const ms = this.trace.random.logNormal(medianMs * slower, 0.45);
    this.nowNanos += Math.max(1, Math.round(ms * NANOS_PER_MS));
    return this;
  }

  set(attributes: Attributes): this {
    Object.assign(this.attributes, attributes);
    return this;
  }

  /** Records an exception of the runtime; alone it makes no error, because it may have been handled. */
  throws(): this {
    const thrown = exceptionOf(this.instance.service.language, this.trace.random);
    this.events.push({
      timeUnixNano: this.unixNanos(this.nowNanos).toString(),
      name: 'exception',
      attributes: keyValues(exceptionAttributes(thrown)),
    });
    return this;
  }

  /** Failed, as far as the instrumentation of the service says so; a stated success stays one. */
  fail(): this {
    if (this.instance.service.setsStatus && this.statusCode !== Status.Ok) this.statusCode = Status.Error;
    return this;
  }

  /** Stated to be fine, whatever its codes say. */
  ok(): this {
    this.statusCode = Status.Ok;
    return this;
  }

  /** Emits the span and moves the parent's clock to its end, unless no caller waits for it. */
  end(waitedFor = true): this {
    const { trace, spec, parent } = this;
    if (waitedFor && parent) parent.nowNanos = Math.max(parent.nowNanos, this.nowNanos);
    if (this.dropped) return this;
    const { start, end } = this.clockTimes();
    const span: Span = {
      traceId: trace.traceId,
      spanId: this.spanId,
      ...(parent && { parentSpanId: parent.spanId }),
      ...(this.instance.service.sampling && { traceState: this.instance.service.sampling.traceState }),
      ...(this.instance.service.convention === 'new' && { flags: this.flags() }),
      name: spec.name,
      kind: spec.kind,
      startTimeUnixNano: start.toString(),
      endTimeUnixNano: end.toString(),
      attributes: keyValues(this.attributes),
      ...(this.events.length > 0 && { events: this.events }),
      ...(spec.links && { links: spec.links }),
      ...(this.statusCode !== Status.Unset && { status: { code: this.statusCode } }),
    };
    trace.spans.push({ instance: this.instance, scope: spec.scope, span, endNanos: end });
    return this;
  }

  link(): SpanLink {
    return { traceId: this.trace.traceId, spanId: this.spanId };
  }

  /** Clocks of two hosts differ now and then: a child starts before its parent, or a clock is set back during a span. */
  private clockTimes(): { start: bigint; end: bigint } {
    const { random, fleet } = this.trace;
    const start = this.unixNanos(this.startNanos);
    const end = this.unixNanos(this.nowNanos);
    if (random.chance(fleet.clockStepChance)) return { start, end: start - BigInt(random.int(1_000, 900_000)) };
    if (this.spec.kind === Kind.Server && random.chance(0.02)) {
      const skew = BigInt(random.int(1, 40) * NANOS_PER_MS);
      return { start: start - skew, end: end - skew };
    }
    return { start, end };
  }

  private flags(): number {
    const remote = this.spec.remoteParent ? Flags.IsRemote : 0;
    return Flags.Sampled | Flags.HasIsRemote | remote;
  }

  private unixNanos(at: number): bigint {
    return this.trace.originNanos + BigInt(at);
  }
}
