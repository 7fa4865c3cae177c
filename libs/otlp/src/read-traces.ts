import type { SpanRecord } from '@spanwise/span-model/span';
import { readTracesJson } from './read-traces-json.js';
import { ProtobufTraceReader } from './read-traces-protobuf.js';

export type Encoding = 'protobuf' | 'json';

/**
 * Visits every span of an `ExportTraceServiceRequest` in order and returns their number. Throws `OtlpError` where the
 * bytes are malformed, maybe after some visits: a caller that must not keep half of a request reads it twice.
 */
export function readTraces(bytes: Uint8Array, encoding: Encoding, visit: (span: SpanRecord) => void): number {
  return encoding === 'json' ? readTracesJson(bytes, visit) : new ProtobufTraceReader(bytes).read(visit);
}
