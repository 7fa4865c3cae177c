import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import ipaddr from 'ipaddr.js';
import { canonical } from './addresses.js';
import type { Resolve } from './dialer.js';

/** `host:port`, the host of an IPv6 address in brackets. */
export interface OwnEndpoint {
  host: string;
  port: number;
}

const DEFAULT_PORTS: Record<string, number> = { 'http:': 80, 'https:': 443, 'nats:': 4222, 'tls:': 4222 };
const POSTGRES_PORT = 5432;
export const OWN_REFRESH_MS = 60_000;
/** Whose lookups those are. */
const OWN = 'own endpoints';

/**
 * The product itself, by name and by address: no connector may lead there, whatever the operator has opened. What listens on
 * loopback is own under every address of it. Parts of a deployment move: `refresh` looks their names up again.
 */
export class OwnEndpoints {
  private addresses: ReadonlySet<string> = new Set();
  private readonly names: ReadonlySet<string>;

  private constructor(
    private readonly endpoints: readonly OwnEndpoint[],
    publicNames: readonly OwnEndpoint[],
    private readonly resolve: Resolve,
  ) {
    this.names = new Set([...endpoints, ...publicNames].map(({ host, port }) => `${canonical(host)}:${port}`));
  }

  /** A public base URL is kept by its name alone, since an ingress shares its address with others. */
  static async of(
    baseUrl: string,
    servers: string[],
    listeners: readonly OwnEndpoint[],
    resolve: Resolve,
  ): Promise<OwnEndpoints> {
    const base = endpointOfUrl(baseUrl);
    const isLocal = base.host === 'localhost' || isIP(base.host) !== 0;
    const own = new OwnEndpoints(
      [...servers.map(endpointOfUrl), ...listeners, ...(isLocal ? [base] : [])],
      isLocal ? [] : [base],
      resolve,
    );
    await own.refresh();
    return own;
  }

  /** Of a `host:port` as a connector names it, or as a name was resolved. */
  has(endpoint: string): boolean {
    const at = endpoint.lastIndexOf(':');
    const [host, port] = [canonical(endpoint.slice(0, at)), endpoint.slice(at + 1)];
    return (
      this.names.has(`${host}:${port}`) || this.addresses.has(`${isOfThisMachine(host) ? 'loopback' : host}:${port}`)
    );
  }

  async refresh(): Promise<void> {
    const found = await Promise.all(
      this.endpoints.map(async ({ host, port }) =>
        (await this.addressesOf(host)).map((one) => `${isOfThisMachine(one) ? 'loopback' : canonical(one)}:${port}`),
      ),
    );
    this.addresses = new Set(found.flat());
  }

  /**
   * What listens on every address listens on each of this machine's. A name is own wherever it leads: as connectors find it, and
   * as the product's own programs do, who ask the system. One that is not known is looked up again later.
   */
  private async addressesOf(host: string): Promise<string[]> {
    if (host === '0.0.0.0' || host === '::') {
      const all = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
      return [host, ...all.map(({ address }) => address)];
    }
    if (isIP(host) !== 0) return [host];
    const [own, system] = await Promise.all([
      this.resolve(host, new AbortController().signal, OWN).catch(() => []),
      lookup(host, { all: true }).catch(() => []),
    ]);
    return [...own, ...system.map(({ address }) => address)];
  }
}

function endpointOfUrl(text: string): OwnEndpoint {
  const url = new URL(text);
  const host = url.hostname.replace(/^\[|\]$/g, '').toLowerCase();
  return { host, port: url.port === '' ? (DEFAULT_PORTS[url.protocol] ?? POSTGRES_PORT) : Number(url.port) };
}

/** Loopback under all of its addresses, mapped ones too, and the address that means any. */
const isOfThisMachine = (address: string): boolean =>
  isIP(address) !== 0 && ['loopback', 'unspecified'].includes(ipaddr.process(address).range());
