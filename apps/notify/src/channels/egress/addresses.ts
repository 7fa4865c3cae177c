/** Which addresses may be reached (DELIVERY-7): public unicast, and what the operator opened. */
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { parseCidr, type Cidr } from '@spanwise/host/cidr';

const DENIED = [
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24',
  '192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4',
  '2001::/23 2001:db8::/32 2002::/16 3fff::/20',
]
  .join(' ')
  .split(' ')
  .map(parseCidr);
/** Everything outside is not global unicast: loopback, mapped, NAT64, unique local, link-local, multicast, reserved. */
const GLOBAL_UNICAST_6 = parseCidr('2000::/3');
/** Cloud metadata and host agents: no configuration opens them. */
const NEVER = [
  '169.254.169.254/32 169.254.170.2/32 169.254.170.23/32 100.100.100.200/32 192.0.0.192/32 168.63.129.16/32',
  'fd00:ec2::254/128 fd00:ec2::23/128 fd20:ce::254/128',
]
  .join(' ')
  .split(' ')
  .map(parseCidr);

export class AddressPolicy {
  constructor(private readonly opened: readonly Cidr[]) {}

  /** The operator has opened private ranges: names that mean something in a network alone may lead there. */
  get opensAny(): boolean {
    return this.opened.length > 0;
  }

  mayReach(address: string): boolean {
    return this.isOpened(address) || isPublic(address);
  }

  isOpened(address: string): boolean {
    const parsed = parsedOf(address);
    return parsed !== undefined && !isWithin(parsed, NEVER) && isWithin(parsed, this.opened);
  }
}

function isPublic(address: string): boolean {
  const parsed = parsedOf(address);
  if (parsed === undefined || isWithin(parsed, DENIED) || isWithin(parsed, NEVER)) return false;
  return parsed.kind() === 'ipv4' || isWithin(parsed, [GLOBAL_UNICAST_6]);
}

/** Node decides what an address is: the parser alone would also take octal and hexadecimal forms. */
function parsedOf(address: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  return isIP(address) === 0 || address.includes('%') ? undefined : ipaddr.parse(address);
}

const isWithin = (address: ipaddr.IPv4 | ipaddr.IPv6, ranges: readonly Cidr[]): boolean =>
  ranges.some(([base, bits]) => base.kind() === address.kind() && address.match([base, bits] as never));

/** One spelling for one address. */
export const canonical = (address: string): string => parsedOf(address)?.toNormalizedString() ?? address;
