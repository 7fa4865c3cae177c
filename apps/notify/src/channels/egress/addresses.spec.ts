import { describe, expect, it } from 'vitest';
import { parseCidr } from '@spanwise/host/cidr';
import { AddressPolicy } from './addresses.js';

const policy = (...cidrs: string[]) => new AddressPolicy(cidrs.map(parseCidr));

describe('by default', () => {
  it.each(['1.1.1.1', '93.184.216.34', '172.32.0.1', '100.63.255.255', '2606:4700::1111', '2a00:1450:4001::200e'])(
    'the public address %s may be reached',
    (address) => expect(policy().mayReach(address)).toBe(true),
  );

  it.each([
    ['loopback', ['127.0.0.1', '127.255.255.255', '::1']],
    ['unspecified', ['0.0.0.0', '0.1.2.3', '::']],
    ['private', ['10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', 'fc00::1', 'fd12:3456::1', 'fec0::1']],
    ['link-local and metadata', ['169.254.1.1', '169.254.169.254', 'fe80::1', 'fd00:ec2::254', '168.63.129.16']],
    ['carrier-grade NAT', ['100.64.0.1', '100.100.100.200', '100.127.255.255']],
    ['multicast and broadcast', ['224.0.0.1', '239.255.255.255', '255.255.255.255', 'ff02::1']],
    [
      'reserved and documentation',
      ['240.0.0.1', '192.0.2.1', '198.51.100.1', '203.0.113.1', '198.18.0.1', '2001:db8::1'],
    ],
    ['mapped', ['::ffff:8.8.8.8', '::ffff:127.0.0.1', '::ffff:7f00:1']],
    ['NAT64', ['64:ff9b::7f00:1', '64:ff9b::808:808', '64:ff9b:1::1']],
    ['6to4 and Teredo', ['2002:7f00:1::', '2002:808:808::1', '2001::1']],
    ['unallocated', ['4000::1', '3fff::1', '5f00::1', '100::1']],
    ['with a zone', ['fe80::1%eth0', '2606:4700::1111%1']],
    ['no canonical address', ['', 'localhost', '0x7f.1', '127.1', '2130706433', '0177.0.0.1', '1.1.1.1 ', '1.1.1.256']],
  ])('%s addresses may not', (_, addresses) => {
    expect(addresses.filter((address) => policy().mayReach(address))).toEqual([]);
  });
});

describe('what the operator opens (DELIVERY-7)', () => {
  it('may be reached, and nothing beside it', () => {
    const opened = policy('10.1.0.0/16', 'fd12::/16');
    expect(['10.1.2.3', 'fd12::1', '1.1.1.1'].every((address) => opened.mayReach(address))).toBe(true);
    expect(['10.2.0.1', '127.0.0.1', 'fd13::1'].some((address) => opened.mayReach(address))).toBe(false);
  });

  it('never holds the addresses of cloud metadata', () => {
    const all = policy('0.0.0.0/0', '::/0');
    expect(
      ['169.254.169.254', '169.254.170.2', '100.100.100.200', '168.63.129.16', 'fd00:ec2::254'].filter((address) =>
        all.mayReach(address),
      ),
    ).toEqual([]);
  });

  it('is written as CIDRs alone', () => {
    for (const text of ['10.0.0.0', '0x7f.1/8', '10.0.0.0/33', 'all', '']) expect(() => parseCidr(text)).toThrow();
  });
});
