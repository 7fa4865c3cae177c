/**
 * Which service answers behind a dependency (APM-10): learned where a calling span and the request that it caused lie
 * in one batch, so it adds a member to an answer and never decides a key or a count. Every call of the same kind teaches
 * the same, so what a batch boundary cuts apart is learned from the next one.
 */
import type { Dependency } from './dependency.js';
import type { Identity } from './identity.js';
import { SpanKind, type SpanRecord } from './span.js';

export interface CalleeFacts {
  namespace: string;
  service: string;
  environment: string;
  category: string;
  target: string;
  calleeNamespace: string;
  callee: string;
  /** Start of the newest request that says so. */
  lastSeenMicros: number;
}

interface Call {
  trace: number;
  identity: Identity;
  dependency: Dependency;
}

interface Request {
  trace: number;
  cause: number;
  /** Its own id: Zipkin's client and server share one. */
  self: number;
  identity: Identity;
  startMicros: number;
}

/** Calls and requests of one organization and batch that are looked at: one of a kind is enough. */
const MAX_LOOKED_AT = 1_024;
/** Nothing that is instrumented answers behind these. */
const SILENT = new Set(['database', 'cache']);

export class CalleePairing {
  private readonly calls = new Map<number, Call>();
  private readonly requests: Request[] = [];

  addCall(span: SpanRecord, identity: Identity, dependency: Dependency): void {
    if (this.calls.size >= MAX_LOOKED_AT || SILENT.has(dependency.category)) return;
    const trace = lastFourBytes(span.idBytes, span.traceIdAt);
    this.calls.set(sixBytes(span.idBytes, span.spanIdAt), { trace, identity, dependency });
  }

  /** What caused the request is its parent or, with Zipkin, the call of the same id, or for a message the span that it links to. */
  addRequest(span: SpanRecord, identity: Identity): void {
    if (span.parentSpanIdAt >= 0) this.addCaused(span, identity, span.traceIdAt, span.parentSpanIdAt);
    else if (span.kind === SpanKind.Server) this.addCaused(span, identity, span.traceIdAt, span.spanIdAt);
    if (span.links.length === 0 || span.kind !== SpanKind.Consumer) return;
    for (const { traceIdAt, spanIdAt } of span.links) this.addCaused(span, identity, traceIdAt, spanIdAt);
  }

  private addCaused(span: SpanRecord, identity: Identity, traceIdAt: number, causeAt: number): void {
    if (this.requests.length >= MAX_LOOKED_AT) return;
    const trace = lastFourBytes(span.idBytes, traceIdAt);
    const cause = sixBytes(span.idBytes, causeAt);
    const self = sixBytes(span.idBytes, span.spanIdAt);
    this.requests.push({ trace, cause, self, identity, startMicros: span.startMicros });
  }

  /** What is learned, by caller and target, whatever the order in which spans were added. */
  learned(): Map<string, CalleeFacts> {
    const learned = new Map<string, CalleeFacts>();
    for (const { trace, cause, self, identity, startMicros } of this.requests) {
      const call = [self, cause].map((id) => this.calls.get(id)).find((one) => one?.trace === trace);
      if (call === undefined) continue;
      const { namespace, service, environment } = call.identity;
      const { category, target } = call.dependency;
      const facts: CalleeFacts = {
        namespace,
        service,
        environment,
        category,
        target,
        calleeNamespace: identity.namespace,
        callee: identity.service,
        lastSeenMicros: startMicros,
      };
      const key = calleeKey(facts);
      const known = learned.get(key);
      learned.set(key, known === undefined ? facts : mergeCallee(known, facts));
    }
    return learned;
  }
}

export const calleeKey = (
  facts: Pick<CalleeFacts, 'namespace' | 'service' | 'environment' | 'category' | 'target'>,
): string => [facts.namespace, facts.service, facts.environment, facts.category, facts.target].join('\0');

/** Of two that answered the one seen later; of two at once the one later in the alphabet. */
export function mergeCallee(a: CalleeFacts, b: CalleeFacts): CalleeFacts {
  if (a.lastSeenMicros !== b.lastSeenMicros) return a.lastSeenMicros > b.lastSeenMicros ? a : b;
  if (a.calleeNamespace !== b.calleeNamespace) return a.calleeNamespace > b.calleeNamespace ? a : b;
  return a.callee > b.callee ? a : b;
}

export const lastFourBytes = (bytes: Uint8Array, traceAt: number): number =>
  (bytes[traceAt + 12]! << 24) | (bytes[traceAt + 13]! << 16) | (bytes[traceAt + 14]! << 8) | bytes[traceAt + 15]!;

/** Six of the eight bytes of a span id, which a number holds exactly; together with the trace's they do not meet. */
export const sixBytes = (bytes: Uint8Array, at: number): number =>
  ((bytes[at + 2]! << 16) | (bytes[at + 3]! << 8) | bytes[at + 4]!) * 0x1_000000 +
  ((bytes[at + 5]! << 16) | (bytes[at + 6]! << 8) | bytes[at + 7]!);
