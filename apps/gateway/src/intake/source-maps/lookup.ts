/**
 * Where places of generated files come from. Holds the maps that were asked for last, by the number of their mappings; room for
 * another one is made by the organization that has most.
 */
import { gunzipSync } from 'node:zlib';
import { decodedMappings, TraceMap, traceSegment } from '@jridgewell/trace-mapping';
import { MAX_MAPPINGS } from '@spanwise/contracts/telemetry/source-maps';
import type { KeptMap } from './compile-map.js';

/** Line from 1, column from 0, as the library counts them. */
export type Place = [line: number, column: number];

export interface Original {
  source: string;
  line: number;
  column: number;
  /** What stands at the place, where it was renamed; `''` without. */
  name: string;
  /** The named function around it, `''` where there is none; undefined where the map does not hold the source. */
  within: string | undefined;
}

interface Loaded {
  organizationId: string;
  map: TraceMap;
  kept: KeptMap;
  mappings: number;
  /** Of each source, the function that each one lies in. */
  parents: Map<number, Int32Array>;
}

const HELD_MAPPINGS = 1.25 * MAX_MAPPINGS;
const MAX_INFLATED_BYTES = 256 * 1024 * 1024;
/** From, to and name of one function. */
const STEP = 5;

export class LoadedMaps {
  private readonly held = new Map<string, Loaded>();
  private mappings = 0;

  has(id: string): boolean {
    return this.held.has(id);
  }

  load(organizationId: string, id: string, bytes: Uint8Array): void {
    if (this.held.has(id)) return;
    const text = gunzipSync(bytes, { maxOutputLength: MAX_INFLATED_BYTES }).toString('utf8');
    const kept = JSON.parse(text) as KeptMap;
    const map = new TraceMap({ ...kept, sources: kept.sources }, '');
    const mappings = decodedMappings(map).reduce((sum, line) => sum + line.length + 1, 0);
    this.held.set(id, { organizationId, map, kept, mappings, parents: new Map() });
    this.mappings += mappings;
    while (this.mappings > HELD_MAPPINGS && this.held.size > 1) this.drop(id);
  }

  /** The oldest map, but for `newest`, of the organization that has most. */
  private drop(newest: string): void {
    const held = new Map<string, number>();
    for (const { organizationId, mappings } of this.held.values())
      held.set(organizationId, (held.get(organizationId) ?? 0) + mappings);
    const older = [...this.held].filter(([id]) => id !== newest);
    const shares = older.map(([, { organizationId }]) => held.get(organizationId)!);
    const [id, { mappings }] = older[shares.indexOf(Math.max(...shares))]!;
    this.held.delete(id);
    this.mappings -= mappings;
  }

  /** Null where the map says nothing of the place. */
  find(id: string, [line, column]: Place): Original | null {
    const loaded = this.held.get(id);
    if (loaded === undefined) return null;
    // Used last: dropped last.
    this.held.delete(id);
    this.held.set(id, loaded);
    const { map, kept } = loaded;
    const segment = traceSegment(map, line - 1, column);
    if (segment === null || segment.length === 1) return null;
    const [, source, sourceLine, sourceColumn, name] = segment;
    if (!kept.sources[source]) return null;
    return {
      source: kept.sources[source],
      line: sourceLine + 1,
      column: sourceColumn + 1,
      name: name === undefined ? '' : kept.names[name]!,
      within: functionAt(loaded, source, sourceLine, sourceColumn),
    };
  }
}

function functionAt({ kept, parents }: Loaded, source: number, line: number, column: number): string | undefined {
  const flat = kept.functions[source];
  if (flat === null || flat === undefined) return undefined;
  let low = 0;
  let high = flat.length / STEP;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isAfter(flat, middle * STEP, line, column)) high = middle;
    else low = middle + 1;
  }
  const outer = parentsOf(parents, source, flat);
  let found = low - 1;
  while (found >= 0 && !isAfter(flat, found * STEP + 2, line, column)) found = outer[found]!;
  return found < 0 ? '' : kept.functionNames[flat[found * STEP + 4]!];
}

/** Whether the place in the list at `at` lies behind the given one. */
const isAfter = (flat: readonly number[], at: number, line: number, column: number): boolean =>
  flat[at]! > line || (flat[at] === line && flat[at + 1]! > column);

function parentsOf(known: Map<number, Int32Array>, source: number, flat: readonly number[]): Int32Array {
  let parents = known.get(source);
  if (parents !== undefined) return parents;
  parents = new Int32Array(flat.length / STEP);
  for (let index = 0; index < parents.length; index++) {
    const at = index * STEP;
    let outer = index - 1;
    while (outer >= 0 && !isAfter(flat, outer * STEP + 2, flat[at]!, flat[at + 1]!)) outer = parents[outer]!;
    parents[index] = outer;
  }
  known.set(source, parents);
  return parents;
}
