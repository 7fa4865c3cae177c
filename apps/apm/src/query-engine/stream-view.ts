/** The view of a stream that a statement reads: columns, fields out of JSON with their types, and the time range. Pure. */
import { COLUMNS, type Signal } from '@spanwise/segments/columns';
import type { FieldType, StreamField } from '@spanwise/segments/catalogue';
import { jsonInAttributes, memberOf, textInAttributes, valueJson, valueText } from './field-value.js';
import { quotedName, quotedText } from './sql-text.js';
import type { CheckedStatement } from './statement-check.js';

export interface StreamView {
  /** Names that the statement uses: with the signal as schema, or bare; of another organization with its slug before it. */
  names: { catalog?: string; schema: string | undefined; name: string }[];
  signal: Signal;
  fields: readonly StreamField[];
  /** Further ones, which only a statement that names them sees. */
  unplaced: readonly StreamField[];
  /** Files of this machine whose records all lie in the range: their times are not looked at. */
  wholeFiles: readonly string[];
  /** Files with records on both sides of an end of the range. */
  edgeFiles: readonly string[];
  /** Of `_timestamp`, microseconds, [from, to). */
  range: { fromMicros: number; toMicros: number };
}

/** Text of the place in the log that is a record's identity. */
const EVENT_ID = `concat_ws('-', _shard, _epoch, _seq, _slice, _index) as _event_id`;

type Wanted = Pick<CheckedStatement, 'columns' | 'allColumns' | 'free'>;

/** The statements that make the views; only fields that the statement can mean are in them. */
export function viewStatements(view: StreamView, wanted: Wanted): string[] {
  const body = selectFrom(view, wanted);
  return view.names.flatMap(({ catalog, schema, name }) => {
    const place = [catalog, schema].filter((part) => part !== undefined).map(quotedName);
    return [
      ...(catalog === undefined ? [] : [`attach if not exists ':memory:' as ${quotedName(catalog)}`]),
      ...(schema === undefined ? [] : [`create schema if not exists ${place.join('.')}`]),
      `create or replace view ${[...place, quotedName(name)].join('.')} as ${body}`,
    ];
  });
}

function selectFrom(view: StreamView, wanted: Wanted): string {
  const columns = COLUMNS[view.signal];
  const named = new Set(wanted.columns);
  const known = fieldColumns(view);
  const fields = known.filter(({ name, placed }) => (wanted.allColumns && placed) || named.has(name.toLowerCase()));
  const selected = [
    ...columns.map(({ name }) => quotedName(name)),
    EVENT_ID,
    ...[...fields, ...memberColumns(known, wanted)].map((field) => `${extraction(field)} as ${quotedName(field.name)}`),
  ];
  return `select ${selected.join(', ')} from (${recordsOf(view)})`;
}

/** Columns that all files lack, because they are older, are null; so it is without files. */
function recordsOf({ signal, wholeFiles, edgeFiles, range }: StreamView): string {
  const columns = COLUMNS[signal].map(({ name, type }) => `null::${type} as ${quotedName(name)}`);
  const parts = [`select ${columns.join(', ')} where false`];
  const read = (files: readonly string[]) =>
    `select * from read_parquet([${files.map(quotedText).join(', ')}], union_by_name = true, hive_partitioning = false)`;
  if (wholeFiles.length > 0) parts.push(read(wholeFiles));
  if (edgeFiles.length > 0) {
    const [from, to] = [Math.trunc(range.fromMicros), Math.trunc(range.toMicros)];
    parts.push(`${read(edgeFiles)} where _timestamp >= ${from} and _timestamp < ${to}`);
  }
  return parts.join(' union all by name ');
}

const SQL_TYPES: Readonly<Record<FieldType, string>> = {
  bool: 'BOOLEAN',
  int64: 'BIGINT',
  float64: 'DOUBLE',
  utf8: 'VARCHAR',
  json: 'JSON',
};

export interface FieldColumn {
  name: string;
  /** As records name it. */
  key: string;
  type: FieldType;
  column: StreamField['column'];
  foundLate?: true;
  placed: boolean;
}

/**
 * Fields by the names of their columns, those with a place first. Names of columns are not told apart by case: a field whose name is taken already
 * is read as `attributes.<name>` or `resource.<name>`, and left out when that is taken too.
 */
export function fieldColumns(view: Pick<StreamView, 'signal' | 'fields' | 'unplaced'>): FieldColumn[] {
  const taken = new Set([...COLUMNS[view.signal].map(({ name }) => name.toLowerCase()), '_event_id']);
  const out: FieldColumn[] = [];
  for (const [at, { name: key, ...field }] of [...view.fields, ...view.unplaced].entries()) {
    const { column } = field;
    const name = [key, `${column}.${key}`].find((candidate) => candidate !== '' && !taken.has(candidate.toLowerCase()));
    if (name === undefined || name.includes('\0')) continue;
    taken.add(name.toLowerCase());
    out.push({ name, key, ...field, placed: at < view.fields.length });
  }
  return out;
}

/** What a statement calls `resource.region` or `attributes.region`, where no field has that whole name. */
function memberColumns(known: readonly FieldColumn[], { free }: Wanted): FieldColumn[] {
  const taken = new Set(known.map(({ name }) => name.toLowerCase()));
  return free.flatMap(({ name }): FieldColumn[] => {
    const member = memberOf(name);
    if (member === undefined || name.includes('\0') || taken.has(name.toLowerCase())) return [];
    taken.add(name.toLowerCase());
    const type = known.find(({ key }) => key === member.name)?.type ?? 'utf8';
    return [{ name, key: name, type: type === 'json' ? 'utf8' : type, column: 'resource', placed: false }];
  });
}

/** A value of another type than the field's reads as null. What no resource has is looked for in no resource. */
function extraction({ key, type, column, foundLate }: FieldColumn): string {
  const ofRecords = column === 'attributes' && foundLate !== true;
  if (type === 'json') return ofRecords ? jsonInAttributes(key) : valueJson(key);
  const text = ofRecords ? textInAttributes(key) : valueText(key);
  return type === 'utf8' ? text : `try_cast(${text} as ${SQL_TYPES[type]})`;
}
