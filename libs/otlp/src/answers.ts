import type { RecordSignal } from './otlp-messages.js';
import { ProtobufWriter } from './protobuf-writer.js';
import type { Encoding } from './read-traces.js';

const CONTENT_TYPES: Readonly<Record<Encoding, string>> = {
  protobuf: 'application/x-protobuf',
  json: 'application/json',
};

/** An answer has the content type of its request, errors too. */
export const contentType = (encoding: Encoding): string => CONTENT_TYPES[encoding];

export function encodingOf(header: string | undefined): Encoding | undefined {
  const type = header?.split(';', 1)[0]!.trim().toLowerCase();
  if (type === CONTENT_TYPES.protobuf) return 'protobuf';
  return type === CONTENT_TYPES.json ? 'json' : undefined;
}

const REJECTED_MEMBERS: Readonly<Record<RecordSignal, string>> = {
  traces: 'rejectedSpans',
  logs: 'rejectedLogRecords',
  metrics: 'rejectedDataPoints',
};

/**
 * `ExportTraceServiceResponse` and its like; `partial_success` is set only when records were rejected, or there is a message:
 * with `rejected` 0 it is a warning.
 */
export function exportResponse(encoding: Encoding, signal: RecordSignal, rejected: number, message: string): Buffer {
  if (rejected === 0 && message === '') return encoding === 'json' ? Buffer.from('{}') : Buffer.alloc(0);
  if (encoding === 'json') {
    return Buffer.from(
      JSON.stringify({ partialSuccess: { [REJECTED_MEMBERS[signal]]: String(rejected), errorMessage: message } }),
    );
  }
  const partial = new ProtobufWriter().varint(1, rejected).text(2, message).finish();
  return new ProtobufWriter().bytes(1, partial).finish();
}

/** `google.rpc.Status`. */
export function statusBody(encoding: Encoding, grpcCode: number, message: string): Buffer {
  if (encoding === 'json') return Buffer.from(JSON.stringify({ code: grpcCode, message }));
  return new ProtobufWriter().varint(1, grpcCode).text(2, message).finish();
}
