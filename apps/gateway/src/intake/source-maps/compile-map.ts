/** What an upload becomes: positions, names and functions, without the sources' text. Throws `UnusableMap` with the reason. */
import { gzipSync } from 'node:zlib';
import { encodedMap, FlattenMap, decodedMappings, type SourceMapInput, type TraceMap } from '@jridgewell/trace-mapping';
import { MAX_MAPPINGS, MAX_KEPT_MAP_BYTES } from '@spanwise/contracts/telemetry/source-maps';
import { checkJsonDepth } from '@spanwise/otlp/json-text';
import { namedFunctions } from './function-names.js';

export class UnusableMap extends Error {}

/** As kept. `functions` of each source: where each begins and ends, and its name's place in `functionNames`; null: unknown. */
export interface KeptMap {
  version: 3;
  sources: string[];
  names: string[];
  mappings: string;
  functions: (number[] | null)[];
  functionNames: string[];
}

export interface CompiledMap {
  kept: Uint8Array;
  mappings: number;
  sources: number;
}

const MAX_LINES = 1_000_000;
const MAX_SOURCES = 20_000;
const MAX_NAMES = 300_000;
const MAX_SECTIONS = 1_000;
const MAX_FUNCTIONS = 300_000;
const MAX_SOURCE_CHARS = 500;
/** Some tools guard JSON against being run as a script. */
const GUARD = ")]}'";

export function compileMap(bytes: Uint8Array): CompiledMap {
  const map = flattened(parsed(bytes));
  const mappings = checkedMappings(map);
  const { sources, names, sourcesContent, mappings: encoded } = encodedMap(map);
  const kept: KeptMap = {
    version: 3,
    sources: (map.resolvedSources ?? sources).map((source) => sourcePath(source ?? '')),
    names: names.map(safeName),
    mappings: encoded,
    ...functionsOf(sources.length, sourcesContent ?? []),
  };
  const compressed = gzipSync(JSON.stringify(kept));
  if (compressed.length > MAX_KEPT_MAP_BYTES)
    throw new UnusableMap(`it takes more than ${MAX_KEPT_MAP_BYTES / 1024 / 1024} MiB without its sources, compressed`);
  return { kept: compressed, mappings, sources: sources.length };
}

type Json = Record<string, unknown>;

function parsed(bytes: Uint8Array): Json {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const guarded = text.subarray(0, GUARD.length).equals(Buffer.from(GUARD));
  const json = guarded ? text.subarray(Math.max(text.indexOf('\n'), GUARD.length)) : text;
  try {
    checkJsonDepth(json);
  } catch {
    throw new UnusableMap('its JSON is nested too deep or holds too many objects');
  }
  try {
    return objectOf(JSON.parse(json.toString('utf8')), 'it');
  } catch (error) {
    throw error instanceof UnusableMap ? error : new UnusableMap('it is not JSON');
  }
}

/** Only what is read further on, of the types that it has to have: whatever else the text holds is left behind. */
function checkedMap(json: Json, inSection: boolean): Json {
  if (json.version !== 3) throw new UnusableMap('its version is not 3');
  if (json.sections !== undefined) {
    if (inSection || !Array.isArray(json.sections)) throw new UnusableMap('its sections are no list of maps');
    if (json.sections.length > MAX_SECTIONS) throw new UnusableMap(`it has more than ${MAX_SECTIONS} sections`);
    return { version: 3, sections: json.sections.map(sectionOf) };
  }
  const { sourceRoot, mappings } = json;
  if (typeof mappings !== 'string') throw new UnusableMap('its mappings are no text');
  const sources = textsOf(json.sources, 'sources', MAX_SOURCES);
  return {
    version: 3,
    mappings,
    sources,
    names: textsOf(json.names ?? [], 'names', MAX_NAMES).map((name) => name ?? ''),
    ...(typeof sourceRoot === 'string' && { sourceRoot }),
    ...(json.sourcesContent !== undefined &&
      json.sourcesContent !== null && {
        sourcesContent: textsOf(json.sourcesContent, 'sourcesContent', MAX_SOURCES),
      }),
  };
}

function sectionOf(value: unknown): Json {
  const section = objectOf(value, 'a section');
  const offset = objectOf(section.offset, "a section's offset");
  const [line, column] = [offset.line, offset.column];
  if (!isPlace(line) || !isPlace(column) || line > MAX_LINES)
    throw new UnusableMap('a section begins at no line and column');
  return { offset: { line, column }, map: checkedMap(objectOf(section.map, "a section's map"), true) };
}

