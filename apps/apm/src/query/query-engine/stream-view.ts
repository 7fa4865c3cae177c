/** The view of a stream that a statement reads: columns, fields out of JSON with their types, and the time range. Pure. */
import { COLUMNS, type Signal } from '@spanwise/segments/columns';
import type { FieldType, StreamField } from '@spanwise/segments/catalogue';
import { DERIVED_NAMES, derivedColumns, TIME } from './derived-columns.js';
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

/** Text of the offset in the log that is a record's identity. */
const EVENT_ID = `concat_ws('-', _shard, _epoch, _seq, _slice, _index) as _event_id`;

/** Of one stream in one statement. */
const MAX_COUNTED_FIELDS = 100;

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

/** The fields that the statement can mean. */
function meantFields(view: StreamView, wanted: Wanted): FieldColumn[] {
  const named = new Set(wanted.columns);
  const known = fieldColumns(view);
  const fields = known.filter(({ name, placed }) => (wanted.allColumns && placed) || named.has(name.toLowerCase()));
  return [...fields, ...memberColumns(known, wanted)];
}

function selectFrom(view: StreamView, wanted: Wanted): string {
  const hasTime = fieldColumns(view).some(({ name }) => name.toLowerCase() === TIME);
  const derived = derivedColumns({ ...view, hasTime }, wanted, recordsOf(view));
  const selected = [
    ...COLUMNS[view.signal].map(({ name }) => quotedName(name)),
    EVENT_ID,
    ...meantFields(view, wanted).map((field) => `${extraction(field)} as ${quotedName(field.name)}`),
    ...derived.selected,
  ];
  return `select ${selected.join(', ')} from (${derived.records})`;
}

/** Fields that a statement can mean and that have come as what their type cannot hold. */
export interface UnfitCount {
  fields: FieldColumn[];
  /** One row: how many records of the range have each of them as such (QUERY-12). */
  statement: string;
}

export function unfitCount(view: StreamView, wanted: Wanted): UnfitCount | undefined {
  const fields = meantFields(view, wanted)
    .filter(({ mixed }) => mixed)
    .slice(0, MAX_COUNTED_FIELDS);
  if (fields.length === 0) return undefined;
  const counts = fields.map(
    (field) => `count(*) filter (${textOf(field)} is not null and ${extraction(field)} is null)`,
  );
  return { fields, statement: `select ${counts.join(', ')} from (${recordsOf(view)})` };
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
  mixed?: true;
  placed: boolean;
}

/**
 * Fields by the names of their columns, those with a place first. Names of columns differ not only in case: a field whose name is taken already
 * is read as `attributes.<name>` or `resource.<name>`, and left out when that is taken too.
 */
export function fieldColumns(view: Pick<StreamView, 'signal' | 'fields' | 'unplaced'>): FieldColumn[] {
  const taken = new Set([...COLUMNS[view.signal].map(({ name }) => name.toLowerCase()), '_event_id', ...DERIVED_NAMES]);
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
    const { type = 'utf8', mixed } = known.find(({ key }) => key === member.name) ?? {};
    if (type === 'json') return [{ name, key: name, type: 'utf8', column: 'resource', placed: false }];
    return [{ name, key: name, type, column: 'resource', placed: false, ...(mixed && { mixed }) }];
  });
}

/** What no resource has is looked for in no resource. */
const isOfRecords = ({ column, foundLate }: FieldColumn): boolean => column === 'attributes' && foundLate !== true;
const textOf = (field: FieldColumn): string =>
  isOfRecords(field) ? textInAttributes(field.key) : valueText(field.key);

/** A value that the field's type cannot hold reads as null. */
function extraction(field: FieldColumn): string {
  const { key, type, mixed } = field;
  if (type === 'json') {
    const json = isOfRecords(field) ? jsonInAttributes(key) : valueJson(key);
    return mixed ? `case when json_type(${json}) in ('OBJECT', 'ARRAY') then ${json} end` : json;
  }
  const text = textOf(field);
  return mixed ? asType(text, type) : type === 'utf8' ? text : `try_cast(${text} as ${SQL_TYPES[type]})`;
}

/** The engine would round a fraction to an integer, and take 1 for true. */
function asType(text: string, type: Exclude<FieldType, 'json'>): string {
  switch (type) {
    case 'utf8':
      return text;
    case 'bool':
      return `case ${text} when 'true' then true when 'false' then false end`;
    case 'int64':
      return `case when try_cast(${text} as double) = try_cast(${text} as bigint) then try_cast(${text} as bigint) end`;
    case 'float64':
      return `try_cast(${text} as double)`;
  }
}
