/** Batches spans as exporters do: per instance, every few seconds or when full, in the order in which spans ended. */
import type { ScopeSpans, TraceRequest } from '../otlp.js';
import type { EmittedSpan } from './trace.js';

const MAX_SPANS = 512;

export class Batches {
  /** By export window, then by instance. */
  private readonly windows = new Map<bigint, Map<string, EmittedSpan[]>>();
  private flushedUpTo = 0n;
  private readonly windowNanos: bigint;

  constructor(windowSeconds: number) {
    this.windowNanos = BigInt(windowSeconds) * 1_000_000_000n;
  }

  add(spans: readonly EmittedSpan[]): void {
    for (const emitted of spans) {
      const window = later(emitted.endNanos / this.windowNanos, this.flushedUpTo);
      let byInstance = this.windows.get(window);
      if (!byInstance) this.windows.set(window, (byInstance = new Map()));
      const queued = byInstance.get(emitted.instance.id);
      if (queued) queued.push(emitted);
      else byInstance.set(emitted.instance.id, [emitted]);
    }
  }

  /** Everything whose export window has passed at `nowNanos`, oldest first. */
  *takeUntil(nowNanos: bigint): Generator<TraceRequest> {
    yield* this.take(nowNanos / this.windowNanos);
  }

  *takeRest(): Generator<TraceRequest> {
    for (const window of this.windows.keys()) this.flushedUpTo = later(this.flushedUpTo, window + 1n);
    yield* this.take(this.flushedUpTo);
  }

  private *take(before: bigint): Generator<TraceRequest> {
    this.flushedUpTo = later(this.flushedUpTo, before);
    const due = [...this.windows.keys()].filter((window) => window < before).sort((a, b) => (a < b ? -1 : 1));
    for (const window of due) {
      const byInstance = this.windows.get(window) ?? new Map<string, EmittedSpan[]>();
      this.windows.delete(window);
      for (const spans of byInstance.values()) {
        spans.sort((a, b) => (a.endNanos < b.endNanos ? -1 : a.endNanos > b.endNanos ? 1 : 0));
        for (let at = 0; at < spans.length; at += MAX_SPANS) yield requestOf(spans.slice(at, at + MAX_SPANS));
      }
    }
  }
}

function requestOf(spans: readonly EmittedSpan[]): TraceRequest {
  const scopes = new Map<string, ScopeSpans>();
  for (const { scope, span } of spans) {
    let scopeSpans = scopes.get(scope);
    if (!scopeSpans)
      scopes.set(scope, (scopeSpans = { scope: { name: `shop/${scope}`, version: '1.0.0' }, spans: [] }));
    scopeSpans.spans?.push(span);
  }
  return {
    resourceSpans: [{ resource: { attributes: spans[0]!.instance.resource }, scopeSpans: [...scopes.values()] }],
  };
}

const later = (a: bigint, b: bigint): bigint => (a > b ? a : b);
