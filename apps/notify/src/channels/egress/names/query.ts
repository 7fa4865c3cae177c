/** One name asked of the name servers, for both families, without a thread of this process. */
import { Resolver } from 'node:dns/promises';
import { networkInterfaces } from 'node:os';
import type { ResolvConf } from './resolv-conf.js';

/** How long a server is waited for before the next one is asked; a second round waits for twice as long. */
const TRY_TIMEOUT_MS = 2_000;
/** So long an answer of one family waits for that of the other. */
const OTHER_FAMILY_MS = 2_000;

/** The servers say that there is no such name, or no address of it. */
const NONE = new Set(['ENOTFOUND', 'ENODATA', 'EBADNAME']);

/** `none`: there is no such name. `silent`: no server answered in time. `failed`: servers answered, and did not know. */
export type Asked = { addresses: string[] } | 'none' | 'silent' | 'failed';

/** Ends with `signal`, as `silent`; nothing of it goes on then. */
export async function ask(name: string, { servers, attempts }: ResolvConf, signal: AbortSignal): Promise<Asked> {
  if (signal.aborted) return 'silent';
  const resolver = new Resolver({ timeout: TRY_TIMEOUT_MS, tries: attempts });
  resolver.setServers(servers);
  const cancel = () => resolver.cancel();
  signal.addEventListener('abort', cancel, { once: true });
  let timer: NodeJS.Timeout | undefined;
  const family = async (asking: Promise<string[]>): Promise<Asked> => {
    try {
      const addresses = await asking;
      timer ??= setTimeout(cancel, OTHER_FAMILY_MS);
      return { addresses };
    } catch (error) {
      return outcomeOf(error);
    }
  };
  try {
    const both = await Promise.all([family(resolver.resolve4(name)), family(resolver.resolve6(name))]);
    return together(both);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', cancel);
    resolver.cancel();
  }
}

function outcomeOf(error: unknown): Asked {
  const { code = '' } = error as NodeJS.ErrnoException;
  if (NONE.has(code)) return 'none';
  return code === 'ETIMEOUT' || code === 'ECANCELLED' ? 'silent' : 'failed';
}

function together([four, six]: Asked[]): Asked {
  const [v4, v6] = [four, six].map((one) => (typeof one === 'string' ? [] : one!.addresses));
  if (v4!.length + v6!.length > 0) return { addresses: inOrder(v4!, v6!) };
  return [four, six].find((one) => one === 'silent') ?? [four, six].find((one) => one === 'failed') ?? 'none';
}

/** Few of many are tried: both families in turns where this machine has both, else first the one that leads somewhere. */
function inOrder(v4: string[], v6: string[]): string[] {
  if (!hasIpv6()) return [...v4, ...v6];
  const turns = Array.from({ length: Math.max(v4.length, v6.length) }, (_, at) => [v6[at], v4[at]]);
  return turns.flat().filter((address) => address !== undefined);
}

/** An address that is not of this machine or of its link alone. */
const hasIpv6 = (): boolean =>
  Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .some(({ family, internal, scopeid }) => family === 'IPv6' && !internal && scopeid === 0);
