/** Native bodies: a JSON object, an array of them, or one a line (INTAKE-3). */
import { invalidArgument, ServiceError } from '@spanwise/contracts/base/errors';
import { parseExactJson } from '@spanwise/otlp/exact-json';
import { linesOf } from '@spanwise/otlp/native-records';
import type { Fields } from '@spanwise/otlp/telemetry-rows';
import { inTurns } from './turns.js';

export type NativeForm = 'json' | 'ndjson' | 'protobuf';

const FORMS: Readonly<Record<string, NativeForm>> = {
  'application/json': 'json',
  'application/x-ndjson': 'ndjson',
  'application/x-protobuf': 'protobuf',
};

export function nativeForm(contentType: string | undefined): NativeForm {
  const type = contentType?.split(';', 1)[0]!.trim().toLowerCase() ?? '';
  if (Object.hasOwn(FORMS, type)) return FORMS[type]!;
  throw invalidArgument('The content type must be application/json, application/x-ndjson or application/x-protobuf.');
}

/** Of one request. More take longer to answer than a client waits. */
export const MAX_NATIVE_RECORDS = 200_000;

export const tooManyRecords = (maxRecords: number): ServiceError =>
  new ServiceError('payload_too_large', `A request holds at most ${maxRecords} records.`);

/** A record, or why what stands in its place is none. */
export type NativeItem = { record: Fields } | { reason: string };

/** Throws when the body as a whole cannot be read; a line that cannot is one record that is rejected. */
export async function nativeItems(
  body: Uint8Array,
  form: 'json' | 'ndjson',
  maxRecords = MAX_NATIVE_RECORDS,
): Promise<NativeItem[]> {
  const items: NativeItem[] = [];
  const add = (item: NativeItem) => {
    if (items.length === maxRecords) throw tooManyRecords(maxRecords);
    items.push(item);
  };
  if (form === 'ndjson') {
    await inTurns(linesOf(body), (line) => add(lineItem(line)));
    return items;
  }
  const parsed = parseExactJson(body);
  if (typeof parsed !== 'object' || parsed === null)
    throw invalidArgument('The body must be a JSON object or an array of them.');
  for (const value of Array.isArray(parsed) ? (parsed as unknown[]) : [parsed]) add(itemOf(value));
  return items;
}

function lineItem(line: Uint8Array): NativeItem {
  let parsed: unknown;
  try {
    parsed = parseExactJson(line);
  } catch {
    return { reason: 'the line is not JSON, or is nested too deeply' };
  }
  return itemOf(parsed);
}

const itemOf = (value: unknown): NativeItem =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? { record: value as Fields }
    : { reason: 'it is not a JSON object' };
