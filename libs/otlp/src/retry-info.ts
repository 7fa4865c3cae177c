import { ProtobufWriter } from './protobuf-writer.js';

const RETRY_INFO = 'type.googleapis.com/google.rpc.RetryInfo';

/** `google.rpc.Status` with a `RetryInfo`, without which clients take a refusal over gRPC for the last word. */
export function retryStatus(grpcCode: number, message: string, retryAfterSeconds: number): Buffer {
  const delay = new ProtobufWriter().varint(1, retryAfterSeconds).finish();
  const info = new ProtobufWriter().bytes(1, delay).finish();
  const detail = new ProtobufWriter().text(1, RETRY_INFO).bytes(2, info).finish();
  return new ProtobufWriter().varint(1, grpcCode).text(2, message).bytes(3, detail).finish();
}
