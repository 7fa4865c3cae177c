/** Which maps an organization has, as apm said last: an upload counts for this process at most `KEPT_MS` later. */
import type { RpcClient } from '@spanwise/bus/rpc-client';
import { knownSourceMaps, type KnownMap } from '@spanwise/contracts/telemetry/source-maps';
import type { StackSender } from '@spanwise/otlp/replace-stacktraces';

const KEPT_MS = 10_000;
/** Without an answer no request waits for one again so soon. */
const SILENT_MS = 5_000;
const MAX_ORGANIZATIONS = 20_000;
const NONE: MapIndex = { isEmpty: true, find: () => undefined };

export interface MapIndex {
  isEmpty: boolean;
  /** Id of the map of a generated file, named by a path or an address. */
  find: (sender: StackSender, path: string) => string | undefined;
}

interface Entry {
  index: MapIndex;
  untilMs: number;
}

export class KnownMaps {
  private readonly entries = new Map<string, Entry>();
  private readonly asking = new Map<string, Promise<MapIndex>>();
  private silentUntilMs = 0;

  constructor(
    private readonly rpc: Pick<RpcClient, 'call'>,
    private readonly nowMs: () => number = () => performance.now(),
  ) {}

  /** Waits for apm only where nothing is known yet; an older answer is renewed behind it. */
  async of(organizationId: string): Promise<MapIndex> {
    const entry = this.entries.get(organizationId);
    if (entry !== undefined && entry.untilMs > this.nowMs()) return entry.index;
    if (this.silentUntilMs > this.nowMs()) return entry?.index ?? NONE;
    const asked = this.asking.get(organizationId) ?? this.ask(organizationId);
    this.asking.set(organizationId, asked);
    return entry?.index ?? asked;
  }

  /** Its maps were changed through this process. */
  forget(organizationId: string): void {
    this.entries.delete(organizationId);
  }

  private async ask(organizationId: string): Promise<MapIndex> {
    try {
      const { maps } = await this.rpc.call(knownSourceMaps, { organization_id: organizationId });
      const index = maps.length === 0 ? NONE : indexOf(maps);
      if (this.entries.size >= MAX_ORGANIZATIONS) this.entries.clear();
      this.entries.set(organizationId, { index, untilMs: this.nowMs() + KEPT_MS });
      return index;
    } catch {
      this.silentUntilMs = this.nowMs() + SILENT_MS;
      return this.entries.get(organizationId)?.index ?? NONE;
    } finally {
      this.asking.delete(organizationId);
    }
  }
}

const SEPARATOR = '\n';

export function indexOf(maps: readonly KnownMap[]): MapIndex {
  const ids = new Map(maps.map(([id, release, service, file]) => [keyOf(release, service, fileKey(file)), id]));
  const releases = new Set(maps.map(([, release]) => release));
  return {
    isEmpty: false,
    find: ({ release, service }, path) => {
      if (release === '' || !releases.has(release)) return undefined;
      for (const file of suffixes(fileKey(path))) {
        const id = ids.get(keyOf(release, service, file)) ?? ids.get(keyOf(release, '', file));
        if (id !== undefined) return id;
      }
      return undefined;
    },
  };
}

const keyOf = (...parts: string[]): string => parts.join(SEPARATOR);

/** Without origin, query and what says that it is a map: `~/`, a leading slash and `.map` are habits of uploaders. */
export const fileKey = (file: string): string =>
  file
    .replaceAll('\\', '/')
    .replace(/[?#].*$/s, '')
    .replace(/^[\w+-]{2,20}:\/\/[^/]*\//, '')
    .replace(/^(?:~?\/|\.\/)+/, '')
    .replace(/\.map$/, '');

const MAX_SUFFIXES = 32;

/** The path, then what is left of it without its first folders; of a library its own folder stays. */
function* suffixes(path: string): Iterable<string> {
  const segments = path.split('/');
  const library = segments.lastIndexOf('node_modules');
  const last = library < 0 ? segments.length - 1 : library;
  for (let from = Math.max(0, last - MAX_SUFFIXES + 1); from <= last; from++) yield segments.slice(from).join('/');
}
