/** Where the value of a name lies that is no column: one rule for statements, lists, statistics and alerts (QUERY-7). Pure. */
import { quotedText } from './sql-text.js';

/** What identifies a service is its resource's; a record cannot say otherwise. */
const OF_THE_RESOURCE = /^(?:service|deployment\.environment)(?:\.|$)/;
/** A name that says which of the two is meant. */
const MEMBER = /^(attributes|resource)\.(.+)$/s;

/** The JSON columns in the order in which they are asked; members of a scope are among the attributes. */
const columnsFor = (name: string): string[] =>
  OF_THE_RESOURCE.test(name) ? ['resource', 'attributes'] : ['attributes', 'resource'];

/** A JSON pointer takes any name as it is. */
const pointerTo = (name: string): string => quotedText(`/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`);

const textIn = (column: string, name: string): string => `json_extract_string(${column}, ${pointerTo(name)})`;

/** Texts of a name, the first of which that is there is its value. */
export const valueTexts = (name: string): string[] => columnsFor(name).map((column) => textIn(column, name));

/** The text of a name, or of what `attributes.<name>` and `resource.<name>` mean where nothing has that whole name. */
export function valueText(name: string): string {
  const member = memberOf(name);
  return `coalesce(${[...valueTexts(name), ...(member ? [textIn(member.column, member.name)] : [])].join(', ')})`;
}

/** The same as JSON, with null for what says nothing. */
export function valueJson(name: string): string {
  const member = memberOf(name);
  const places = [...columnsFor(name).map((column) => ({ column, name })), ...(member ? [member] : [])];
  return `coalesce(${places.map((place) => `nullif(json_extract(${place.column}, ${pointerTo(place.name)}), 'null'::json)`).join(', ')})`;
}

/** What orders the value among numbers, with every digit of an integer; null where it is no JSON number. */
export const valueNumber = (name: string): string =>
  `case when json_type(${valueJson(name)}) in ('BIGINT', 'UBIGINT', 'HUGEINT', 'DOUBLE')
    then { 'size': try_cast(${valueText(name)} as double), 'digits': try_cast(${valueText(name)} as hugeint) } end`;

export const jsonInAttributes = (name: string): string => `json_extract(attributes, ${pointerTo(name)})`;
export const textInAttributes = (name: string): string => textIn('attributes', name);

export function memberOf(name: string): { column: string; name: string } | undefined {
  const found = MEMBER.exec(name);
  return found === null ? undefined : { column: found[1]!, name: found[2]! };
}
