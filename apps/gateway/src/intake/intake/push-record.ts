/** A record of a push format, on its way to a native log record. */
import { parseExactJson } from '@spanwise/otlp/exact-json';
import type { Fields } from '@spanwise/otlp/telemetry-rows';
import { timed } from './moment.js';
import { MAX_NATIVE_RECORDS, tooManyRecords } from './native-body.js';

export interface PushRecord {
  /** Stream that the sender names; that of the connector without one. */
  stream?: string;
  record: Fields;
}

/** Why what stands in the place of a record is none. */
export interface PushFault {
  reason: string;
}

export type PushItem = PushRecord | PushFault;

export class PushItems {
  readonly all: PushItem[] = [];

  add(item: PushItem): void {
    if (this.all.length === MAX_NATIVE_RECORDS) throw tooManyRecords(MAX_NATIVE_RECORDS);
    this.all.push(item);
  }
}

/** The JSON object in a line; undefined of one that is none. Most of those are found without the cost of an error. */
export function objectIn(line: Uint8Array): Fields | undefined {
  const text = Buffer.from(line.buffer, line.byteOffset, line.length).toString('latin1').trim();
  if (!text.startsWith('{') || !text.endsWith('}')) return undefined;
  try {
    const parsed = parseExactJson(line);
    return isObject(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}

export const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Where senders put the text of a line, first match first. */
const TEXTS = ['message', 'msg', 'log', 'body', 'text'];

/** A record of a JSON object: its text as the body, every member as an attribute. `raw` stands in for a text. */
export function recordOf(fields: Fields, raw: string, nanos: bigint | undefined): Fields {
  const text = TEXTS.map((name) => fields[name]).find((value) => typeof value === 'string');
  return timed({ body: typeof text === 'string' ? text : raw, attributes: fields }, nanos);
}
