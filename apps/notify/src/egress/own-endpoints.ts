import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { canonical } from './addresses.js';

const DEFAULT_PORTS: Record<string, number> = { 'http:': 80, 'https:': 443, 'nats:': 4222, 'tls:': 4222 };
const POSTGRES_PORT = 5432;

/**
 * `host:port` of the product itself, by name and by the addresses at the start: no connector may lead there, whatever the
 * operator has opened. A public base URL is kept by its name alone, since an ingress shares its address with others.
 */
export async function ownEndpoints(baseUrl: string, stores: string[]): Promise<ReadonlySet<string>> {
  const own = new Set<string>();
  for (const text of [baseUrl, ...stores]) {
    const url = new URL(text);
    const host = url.hostname.replace(/^\[|\]$/g, '').toLowerCase();
    const port = url.port === '' ? (DEFAULT_PORTS[url.protocol] ?? POSTGRES_PORT) : Number(url.port);
    own.add(`${canonical(host)}:${port}`);
    if (text !== baseUrl || host === 'localhost') {
      for (const address of await addressesOf(host)) own.add(`${canonical(address)}:${port}`);
    }
  }
  return own;
}

async function addressesOf(host: string): Promise<string[]> {
  if (isIP(host) !== 0) return [host];
  const found = await lookup(host, { all: true }).catch(() => []);
  return found.map(({ address }) => address);
}
