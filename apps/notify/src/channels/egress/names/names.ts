/** From the name of a receiver to its addresses (DELIVERY-31, ADR 26). */
import { hostname } from 'node:os';
import { parseHosts } from './hosts-file.js';
import { LookupLanes } from './lookup-lanes.js';
import { ask, type Asked } from './query.js';
import { candidates, parseResolvConf } from './resolv-conf.js';
import { WatchedFile } from './watched-file.js';

/** A lookup with all of its domains and servers. */
export const LOOKUP_TIMEOUT_MS = 10_000;
/** Lookups of one organization at once. */
export const LOOKUPS_AT_ONCE = 8;
/** So long a name that was not found is not asked for again. */
export const NOT_FOUND_MS = 5_000;
const MAX_NOT_FOUND = 1_000;
const MAX_HOSTS_BYTES = 1_048_576;
const MAX_RESOLV_CONF_BYTES = 65_536;
/** As RFC 6761 has it, where no file says otherwise. */
const LOOPBACK = ['127.0.0.1', '::1'];

export interface NamesOptions {
  /** In the place of those of `/etc/resolv.conf`; an address, or `address:port`. */
  servers?: readonly string[];
  hostsFile?: string;
  resolvConf?: string;
  hostName?: string;
  nowMs?: () => number;
}

/** No address was found: there is no such name, or no server answered in time. */
export class NameNotFound extends Error {}

/**
 * Names as the resolver of the system finds them, by the hosts file, then by the name servers in the domains of
 * `/etc/resolv.conf`, and without its threads: there are four of them for everything, and a lookup without an answer would
 * hold one for half a minute, while others wait.
 */
export class Names {
  private readonly hosts;
  private readonly conf;
  private readonly lanes = new LookupLanes(LOOKUPS_AT_ONCE);
  /** Names that were not found, and until when that counts. */
  private readonly notFound = new Map<string, number>();
  private readonly servers: readonly string[];
  private readonly nowMs: () => number;

  constructor(options: NamesOptions = {}) {
    const { hostsFile = '/etc/hosts', resolvConf = '/etc/resolv.conf', hostName = hostname() } = options;
    this.nowMs = options.nowMs ?? (() => performance.now());
    this.servers = options.servers ?? [];
    this.hosts = new WatchedFile(hostsFile, MAX_HOSTS_BYTES, parseHosts, this.nowMs);
    const parse = (text: string) => parseResolvConf(text, hostName);
    this.conf = new WatchedFile(resolvConf, MAX_RESOLV_CONF_BYTES, parse, this.nowMs);
  }

  /**
   * All addresses of a name, of both families; throws `NameNotFound`, or the reason of `signal`. The lookups of one
   * `organization` wait for each other, and for those of no other one.
   */
  async addresses(name: string, signal: AbortSignal, organization: string): Promise<string[]> {
    const key = name.toLowerCase();
    const written = (await this.hosts.read()).get(key);
    if (written !== undefined) return [...written];
    if (/(^|\.)localhost$/.test(key)) return [...LOOPBACK];
    return this.lanes.run(organization, signal, () => this.lookUp(key, signal));
  }

  private async lookUp(name: string, signal: AbortSignal): Promise<string[]> {
    if ((this.notFound.get(name) ?? 0) > this.nowMs()) throw new NameNotFound();
    const limit = AbortSignal.timeout(LOOKUP_TIMEOUT_MS);
    const found = await this.search(name, AbortSignal.any([signal, limit]));
    if (typeof found !== 'string') return found.addresses;
    // A caller that gave up has learnt nothing of the name.
    signal.throwIfAborted();
    this.remember(name);
    throw new NameNotFound();
  }

  /** Domain after domain, as glibc goes on: past names that there are not and servers that fail, not past silence. */
  private async search(name: string, signal: AbortSignal): Promise<Asked> {
    const written = await this.conf.read();
    const conf = this.servers.length === 0 ? written : { ...written, servers: [...this.servers] };
    let worst: Asked = 'none';
    for (const candidate of candidates(name, conf)) {
      const asked = await ask(candidate, conf, signal);
      if (typeof asked !== 'string' || asked === 'silent') return asked;
      if (asked === 'failed') worst = asked;
    }
    return worst;
  }

  private remember(name: string): void {
    this.notFound.delete(name);
    if (this.notFound.size >= MAX_NOT_FOUND) {
      const [oldest] = this.notFound.keys();
      this.notFound.delete(oldest!);
    }
    this.notFound.set(name, this.nowMs() + NOT_FOUND_MS);
  }
}
