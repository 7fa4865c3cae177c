/** Names that this machine knows by itself: `/etc/hosts`, as hosts(5) describes it. Pure. */
import { isIP } from 'node:net';

/** Addresses of each name, in lower case. */
export type Hosts = ReadonlyMap<string, readonly string[]>;

/** What cannot be read is passed over; of a name on several lines all addresses count. */
export function parseHosts(text: string): Hosts {
  const hosts = new Map<string, string[]>();
  for (const line of text.split('\n')) {
    const [address, ...names] = line.split('#', 1)[0]!.trim().split(/\s+/);
    if (isIP(address!) === 0) continue;
    for (const name of names) {
      const key = name.toLowerCase();
      const known = hosts.get(key);
      if (known === undefined) hosts.set(key, [address!]);
      else if (!known.includes(address!)) known.push(address!);
    }
  }
  return hosts;
}
