import type { FieldValue } from '@spanwise/otlp/telemetry-rows';

const LONE_SURROGATE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;
const ANY_SURROGATE = /[\ud800-\udfff]/;

/** JSON text of a string; half a surrogate pair, which no UTF-8 can say, is U+FFFD. */
export const stringJson = (text: string): string =>
  JSON.stringify(ANY_SURROGATE.test(text) ? text.replace(LONE_SURROGATE, '\ufffd') : text);

/** JSON text of a value, with every digit of an integer; numbers that JSON lacks are their names as text. */
export function valueJson(value: FieldValue): string {
  switch (typeof value) {
    case 'string':
      return stringJson(value);
    case 'number':
      if (!Number.isFinite(value)) return `"${value}"`;
      return Object.is(value, -0) ? '-0.0' : String(value);
    case 'bigint':
    case 'boolean':
      return String(value);
    default:
      return value === null ? 'null' : Array.isArray(value) ? `[${value.map(valueJson).join(',')}]` : objectJson(value);
  }
}

const objectJson = (object: { [name: string]: FieldValue }): string =>
  `{${Object.entries(object)
    .map(([name, value]) => `${stringJson(name)}:${valueJson(value)}`)
    .join(',')}}`;
