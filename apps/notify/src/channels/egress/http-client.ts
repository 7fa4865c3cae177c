import { request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { DeliveryFault } from './delivery-fault.js';
import type { Dialer } from './dialer.js';
import { EndpointRefused, endpointOf, outboundUrl } from './endpoints.js';

export interface HttpSend {
  url: string;
  method: 'GET' | 'POST' | 'PUT' | 'PATCH';
  /** Names and values are checked where they are configured. */
  headers: Record<string, string>;
  body: Buffer;
  /** Everything: resolving, connecting, TLS, sending and the answer. */
  timeoutMs: number;
}

export interface HttpAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  /** At most `MAX_BODY_BYTES`; undefined when the answer is larger or did not end in time. */
  body: Buffer | undefined;
}

const MAX_BODY_BYTES = 65_536;
const MAX_HEADER_BYTES = 16_384;
const MAX_RETRY_AFTER_MS = 3_600_000;

/** Sends one request through the guard: no redirects, no reuse of connections, nothing decompressed. */
export class OutboundHttp {
  constructor(private readonly dialer: Dialer) {}

  /** The answer whatever its status; throws `DeliveryFault` when there is none. */
  async exchange(send: HttpSend): Promise<HttpAnswer> {
    const signal = AbortSignal.timeout(send.timeoutMs);
    const url = this.parsed(send.url);
    const socket = await this.dialer.connect(endpointOf(url), signal);
    try {
      return await exchangeOn(socket, url, send, signal);
    } finally {
      socket.on('error', () => undefined).destroy();
    }
  }

  /** As `exchange`, and throws for every status but 2xx. */
  async send(send: HttpSend): Promise<HttpAnswer> {
    return requireSuccess(await this.exchange(send));
  }

  private parsed(url: string): URL {
    try {
      return outboundUrl(url, this.dialer.rules);
    } catch (error) {
      if (error instanceof EndpointRefused) throw new DeliveryFault('blocked_address');
      throw error;
    }
  }
}

function exchangeOn(socket: Socket, url: URL, send: HttpSend, signal: AbortSignal): Promise<HttpAnswer> {
  return new Promise((resolve, reject) => {
    let isAnswered = false;
    const fail = () => {
      // Who has answered has the message, however long the rest of the answer takes.
      if (!isAnswered) reject(new DeliveryFault(signal.aborted ? 'timeout' : 'connection_lost'));
    };
    const request = httpRequest(
      {
        createConnection: () => socket,
        method: send.method,
        path: `${url.pathname}${url.search}`,
        setHost: false,
        headers: {
          ...send.headers,
          host: url.host,
          'accept-encoding': 'identity',
          'content-length': String(send.body.length),
        },
        maxHeaderSize: MAX_HEADER_BYTES,
        signal,
      },
      (response) => {
        isAnswered = true;
        const answer = (body: Buffer | undefined) =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body });
        void bodyOf(response).then(answer, () => answer(undefined));
      },
    );
    request.on('error', fail);
    request.on('upgrade', (_response, upgraded) => {
      upgraded.destroy();
      fail();
    });
    request.end(send.body);
  });
}

async function bodyOf(response: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BODY_BYTES) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Throws for every status but 2xx. */
export function requireSuccess(answer: HttpAnswer): HttpAnswer {
  if (answer.status >= 200 && answer.status <= 299) return answer;
  throw new DeliveryFault(`http_${answer.status}`, undefined, retryAfterMs(answer.headers['retry-after']));
}

/** Both forms of `Retry-After`; what makes no sense is ignored, what is long is cut to one hour. */
export function retryAfterMs(header: string | undefined, nowMs = Date.now()): number | undefined {
  if (header === undefined) return undefined;
  if (/^\d{1,9}$/.test(header)) return waitMs(Number(header));
  return header.endsWith('GMT') ? waitMs((Date.parse(header) - nowMs) / 1_000) : undefined;
}

/** Seconds as a provider names them in a member of its own, by the same rules. */
export function waitMs(seconds: unknown): number | undefined {
  if (typeof seconds !== 'number' || !(seconds >= 0)) return undefined;
  return Math.min(Math.ceil(seconds * 1_000), MAX_RETRY_AFTER_MS);
}
