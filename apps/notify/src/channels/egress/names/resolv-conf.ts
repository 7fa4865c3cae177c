/** How this machine asks for names: `/etc/resolv.conf`, as resolv.conf(5) describes it. Pure. */
import { isIP } from 'node:net';

export interface ResolvConf {
  /** Addresses of name servers, with a port where it is not 53. */
  servers: string[];
  /** Domains that a name is looked up in, in their order. */
  search: string[];
  /** A name with fewer dots is looked up in the domains first. */
  ndots: number;
  /** How often a server is asked. */
  attempts: number;
}

/** As many as glibc asks. */
const MAX_SERVERS = 3;
const MAX_SEARCH = 32;
const MAX_DOMAIN_CHARS = 253;
/** Of `options`; what glibc cuts to is 15 and 5. */
const MAX_NDOTS = 15;
const MAX_ATTEMPTS = 5;
const DEFAULT_ATTEMPTS = 2;
/** Where no server is named. */
const LOCAL_SERVER = '127.0.0.1';

/** What cannot be read is passed over. `hostName` is this machine's: without `search` and `domain` its domain is searched. */
export function parseResolvConf(text: string, hostName: string): ResolvConf {
  const servers: string[] = [];
  let search = domainOf(hostName);
  const options: Record<string, number> = {};
  for (const line of text.split('\n')) {
    const [keyword, ...words] = line
      .split(/[#;]/, 1)[0]!
      .trim()
      .split(/[ \t]+/);
    if (keyword === 'nameserver' && isIP(words[0] ?? '') !== 0) servers.push(words[0]!);
    // The last one of both counts.
    if (keyword === 'search') search = domains(words);
    if (keyword === 'domain') search = domains(words.slice(0, 1));
    if (keyword === 'options') Object.assign(options, numbersOf(words));
  }
  return {
    servers: servers.length === 0 ? [LOCAL_SERVER] : servers.slice(0, MAX_SERVERS),
    search,
    ndots: Math.min(options.ndots ?? 1, MAX_NDOTS),
    attempts: Math.max(1, Math.min(options.attempts ?? DEFAULT_ATTEMPTS, MAX_ATTEMPTS)),
  };
}

/** The names to ask for in their order, as glibc makes them. */
export function candidates(name: string, { search, ndots }: ResolvConf): string[] {
  const dots = name.split('.').length - 1;
  const searched = search.map((domain) => `${name}.${domain}`).filter((one) => one.length <= MAX_DOMAIN_CHARS);
  return dots >= ndots ? [name, ...searched] : [...searched, name];
}

const domainOf = (hostName: string): string[] => domains([hostName.split('.').slice(1).join('.')]);

/** The root as a domain is the name itself, which is asked for in any case. */
const domains = (words: string[]): string[] =>
  words
    .map((word) => word.toLowerCase().replace(/\.$/, ''))
    .filter((word) => word !== '' && word.length <= MAX_DOMAIN_CHARS)
    .slice(0, MAX_SEARCH);

const numbersOf = (words: string[]): Record<string, number> =>
  Object.fromEntries(
    words.flatMap((word) => {
      const [, name, digits] = /^(ndots|attempts):(\d{1,4})$/.exec(word) ?? [];
      return name === undefined ? [] : [[name, Number(digits)]];
    }),
  );
