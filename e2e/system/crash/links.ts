/** The links between the services and their servers, each through a proxy that can cut it. */
import { readInstance } from '../harness/product.js';
import { TcpProxy, type ProxyMode } from './tcp-proxy.js';

/** Every pair that talks; the gateway has no database of its own. */
export const LINKS = [
  'gateway-nats',
  'iam-nats',
  'apm-nats',
  'notify-nats',
  'projector-nats',
  'iam-postgres',
  'apm-postgres',
  'notify-postgres',
  'projector-postgres',
] as const;
export type Link = (typeof LINKS)[number];

export class Links {
  private constructor(private readonly proxies: ReadonlyMap<Link, TcpProxy>) {}

  /** Opens the proxies before the product of the data folder runs: where they lead is looked up by connection. */
  static async open(dataDir: string): Promise<Links> {
    const proxies = new Map<Link, TcpProxy>();
    for (const link of LINKS) {
      const server = link.split('-')[1];
      proxies.set(link, await TcpProxy.listen(() => readInstance(dataDir).ports[server!]!));
    }
    return new Links(proxies);
  }

  /** Variables that lead the launcher's services through the proxies. */
  get environment(): Record<string, string> {
    const entries = [...this.proxies].map(([link, { port }]) => [
      `SPANWISE_VIA_${link.toUpperCase().replace('-', '_')}`,
      `127.0.0.1:${port}`,
    ]);
    return Object.fromEntries(entries) as Record<string, string>;
  }

  async set(link: Link, mode: ProxyMode, delayMs?: number): Promise<void> {
    await this.proxies.get(link)!.set(mode, delayMs);
  }

  async close(): Promise<void> {
    for (const proxy of this.proxies.values()) await proxy.close();
  }
}
