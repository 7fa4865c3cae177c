import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

export type Cidr = [ipaddr.IPv4 | ipaddr.IPv6, number];

/** Throws when `text` is not an address and a prefix length. */
export function parseCidr(text: string): Cidr {
  if (isIP(text.split('/')[0]!) === 0) throw new Error('not a CIDR');
  return ipaddr.parseCIDR(text);
}
