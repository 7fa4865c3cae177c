/**
 * A TCP proxy in user space between two processes of the product, whose link fails in a chosen way. It knows nothing of
 * the bytes it carries: credentials and encryption pass through it.
 */
import { createServer, connect, type AddressInfo, type Server, type Socket } from 'node:net';
import { once } from 'node:events';

/**
 * - `pass` carries everything;
 * - `refuse` breaks what is open and refuses new connections;
 * - `blackhole` carries nothing and says nothing: what was sent meanwhile arrives when the link works again;
 * - `reset` breaks what is open and every new connection after its first sign of life;
 * - `half-open` breaks what is open towards the client alone: the server keeps a session whose client is gone, while
 *   new connections are carried;
 * - `delay` carries everything `delayMs` later, in order.
 */
export type ProxyMode = 'pass' | 'refuse' | 'blackhole' | 'reset' | 'half-open' | 'delay';

const HOST = '127.0.0.1';
/** Bytes that one direction holds back before its sender is slowed down, as a socket's buffers would. */
const HELD_BYTES = 1024 * 1024;

export class TcpProxy {
  private mode: ProxyMode = 'pass';
  private delayMs = 0;
  private server: Server;
  private port_ = 0;
  private readonly pairs = new Set<Pair>();
  /** Accepted while the link was a black hole: they reach the server when it works again. */
  private readonly waiting = new Set<Socket>();

  /** @param target port of the server, asked for anew for every connection */
  private constructor(private readonly target: () => number) {
    this.server = this.newServer();
  }

  static async listen(target: () => number): Promise<TcpProxy> {
    const proxy = new TcpProxy(target);
    await proxy.open(0);
    return proxy;
  }

  get port(): number {
    return this.port_;
  }

  async set(mode: ProxyMode, delayMs = 0): Promise<void> {
    const before = this.mode;
    this.mode = mode;
    this.delayMs = mode === 'delay' ? delayMs : 0;
    if (mode === 'refuse') await this.shut();
    else if (before === 'refuse') await this.open(this.port_);
    if (mode === 'reset' || mode === 'refuse') for (const pair of this.pairs) pair.reset();
    if (mode === 'half-open') for (const pair of this.pairs) pair.loseClient();
    else for (const pair of this.pairs) pair.endAbandoned();
    if (mode === 'blackhole') return;
    for (const socket of this.waiting) this.carry(socket);
    this.waiting.clear();
    for (const pair of this.pairs) pair.pump();
  }

  async close(): Promise<void> {
    await this.set('refuse');
    for (const socket of this.waiting) socket.destroy();
  }

  private newServer(): Server {
    return createServer({ allowHalfOpen: true }, (socket) => this.accept(socket));
  }

  private async open(port: number): Promise<void> {
    this.server = this.newServer();
    this.server.listen({ port, host: HOST });
    await once(this.server, 'listening');
    this.port_ = (this.server.address() as AddressInfo).port;
  }

  private async shut(): Promise<void> {
    if (!this.server.listening) return;
    // Without a callback: it would come only when every connection has ended.
    this.server.close();
  }

  private accept(socket: Socket): void {
    socket.on('error', () => undefined);
    if (this.mode === 'reset' || this.mode === 'refuse') return void socket.resetAndDestroy();
    if (this.mode !== 'blackhole') return this.carry(socket);
    this.waiting.add(socket);
  }

  private carry(socket: Socket): void {
    if (socket.destroyed) return;
    const pair = new Pair(
      socket,
      connect({ port: this.target(), host: HOST, allowHalfOpen: true }),
      () => this.delayMs,
      () => this.mode === 'blackhole',
    );
    this.pairs.add(pair);
    pair.onEnd(() => this.pairs.delete(pair));
  }
}

/** One client's connection and the one that was made for it. */
class Pair {
  private readonly directions: Direction[];
  private abandoned = false;

  constructor(
    private readonly client: Socket,
    private readonly server: Socket,
    delayMs: () => number,
    held: () => boolean,
  ) {
    client.setNoDelay(true);
    server.setNoDelay(true);
    server.on('error', () => undefined);
    this.directions = [new Direction(client, server, delayMs, held), new Direction(server, client, delayMs, held)];
    client.once('close', () => {
      if (!this.abandoned) this.directions[0].close();
    });
    server.once('close', () => this.directions[1].close());
  }

  onEnd(ended: () => void): void {
    this.server.once('close', ended);
  }

  pump(): void {
    for (const direction of this.directions) direction.pump();
  }

  reset(): void {
    this.client.resetAndDestroy();
    this.server.resetAndDestroy();
  }

  loseClient(): void {
    this.abandoned = true;
    this.client.resetAndDestroy();
  }

  endAbandoned(): void {
    if (this.abandoned) this.server.resetAndDestroy();
  }
}

class Direction {
  private readonly queue: { chunk: Buffer; dueMs: number }[] = [];
  private bytes = 0;
  private ended = false;
  private closed = false;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly from: Socket,
    private readonly to: Socket,
    delayMs: () => number,
    private readonly held: () => boolean,
  ) {
    from.on('data', (chunk) => {
      this.queue.push({ chunk, dueMs: performance.now() + delayMs() });
      this.bytes += chunk.length;
      if (this.bytes > HELD_BYTES) from.pause();
      this.pump();
    });
    from.on('end', () => this.end());
    to.on('drain', () => this.pump());
  }

  /** No more bytes come; the other direction goes on. */
  end(): void {
    this.ended = true;
    this.pump();
  }

  close(): void {
    this.closed = true;
    this.pump();
  }

  pump(): void {
    clearTimeout(this.timer);
    if (this.held()) return;
    for (let next = this.queue[0]; next !== undefined; next = this.queue[0]) {
      const restMs = next.dueMs - performance.now();
      if (restMs > 0) {
        this.timer = setTimeout(() => this.pump(), Math.ceil(restMs));
        return;
      }
      if (this.to.writableLength > HELD_BYTES) return;
      this.queue.shift();
      this.bytes -= next.chunk.length;
      if (this.to.writable) this.to.write(next.chunk);
    }
    if (this.from.isPaused()) this.from.resume();
    if (this.closed) this.to.destroySoon();
    else if (this.ended && this.to.writable) this.to.end();
  }
}
