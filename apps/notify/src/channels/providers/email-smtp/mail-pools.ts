/** Connections to mail servers that are kept for the next message (DELIVERY-10). */
import { createHash } from 'node:crypto';

/** At most so many connections of a configuration at once, so many messages on each, and so long without one. */
export const POOL = { maxConnections: 2, maxMessages: 50, idleTimeout: 30_000 };
const MAX_POOLS = 500;

interface Closable {
  close(): void;
}

interface Held<T> {
  transport: T;
  users: number;
  timer?: NodeJS.Timeout;
}

/** One pool per configuration: what is changed in it, a password too, never meets a connection of before. */
export class MailPools<T extends Closable> {
  private readonly held = new Map<string, Held<T>>();

  async use<R>(configuration: unknown[], make: () => T, work: (transport: T) => Promise<R>): Promise<R> {
    const key = createHash('sha256').update(JSON.stringify(configuration)).digest('base64');
    const pool = this.held.get(key) ?? this.added(key, make());
    clearTimeout(pool.timer);
    pool.users++;
    try {
      return await work(pool.transport);
    } finally {
      pool.users--;
      if (pool.users === 0) pool.timer = setTimeout(() => this.drop(key, pool), POOL.idleTimeout).unref();
    }
  }

  /** Closes what is not in use. */
  close(): void {
    for (const [key, pool] of this.held) if (pool.users === 0) this.drop(key, pool);
  }

  private added(key: string, transport: T): Held<T> {
    if (this.held.size >= MAX_POOLS) this.close();
    const pool: Held<T> = { transport, users: 0 };
    this.held.set(key, pool);
    return pool;
  }

  private drop(key: string, pool: Held<T>): void {
    clearTimeout(pool.timer);
    pool.transport.close();
    this.held.delete(key);
  }
}
