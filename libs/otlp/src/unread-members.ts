/** Members of an OTLP/JSON request that are not read, because they have an old name or one in snake case. */
import { objectAt, parseOtlpJson, type JsonObject } from './json-text.js';
import { RECORD_PATHS, type RecordPath, type RecordSignal } from './otlp-messages.js';

const MAX_NAMED = 5;

/**
 * What to answer a client of whose request not one record was read; empty where no member has a name that was once right or
 * is right in protobuf.
 */
export function unreadMembers(bytes: Uint8Array, signal: RecordSignal): string {
  const found = new Map<string, string>();
  const request = objectAt(parseOtlpJson(bytes), 'the body');
  if (request !== undefined) collect(request, RECORD_PATHS[signal], found);
  const named = [...found].slice(0, MAX_NAMED).map(([old, read]) => `${old} (read is ${read})`);
  return named.length === 0 ? '' : `nothing was taken: these members are not read: ${named.join(', ')}`;
}

function collect(json: JsonObject, paths: readonly RecordPath[], found: Map<string, string>): void {
  for (const { name, next } of paths) {
    for (const old of otherNames(name)) if (json[old] !== undefined) found.set(old, name);
    const value = json[name];
    if (next === undefined || found.size >= MAX_NAMED) continue;
    for (const inner of Array.isArray(value) ? (value as unknown[]) : [value])
      if (isObject(inner)) collect(inner, next, found);
  }
}

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Of OTLP before 1.0. */
const OLD_NAMES: Readonly<Record<string, readonly string[]>> = {
  scopeSpans: ['instrumentationLibrarySpans'],
  scopeLogs: ['instrumentationLibraryLogs'],
  scopeMetrics: ['instrumentationLibraryMetrics'],
  logRecords: ['logs'],
  gauge: ['intGauge', 'doubleGauge'],
  sum: ['intSum', 'doubleSum'],
  histogram: ['intHistogram', 'doubleHistogram'],
  summary: ['doubleSummary'],
};

function otherNames(name: string): string[] {
  const old = OLD_NAMES[name] ?? [];
  return [...old, ...[name, ...old].map(snakeCase).filter((snake) => snake !== name)];
}

const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