const isPlace = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;

function flattened(json: Json): TraceMap {
  const map = checkedMap(json, false);
  const parts = (map.sections as { map: Json }[] | undefined)?.map((section) => section.map) ?? [map];
  for (const [name, most] of [
    ['sources', MAX_SOURCES],
    ['names', MAX_NAMES],
  ] as const) {
    if (parts.reduce((sum, part) => sum + (part[name] as unknown[]).length, 0) > most)
      throw new UnusableMap(`it has more than ${most} ${name}`);
  }
  const [segments, lines] = [/[,;]/g, /;/g].map((mark) =>
    parts.reduce((sum, part) => sum + countOf(part.mappings as string, mark), 0),
  );
  if (lines! > MAX_LINES) throw new UnusableMap(`it has more than ${MAX_LINES} lines`);
  if (segments! - lines! > MAX_MAPPINGS) throw new UnusableMap(`it has more than ${MAX_MAPPINGS} mappings`);
  try {
    return new FlattenMap(map as unknown as SourceMapInput, '');
  } catch {
    throw new UnusableMap('its mappings cannot be read');
  }
}

function countOf(text: string, mark: RegExp): number {
  let count = 0;
  mark.lastIndex = 0;
  while (mark.test(text)) count++;
  return count;
}

/** The number of mappings. Each has to name a source and a name that are there, at a place that a file can have. */
function checkedMappings(map: TraceMap): number {
  let count = 0;
  for (const line of decodedMappings(map)) {
    for (const segment of line) {
      count++;
      const [column, source = 0, sourceLine = 0, sourceColumn = 0, name = 0] = segment as number[];
      const isKnown = segment.length === 1 || (source >= 0 && source < map.sources.length);
      const isNamed = segment.length < 5 || (name >= 0 && name < map.names.length);
      if (!isKnown || !isNamed || Math.min(column!, sourceLine, sourceColumn) < 0)
        throw new UnusableMap('its mappings name what is not there');
    }
  }
  if (count > MAX_MAPPINGS) throw new UnusableMap(`it has more than ${MAX_MAPPINGS} mappings`);
  return count;
}

function functionsOf(
  sources: number,
  contents: readonly (string | null)[],
): Pick<KeptMap, 'functions' | 'functionNames'> {
  const places = new Map<string, number>();
  let room = MAX_FUNCTIONS;
  const functions = Array.from({ length: sources }, (_, source) => {
    const text = contents[source];
    if (typeof text !== 'string' || room <= 0) return null;
    const found = namedFunctions(text).slice(0, room);
    room -= found.length;
    return found.flatMap(({ fromLine, fromColumn, toLine, toColumn, name }) => {
      const safe = safeName(name);
      let place = places.get(safe);
      if (place === undefined) places.set(safe, (place = places.size));
      return [fromLine, fromColumn, toLine, toColumn, place];
    });
  });
  return { functions, functionNames: [...places.keys()] };
}

/** Where the source lies in its project, as far as the map says: neither where it was built nor a query. */
const sourcePath = (source: string): string =>
  source
    .replace(/[\p{Cc}\p{Cs}]/gu, '')
    .slice(0, 4 * MAX_SOURCE_CHARS)
    .replace(/[?#].*$/s, '')
    .replace(/^(webpack:\/\/[^/]*\/)(?:\.\/)+/, '$1')
    .replace(/^(?:\.\.?\/)+/, '')
    .slice(-MAX_SOURCE_CHARS);

/** What a stack can show as the name of a function; `''` for the rest. */
const safeName = (name: string): string =>
  /^(?:new )?[\p{ID_Start}$_#][\p{ID_Continue}$.#]{0,199}$/u.test(name) ? name : '';

function textsOf(value: unknown, name: string, most: number): (string | null)[] {
  if (!Array.isArray(value)) throw new UnusableMap(`its ${name} are no list`);
  if (value.length > most) throw new UnusableMap(`it has more than ${most} ${name}`);
  return value.map((item: unknown) => (typeof item === 'string' ? item : null));
}

function objectOf(value: unknown, what: string): Json {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new UnusableMap(`${what} is no JSON object`);
  return value as Json;
}
