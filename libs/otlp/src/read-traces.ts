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

/**
 * As `readTraces`, for callers that check spans by their ids and times alone: texts and attributes may be missing. What it
 * accepts is what `readTraces` accepts.
 */
export function checkTraces(bytes: Uint8Array, encoding: Encoding, visit: (span: SpanRecord) => void): number {
  if (encoding === 'json') return readTracesJson(bytes, visit);
  return new ProtobufTraceReader(bytes, true).read(visit);
}
