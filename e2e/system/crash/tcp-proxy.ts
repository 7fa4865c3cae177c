/**
 * A TCP proxy in user space between two processes of the product, whose link fails in a chosen way. It knows nothing of
 * the bytes it carries: credentials and encryption pass through it.
 */
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

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
/** Bytes that one direction buffers before its sender is slowed down, as a socket's buffers would. */
const HELD_BYTES = 1024 * 1024;

interface Pair {
  client: Socket;
  server: Socket;
  /** The server keeps its session though its client is gone. */
  isAbandoned: boolean;
}

export class TcpProxy {
  port = 0;
  private mode: ProxyMode = 'pass';
  private delayMs = 0;
  private server!: Server;
  private readonly pairs = new Set<Pair>();
  /** Resolves when the link is no black hole. */
  private open: Promise<void> = Promise.resolve();
  private reopen: () => void = () => undefined;

  /** @param target port of the server, resolved for every connection */
  private constructor(private readonly target: () => number) {}

  static async listen(target: () => number): Promise<TcpProxy> {
    const proxy = new TcpProxy(target);
    await proxy.listenOn(0);
    return proxy;
  }

  async set(mode: ProxyMode, delayMs = 0): Promise<void> {
    const before = this.mode;
    this.mode = mode;
    this.delayMs = mode === 'delay' ? delayMs : 0;
    this.reopen();
    if (mode === 'blackhole') this.open = new Promise((resolve) => (this.reopen = resolve));
    // Without a callback: it would come only when every connection has ended.
    if (mode === 'refuse') this.server.close();
    else if (before === 'refuse') await this.listenOn(this.port);
    for (const pair of this.pairs) {
      if (mode === 'half-open') pair.isAbandoned = true;
      if (['reset', 'refuse', 'half-open'].includes(mode)) pair.client.resetAndDestroy();
      if (mode === 'reset' || mode === 'refuse' || (mode !== 'half-open' && pair.isAbandoned))
        pair.server.resetAndDestroy();
    }
  }

  close(): Promise<void> {
    return this.set('refuse');
  }

  private async listenOn(port: number): Promise<void> {
    this.server = createServer({ allowHalfOpen: true }, (socket) => void this.accept(socket));
    this.server.listen({ port, host: HOST });
    await once(this.server, 'listening');
    this.port = (this.server.address() as AddressInfo).port;
  }

  private async accept(client: Socket): Promise<void> {
    client.on('error', () => undefined);
    await this.open;
    if (this.mode === 'reset' || this.mode === 'refuse') client.resetAndDestroy();
    if (client.destroyed) return;
    const server = connect({ port: this.target(), host: HOST, allowHalfOpen: true });
    const pair = { client, server, isAbandoned: false };
    this.pairs.add(pair);
    server.on('error', () => undefined).once('close', () => this.pairs.delete(pair));
    this.carry(client, server, () => pair.isAbandoned);
    this.carry(server, client, () => false);
  }

  /** Each chunk, and the end of a connection, in its turn. */
  private carry(from: Socket, to: Socket, isKept: () => boolean): void {
    let held = 0;
    let last = Promise.resolve();
    const inTurn = (work: () => void | Promise<unknown>) => {
      const dueMs = performance.now() + this.delayMs;
      last = last.then(async () => {
        if (dueMs > performance.now()) await sleep(dueMs - performance.now());
        await this.open;
        await work();
      });
    };
    from.setNoDelay(true);
    from.on('data', (chunk) => {
      if ((held += chunk.length) > HELD_BYTES) from.pause();
      inTurn(async () => {
        if (to.writable && !to.write(chunk))
          await Promise.race([once(to, 'drain'), once(to, 'close')]).catch(() => undefined);
        if ((held -= chunk.length) <= HELD_BYTES) from.resume();
      });
    });
    from.on('end', () => inTurn(() => void (to.writable && to.end())));
    from.once('close', () => inTurn(() => (isKept() ? undefined : to.destroySoon())));
  }
}
