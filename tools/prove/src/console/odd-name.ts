import type { TraceRequest } from '@spanwise/telemetry/otlp';

/** A service and a transaction may be called so: with all that means something else in an address or in a page. */
export const ODD_NAME = 'Ä/50% <b>"off"</b>?x=1&y#z\\+;..';

/** One request to a service of this name, which ended a second before. */
export function oddlyNamed(endMicros: number): TraceRequest {
  const end = (BigInt(endMicros) - 1_000_000n) * 1_000n;
  const span = {
    traceId: '0dd'.padStart(32, '0'),
    spanId: '0dd'.padStart(16, '0'),
    name: 'odd',
    kind: 2,
    // Its transaction has this name as it is; ids and queries are taken out of others.
    attributes: [{ key: 'rpc.service', value: { stringValue: ODD_NAME } }],
    startTimeUnixNano: String(end - 7_000_000n),
    endTimeUnixNano: String(end),
  };
  const resource = { attributes: [{ key: 'service.name', value: { stringValue: ODD_NAME } }] };
  return { resourceSpans: [{ resource, scopeSpans: [{ spans: [span] }] }] };
}
