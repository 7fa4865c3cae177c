/** gRPC over HTTP/2 as far as calls of one message each way need it (grpc/grpc, doc/PROTOCOL-HTTP2.md). */
import { constants, type IncomingHttpHeaders, type OutgoingHttpHeaders, type ServerHttp2Stream } from 'node:http2';
import { ServiceError, tooManyRequests } from '@spanwise/contracts/base/errors';
import type { Coding } from '@spanwise/otlp/decompress';

/** Whether the message is compressed, one byte, and its length, four. */
const PREFIX_BYTES = 5;
const CODINGS: readonly string[] = ['identity', 'gzip', 'deflate', 'zstd'] satisfies Coding[];
const CONTENT_TYPE = 'application/grpc';
const UNIMPLEMENTED = 12;
const RETRY_SECONDS = 2;

export interface GrpcStatus {
  /** `google.rpc.Code`. */
  code: number;
  message?: string;
  /** A `google.rpc.Status` with details. */
  details?: Buffer;
}

export const isGrpc = (headers: IncomingHttpHeaders): boolean =>
  headers[':method'] === 'POST' && /^application\/grpc(\+proto)?($|;)/i.test(headers['content-type'] ?? '');

/** The coding of messages that are compressed; undefined for one that is not known here. */
export function codingOfMessages(headers: IncomingHttpHeaders): Coding | undefined {
  const name = String(headers['grpc-encoding'] ?? 'identity').toLowerCase();
  return CODINGS.includes(name) ? (name as Coding) : undefined;
}

export const unimplemented = (message: string): GrpcStatus => ({ code: UNIMPLEMENTED, message });

/** What comes before the message, once it is there: nothing of the message itself is taken. */
export async function readPrefix(
  stream: ServerHttp2Stream,
  timeoutMs: number,
): Promise<{ compressed: boolean; bytes: number }> {
  const deadline = performance.now() + timeoutMs;
  let prefix = Buffer.alloc(0);
  // All that is there is taken each time, so that the next wait is for something new.
  while (prefix.length < PREFIX_BYTES) {
    const piece = stream.read() as Buffer | null;
    if (piece !== null) prefix = Buffer.concat([prefix, piece]);
    else if (stream.readableEnded || stream.destroyed) throw noMessage();
    else await readable(stream, deadline - performance.now());
  }
  if (prefix[0]! > 1) throw noMessage();
  stream.unshift(prefix.subarray(PREFIX_BYTES));
  return { compressed: prefix[0] === 1, bytes: prefix.readUInt32BE(1) };
}

const noMessage = () => new ServiceError('invalid_argument', 'The call has no message.');

function readable(stream: ServerHttp2Stream, timeoutMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const events = ['readable', 'end', 'close', 'error'];
    const end = () => {
      clearTimeout(timer);
      for (const event of events) stream.off(event, come);
    };
    const come = () => {
      end();
      resolve();
    };
    const timer = setTimeout(() => {
      end();
      reject(tooManyRequests('The message of the call comes too slowly.', RETRY_SECONDS));
    }, timeoutMs);
    for (const event of events) stream.on(event, come);
  });
}

/** One message and success. */
export function answerWith(stream: ServerHttp2Stream, message: Buffer): void {
  if (stream.destroyed || stream.closed) return;
  const prefix = Buffer.alloc(PREFIX_BYTES);
  prefix.writeUInt32BE(message.length, 1);
  stream.respond(HEADERS, { waitForTrailers: true });
  stream.on('wantTrailers', () => stream.sendTrailers({ 'grpc-status': '0' }));
  stream.end(Buffer.concat([prefix, message]));
}

/** The call has ended, whatever its client still sends. */
export function refuseWith(stream: ServerHttp2Stream, { code, message = '', details }: GrpcStatus): void {
  if (stream.destroyed || stream.closed) return;
  stream.respond(
    {
      ...HEADERS,
      'grpc-status': String(code),
      'grpc-message': percentEncoded(message),
      ...(details !== undefined && { 'grpc-status-details-bin': details.toString('base64') }),
    },
    { endStream: true },
  );
  stream.close(constants.NGHTTP2_NO_ERROR);
}

/** For what is no gRPC at all. */
export function refuseHttp(stream: ServerHttp2Stream): void {
  stream.respond({ ':status': constants.HTTP_STATUS_UNSUPPORTED_MEDIA_TYPE }, { endStream: true });
  stream.close(constants.NGHTTP2_NO_ERROR);
}

const HEADERS: OutgoingHttpHeaders = {
  ':status': constants.HTTP_STATUS_OK,
  'content-type': CONTENT_TYPE,
  'grpc-accept-encoding': CODINGS.join(','),
};

/** Bytes of UTF-8 beyond printable ASCII, and the sign itself. */
const percentEncoded = (text: string): string =>
  [...Buffer.from(text)]
    .map((byte) =>
      byte < 0x20 || byte > 0x7e || byte === 0x25
        ? `%${byte.toString(16).toUpperCase().padStart(2, '0')}`
        : String.fromCharCode(byte),
    )
    .join('');
