/** Where a connector may send, checked before any name is resolved. */
import { isIP } from 'node:net';
import type { AddressPolicy } from './addresses.js';

/** A host and port to reach; `tls` from the first byte on. */
export interface Endpoint {
  host: string;
  port: number;
  protocol: 'http' | 'smtp';
  tls: boolean;
}

export interface EndpointRules {
  addresses: AddressPolicy;
  /** Ports of public hosts; addresses that the operator opened are reached on any port. */
  ports: Record<Endpoint['protocol'], ReadonlySet<number>>;
  /** Whether a `host:port` is one of the product's own listeners and stores. */
  own: { has(endpoint: string): boolean };
}

export const HTTP_PORTS = [80, 443, 8443];
export const SMTP_PORTS = [25, 465, 587, 2525];

const MAX_URL_LENGTH = 2_048;
const MAX_HOST_LENGTH = 253;
const DNS_LABEL = /^(?!-)[a-z0-9_-]{1,63}(?<!-)$/;
/** Names that mean something inside a network alone. */
const INTERNAL_NAME = /(^|\.)(localhost|local|internal|intranet|lan|home\.arpa)$/;

export class EndpointRefused extends Error {}

/** The URL, or throws `EndpointRefused` with a reason that is fit for the caller. */
export function outboundUrl(text: string, rules: EndpointRules): URL {
  if (text.length > MAX_URL_LENGTH) throw new EndpointRefused(`must have at most ${MAX_URL_LENGTH} characters`);
  // The parser would drop tabs and line ends and turn backslashes into slashes: two readers, two hosts.
  if (/[\s\\\p{Cc}\p{Cf}]/u.test(text)) {
    throw new EndpointRefused('must not contain spaces, control characters or backslashes');
  }
  if (!/^https?:\/\/[^/]/i.test(text) || !URL.canParse(text)) {
    throw new EndpointRefused('must be an absolute http or https URL');
  }
  const url = new URL(text);
  if (url.username !== '' || url.password !== '' || text.split(/[/?#]/)[2]!.includes('@')) {
    throw new EndpointRefused('must not contain a user name or password');
  }
  if (text.includes('#')) throw new EndpointRefused('must not contain a fragment');
  requireAllowed(endpointOf(url), rules);
  return url;
}

export function endpointOf(url: URL): Endpoint {
  const tls = url.protocol === 'https:';
  const port = url.port === '' ? (tls ? 443 : 80) : Number(url.port);
  return { host: url.hostname.replace(/^\[|\]$/g, ''), port, protocol: 'http', tls };
}

/** Throws `EndpointRefused` for what no resolution can make good. */
export function requireAllowed({ host, port, protocol }: Endpoint, rules: EndpointRules): void {
  const name = host.toLowerCase();
  if (rules.own.has(`${name}:${port}`)) throw new EndpointRefused('must not lead to this platform itself');
  if (isIP(name) !== 0) {
    if (!rules.addresses.mayReach(name)) throw new EndpointRefused('must not lead to a private or reserved address');
    if (rules.addresses.isOpened(name)) return;
  } else {
    const labels = name.split('.');
    if (name.length > MAX_HOST_LENGTH || !labels.every((label) => DNS_LABEL.test(label))) {
      throw new EndpointRefused('must name a host');
    }
    // A last label of digits alone is no top-level domain: some readers take such names for addresses.
    if (/^(\d+|0x[0-9a-f]*)$/.test(labels.at(-1)!)) throw new EndpointRefused('must name a host');
    if (rules.addresses.opensAny) return;
    if (isInternalName(name)) throw new EndpointRefused('must not lead to a name of an internal network');
  }
  const ports = rules.ports[protocol];
  if (!ports.has(port)) throw new EndpointRefused(`must use one of the ports ${[...ports].join(', ')}`);
}

export const isInternalName = (host: string): boolean =>
  isIP(host) === 0 && (!host.includes('.') || INTERNAL_NAME.test(host.toLowerCase()));
