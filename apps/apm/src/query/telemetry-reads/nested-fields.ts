/** A dotted name that no record has as a whole: the member of a nested value (QUERY-23). Pure. */
import { quotedText } from '../query-engine/sql-text.js';

/** Dots of a name that are tried; a name with more means its whole alone. */
const MAX_DOTS = 8;

/** Ways into nested values that a name can mean, the longest outer name first; none for a name without dots. */
export function nestedPaths(name: string): string[][] {
  const parts = name.split('.');
  if (parts.length < 2 || parts.length > MAX_DOTS + 1 || parts.includes('')) return [];
  const paths: string[][] = [];
  for (let outer = parts.length - 1; outer > 0; outer--) {
    const key = parts.slice(0, outer).join('.');
    const inner = parts.slice(outer);
    paths.push([key, ...inner]);
    if (inner.length > 1) paths.push([key, inner.join('.')]);
  }
  return paths;
}

/** The text of a value, and what orders it among numbers. */
interface Read {
  sql: string;
  number: string;
}

/** `whole` where the name is there as it is, else the first of the nested members that is. */
export function withNested(name: string, whole: Read): Read {
  const paths = nestedPaths(name);
  if (paths.length === 0) return whole;
  const places = ['attributes', 'resource'].flatMap((column) =>
    paths.map((path) => ({ column, pointer: pointerTo(path) })),
  );
  const texts = places.map(({ column, pointer }) => `json_extract_string(${column}, ${pointer})`);
  const values = places.map(({ column, pointer }) => `nullif(json_extract(${column}, ${pointer}), 'null'::json)`);
  const text = `coalesce(${texts.join(', ')})`;
  return {
    sql: `coalesce(${whole.sql}, ${text})`,
    number: `case when ${whole.sql} is not null then ${whole.number}
      when json_type(coalesce(${values.join(', ')})) in ('BIGINT', 'UBIGINT', 'HUGEINT', 'DOUBLE')
      then { 'size': try_cast(${text} as double), 'digits': try_cast(${text} as hugeint) } end`,
  };
}

const pointerTo = (path: readonly string[]): string =>
  quotedText(path.map((key) => `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`).join(''));
