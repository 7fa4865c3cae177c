/** The attacker's requests over OTLP/gRPC, many on one connection; answers in the words of HTTP. */
import { connect, constants, type ClientHttp2Session, type IncomingHttpHeaders } from 'node:http2';
import type { Answer } from './answers.js';
import type { Request } from './request.js';

const METHODS: Readonly<Record<string, string>> = {
  '/v1/traces': '/opentelemetry.proto.collector.trace.v1.TraceService/Export',
  '/v1/logs': '/opentelemetry.proto.collector.logs.v1.LogsService/Export',
  '/v1/metrics': '/opentelemetry.proto.collector.metrics.v1.MetricsService/Export',
};
/** HTTP's statuses for `google.rpc.Code`; every other one is a fault of the server. */
const STATUSES: Readonly<Record<number, number>> = { 0: 200, 3: 400, 7: 403, 8: 413, 9: 402, 14: 503, 16: 401 };
const EXHAUSTED = 8;
const PREFIX_BYTES = 5;

export class GrpcCaller {
  private session: ClientHttp2Session | undefined;

  constructor(private readonly url: string) {}

  /** The request's body is the message, compressed as its headers say. */
  call(
    { path, headers, body }: Request,
    token: string | undefined,
    timeoutMs: number,
  ): Promise<Omit<Answer, 'tookMs'>> {
    const stream = this.open().request({
      ':method': 'POST',
      ':path': METHODS[path],
      'content-type': 'application/grpc',
      'grpc-encoding': headers['content-encoding'] ?? 'identity',
      te: 'trailers',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    });
    const message = Buffer.from(body!);
    const prefix = Buffer.alloc(PREFIX_BYTES);
    prefix[0] = headers['content-encoding'] === undefined ? 0 : 1;
    prefix.writeUInt32BE(message.length, 1);
    stream.end(Buffer.concat([prefix, message]));
    return new Promise((resolve) => {
      const fail = (text: string) => {
        resolve({ status: 0, text, retryAfter: null });
        stream.close(constants.NGHTTP2_CANCEL);
      };
      const answer = (fields: IncomingHttpHeaders) => fields['grpc-status'] !== undefined && resolve(answerOf(fields));
      stream.on('response', answer).on('trailers', answer);
      stream.on('error', (error) => fail(error.message)).on('close', () => fail('the stream was closed'));
      stream.setTimeout(timeoutMs, () => fail('nothing came in time'));
      stream.resume();
    });
  }

  close(): void {
    this.session?.destroy();
  }

  private open(): ClientHttp2Session {
    if (this.session === undefined || this.session.closed || this.session.destroyed)
      this.session = connect(this.url).on('error', () => undefined);
    return this.session;
  }
}

function answerOf(fields: IncomingHttpHeaders): Omit<Answer, 'tookMs'> {
  const code = Number(fields['grpc-status']);
  // With details that say when (RetryInfo) it is for a while.
  const forNow = code === 14 || fields['grpc-status-details-bin'] !== undefined;
  return {
    status: code === EXHAUSTED && forNow ? 429 : (STATUSES[code] ?? 500),
    text: decodeURIComponent(String(fields['grpc-message'] ?? '')),
    retryAfter: forNow ? '1' : null,
  };
}
