/**
 * Requests that begin and never end, while everything else goes on: cut off at every part of their head and their body, over both
 * transports. What they announce must not be held, and what has announced a body has to be ended (INTAKE-10, INTAKE-11).
 */
import { connect as connectHttp2, type ClientHttp2Session } from 'node:http2';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Product } from '../harness/product.js';

const MIB = 1024 * 1024;
const ANNOUNCED_BYTES = 16 * MIB;
const PATHS = ['/v1/traces', '/v1/logs', '/v1/metrics', '/api/v1/ingest/logs/x', '/api/v1/prometheus/api/v1/write'];
const EXPORT = '/opentelemetry.proto.collector.logs.v1.LogsService/Export';
const OVER_HTTP = 60;
const OVER_GRPC = 32;
/** All that is really sent, and what others have under way in a quiet moment. */
const MOST_HELD_BYTES = 2 * MIB;
const LOOKS = 10;
const LOOK_EVERY_MS = 200;
const ENDED_MS = 60_000;
/** More than a message may have. */
const TOO_LARGE_BYTES = 60 * MIB;

export class Stalls {
  /** Those that have announced a body and have not been ended. */
  private readonly open = new Set<object>();
  private readonly sockets: Socket[] = [];
  private readonly session: ClientHttp2Session;
  private refusal = '';

  constructor(
    private readonly product: Product,
    private readonly token: string,
  ) {
    for (let at = 0; at < OVER_HTTP; at++) this.beginHttp(PATHS[at % PATHS.length], at / OVER_HTTP);
    this.session = connectHttp2(`http://127.0.0.1:${product.instance.ports.otlp_grpc}`).on('error', () => undefined);
    for (let at = 0; at < OVER_GRPC; at++) this.beginGrpc(at, 15 * MIB);
    this.beginGrpc(5, TOO_LARGE_BYTES, (says) => (this.refusal = says));
  }

  /** Before anything else is sent: sentences about what is held of them. */
  async heldFaults(slowness: () => number): Promise<string[]> {
    const faults: string[] = [];
    let most = 0;
    for (let look = 0; look < LOOKS; look++, await sleep(LOOK_EVERY_MS)) most = Math.max(most, await this.inFlight());
    if (most > MOST_HELD_BYTES) faults.push(`bodies that stall hold ${Math.round(most / MIB)} MiB`);
    for (const startedMs = performance.now(); this.refusal === ''; await sleep(LOOK_EVERY_MS))
      if (performance.now() - startedMs > 4_000 * slowness()) break;
    if (!/larger than/.test(this.refusal))
      faults.push(`a message of ${TOO_LARGE_BYTES / MIB} MiB over gRPC is not refused before it is sent`);
    return faults;
  }

  /** At the end: sentences about what was never ended. */
  async endedFaults(slowness: () => number): Promise<string[]> {
    const deadline = performance.now() + ENDED_MS * slowness();
    while (this.open.size > 0 && performance.now() < deadline) await sleep(LOOK_EVERY_MS);
    const { size } = this.open;
    this.stop();
    return size === 0 ? [] : [`${size} bodies that stall were never ended`];
  }

  stop(): void {
    for (const socket of this.sockets) socket.destroy();
    this.session.destroy();
  }

  private beginHttp(path: string, share: number): void {
    const head =
      `POST ${path} HTTP/1.1\r\nhost: hostile\r\nauthorization: Bearer ${this.token}\r\n` +
      `content-type: application/x-protobuf\r\ncontent-length: ${ANNOUNCED_BYTES}\r\n\r\n`;
    // Half of them in the midst of their head, the others behind it, with more and more of a body.
    const bytes = Buffer.from(head + 'x'.repeat(head.length)).subarray(0, Math.floor(share * 2 * head.length));
    const { hostname, port } = new URL(this.product.baseUrl);
    const socket = connect(Number(port), hostname).on('error', () => undefined);
    socket.resume().write(bytes);
    this.sockets.push(socket);
    if (bytes.length < head.length) return;
    this.open.add(socket);
    socket.on('close', () => this.open.delete(socket));
  }

  private beginGrpc(bytes: number, announced: number, ended?: (says: string) => void): void {
    const stream = this.session.request({
      ':method': 'POST',
      ':path': EXPORT,
      'content-type': 'application/grpc',
      te: 'trailers',
      authorization: `Bearer ${this.token}`,
    });
    const prefix = Buffer.alloc(5);
    prefix.writeUInt32BE(announced, 1);
    stream.on('response', (headers) => ended?.(decodeURIComponent(String(headers['grpc-message'] ?? 'nothing'))));
    stream.on('error', () => undefined).resume();
    // From none of the prefix to some of the message.
    stream.write(Buffer.concat([prefix, Buffer.alloc(OVER_GRPC)]).subarray(0, bytes));
    this.open.add(stream);
    stream.on('close', () => this.open.delete(stream));
  }

  private async inFlight(): Promise<number> {
    const text = await (await fetch(`${this.product.baseUrl}/metrics`)).text();
    return Number(/^spanwise_intake_in_flight_bytes(?:\{.*\})? (\d+)$/m.exec(text)?.[1] ?? 0);
  }
}
