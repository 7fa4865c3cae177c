/** The shop without its faults: of the traces in which something fails few are left. */
import { factsOf } from '@spanwise/telemetry/oracle-rules';
import { spansOf, type TraceRequest } from '@spanwise/telemetry/otlp';
import { generate, type GenerateOptions } from '@spanwise/telemetry/shop/generate';

/** Of the traces in which something fails, one of so many is kept. */
const ONE_OF = 20;

/** The shop is made twice: before its first span is sent it has to be known which traces will fail. */
export function* calmShop(
  options: GenerateOptions,
  totals = { spans: 0, requests: 0, errors: 0 },
): Generator<TraceRequest> {
  const failing = new Set<string>();
  for (const request of generate(options))
    for (const { span, resource } of spansOf(request)) if (factsOf(span, resource).error) failing.add(span.traceId);
  const isKept = (traceId: string) => !failing.has(traceId) || parseInt(traceId.slice(-6), 16) % ONE_OF === 0;
  for (const request of generate(options)) {
    const left = withTraces(request, isKept);
    for (const { span, resource } of spansOf(left)) {
      const { transaction, error } = factsOf(span, resource);
      totals.spans++;
      if (transaction === undefined) continue;
      totals.requests++;
      if (error) totals.errors++;
    }
    if ((left.resourceSpans ?? []).length > 0) yield left;
  }
}

function withTraces(request: TraceRequest, isKept: (traceId: string) => boolean): TraceRequest {
  return {
    resourceSpans: (request.resourceSpans ?? []).flatMap((of) => {
      const scopeSpans = (of.scopeSpans ?? []).flatMap((scope) => {
        const spans = (scope.spans ?? []).filter(({ traceId }) => isKept(traceId));
        return spans.length === 0 ? [] : [{ ...scope, spans }];
      });
      return scopeSpans.length === 0 ? [] : [{ ...of, scopeSpans }];
    }),
  };
}
