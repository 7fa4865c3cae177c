/** What reading a message begins with, and how attributes are kept. */
import type { FieldType, MessageTable } from './otlp-messages.js';
import type { Fields, FieldValue } from './telemetry-rows.js';

export type Made = Record<string, unknown>;

const SCALARS: Partial<Record<FieldType, unknown>> = {
  text: '',
  traceId: '',
  spanId: '',
  bool: false,
  enum: 0,
  uint32: 0,
  sint32: 0,
  fixed32: 0,
  fixed64: 0n,
  value: null,
};
const LISTS: ReadonlySet<FieldType> = new Set(['messages', 'doubles', 'fixed64s', 'uint64s']);

const makers = new WeakMap<MessageTable, () => Made>();

/** The message with nothing set. All of one table have one shape, which keeps reading and using them fast. */
export function emptyMessage(table: MessageTable): Made {
  let make = makers.get(table);
  if (make === undefined) makers.set(table, (make = makerOf(table)));
  return make();
}

function makerOf(table: MessageTable): () => Made {
  const read = Object.entries(table.fields).filter(([, { unread }]) => unread === undefined);
  const scalars = Object.fromEntries(read.map(([name, { type }]) => [name, SCALARS[type]]));
  const attributes = read.filter(([, { type }]) => type === 'attributes').map(([name]) => name);
  const lists = read.filter(([, { type }]) => LISTS.has(type)).map(([name]) => name);
  return () => {
    const made: Made = { ...scalars };
    for (const name of attributes) made[name] = {};
    for (const name of lists) made[name] = [];
    return made;
  };
}

/** The first attribute of a name counts. No name, `__proto__` either, means anything but itself. */
export function addField(fields: Fields, name: string, value: FieldValue): void {
  if (Object.hasOwn(fields, name)) return;
  if (name === '__proto__') Object.defineProperty(fields, name, { value, enumerable: true, configurable: true });
  else fields[name] = value;
}

/** Values nested deeper are null: no rule and no query looks so deep. */
export const MAX_VALUE_DEPTH = 32;
export const TRACE_ID_BYTES = 16;
export const SPAN_ID_BYTES = 8;
