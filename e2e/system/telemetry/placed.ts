/** Moves recorded requests of any signal to now, into a namespace and under ids of their own, by the rule of shift.py. */
import { rekey } from '../figures/shift.js';

export interface Place {
  offsetNanos: bigint;
  /** Stream and namespace; keys the ids. */
  name: string;
}

type Json = { [name: string]: unknown };

/** A request, moved. Ids keep the case that they have. */
export function placed(text: string, { offsetNanos, name }: Place): object {
  return JSON.parse(text, function (this: Json, key, value: unknown) {
    if (typeof value === 'string' && (key === 'traceId' || key === 'spanId' || key === 'parentSpanId'))
      return value === '' ? value : inCaseOf(value, rekey(value, name));
    if (key.endsWith('UnixNano') && value !== '0' && value !== 0)
      return String(BigInt(value as string | number) + offsetNanos);
    if (key === 'resource') return inNamespace(value as Json, name);
    return value;
  }) as object;
}

const inCaseOf = (given: string, made: string): string => (/[A-F]/.test(given) ? made.toUpperCase() : made);

function inNamespace(resource: Json, name: string): Json {
  const attributes = ((resource.attributes ?? []) as { key: string }[]).filter(
    ({ key }) => key !== 'service.namespace',
  );
  return { ...resource, attributes: [...attributes, { key: 'service.namespace', value: { stringValue: name } }] };
}

/** Several requests of a signal as one. */
export function joined(requests: readonly object[]): object {
  const member = Object.keys(requests[0]!)[0]!;
  return { [member]: requests.flatMap((request) => (request as Record<string, object[]>)[member]) };
}
