/** Spans of request/reply messages (OpenTelemetry RPC semantic conventions; the system is the bus). */
import { SpanKind } from '@opentelemetry/api';
import type { SpanDescription } from '@spanwise/host/request-scope';

/** `svc.<service>.<method>`. */
export function rpcSpan(subject: string, kind: SpanKind.CLIENT | SpanKind.SERVER): SpanDescription {
  const [, service = '', ...rest] = subject.split('.');
  const method = rest.join('.');
  return {
    name: `${service}/${method}`,
    kind,
    attributes: {
      'rpc.system': 'nats',
      'rpc.service': service,
      'rpc.method': method,
      ...(kind === SpanKind.CLIENT && { 'service.peer.name': `spanwise-${service}` }),
    },
  };
}
