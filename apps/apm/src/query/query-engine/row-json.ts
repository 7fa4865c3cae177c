/** Rows as JSON text, written by the engine itself: integers of 64 bits keep all their digits. Pure. */
import { quotedName, quotedText } from './sql-text.js';

export interface ResultColumn {
  name: string;
  /** The engine's name of the type. */
  type: string;
}

/** `objects`: one object a row; `arrays`: one array of values a row. */
export type RowForm = 'objects' | 'arrays';

/**
 * The expression that makes one line of JSON of a row. Numbers that JSON does not know are the texts `NaN`, `Infinity` and
 * `-Infinity`, as in OTLP/JSON, so that none passes for null; inside a nested value they make the whole value text.
 */
export function rowExpression(columns: readonly ResultColumn[], form: RowForm): string {
  const values = columns.map(valueExpression);
  if (form === 'arrays') return `json_array(${values.join(', ')})::varchar`;
  return `json_object(${values.map((value, n) => `${quotedText(columns[n]!.name)}, ${value}`).join(', ')})::varchar`;
}

function valueExpression({ name, type }: ResultColumn): string {
  const column = quotedName(name);
  if (type === 'DOUBLE' || type === 'FLOAT') {
    return `case when ${column} is null or isfinite(${column}) then to_json(${column}) when isnan(${column}) then to_json('NaN')
      when ${column} > 0 then to_json('Infinity') else to_json('-Infinity') end`;
  }
  if (!/DOUBLE|FLOAT/.test(type)) return column;
  const json = `to_json(${column})`;
  const text = `${json}::varchar`;
  return `case when contains(${text}, 'NaN') or contains(${text}, 'Infinity') then to_json(${column}::varchar) else ${json} end`;
}
