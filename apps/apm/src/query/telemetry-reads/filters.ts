/** Filters of people as conditions of a statement. Values become quoted constants, names quoted columns or JSON paths. Pure. */
import { invalidArgument } from '@spanwise/contracts/base/errors';
import type { FieldFilter } from '@spanwise/contracts/telemetry/reads';
import { traceIdOf } from '@spanwise/otlp/trace-ids';
import { COLUMNS, type Signal } from '@spanwise/segments/columns';
import { DEFAULT_NAMESPACE, UNKNOWN_ENVIRONMENT, UNKNOWN_SERVICE } from '@spanwise/span-model/series';
import { valueNumber, valueText } from '../query-engine/field-value.js';
import { quotedName, quotedText } from '../query-engine/sql-text.js';
import { withNested } from './nested-fields.js';

const NAMES = {
  service: 'service.name',
  namespace: 'service.namespace',
  version: 'service.version',
  environment: 'deployment.environment.name',
} as const;
/** Names that people use for columns. */
const ALIASES: Readonly<Record<Signal, Readonly<Record<string, string>>>> = {
  traces: {
    ...NAMES,
    operation: 'name',
    transaction: 'name',
    status: 'status_code',
  },
  logs: { ...NAMES, severity: 'severity_text', message: 'body' },
  metrics: { ...NAMES, name: 'metric_name' },
};
/** What the figures call a service that has not said its name: its column is null. */
const UNSAID: Readonly<Record<string, string>> = {
  service: UNKNOWN_SERVICE,
  namespace: DEFAULT_NAMESPACE,
  environment: UNKNOWN_ENVIRONMENT,
};
const NUMBERS = new Set(['BIGINT', 'INTEGER', 'DOUBLE']);
const ORDER_OPS = new Set(['>', '>=', '<', '<=']);
const OP_ALIASES: Readonly<Record<string, string>> = { eq: '=', ne: '!=', like: 'contains' };
const DECIMAL = /^-?\d{1,19}(\.\d{1,18})?$/;

interface Operand {
  sql: string;
  type: 'number' | 'text' | 'bool' | 'any';
  /** What orders its values as numbers; null where the value is none. */
  number: string;
}

const numberOf = (sql: string): Operand => ({ sql, type: 'number', number: sql });

/** A column, or what the record, its scope or its resource say (QUERY-7, QUERY-23). */
export function operandOf(signal: Signal, field: string): Operand {
  if (field.includes('\0')) {
    throw invalidArgument('No field has a NUL character in its name.', [
      { field: 'field', reason: 'must not contain NUL' },
    ]);
  }
  if (signal === 'traces' && field === 'duration_ms') return numberOf('(duration_nano / 1e6)');
  const name = Object.hasOwn(ALIASES[signal], field) ? ALIASES[signal][field] : field;
  const column = COLUMNS[signal].find((one) => one.name === name);
  if (column === undefined)
    return { type: 'any', ...withNested(name!, { sql: valueText(name!), number: valueNumber(name!) }) };
  if (NUMBERS.has(column.type)) return numberOf(quotedName(name!));
  return { sql: quotedName(name!), type: column.type === 'BOOLEAN' ? 'bool' : 'text', number: 'null::double' };
}

/** Throws `invalid_argument` for an operator or a value that the field's type does not know. */
export function conditionOf(signal: Signal, filter: FieldFilter): string {
  const op = Object.hasOwn(OP_ALIASES, filter.op) ? OP_ALIASES[filter.op] : filter.op;
  const { sql, type } = operandOf(signal, filter.field);
  const refuse = (reason: string) =>
    invalidArgument(`The filter on ${filter.field} cannot be applied: ${reason}.`, [{ field: filter.field, reason }]);
  if (filter.value.includes('\0')) throw refuse('the value has a NUL character');
  if (type === 'number' || (type === 'any' && ORDER_OPS.has(op!))) {
    if (op === 'contains') throw refuse('contains is for text');
    if (!DECIMAL.test(filter.value)) throw refuse('the value is not a number');
    const left = type === 'any' ? `try_cast(${sql} as double)` : sql;
    return `${left} ${op} ${filter.value}`;
  }
  if (type === 'bool') {
    if (!['=', '!='].includes(op!) || !['true', 'false'].includes(filter.value)) throw refuse('it is true or false');
    return `coalesce(${sql}, false) ${op} ${filter.value}`;
  }
  if (ORDER_OPS.has(op!)) throw refuse(`${op} is for numbers`);
  const value = quotedText(valueOf(filter, op!));
  if (op === 'contains') return `contains(lower(${sql}), lower(${value}))`;
  if (Object.hasOwn(UNSAID, filter.field) && UNSAID[filter.field] === filter.value) {
    return op === '=' ? `(${sql} = ${value} or ${sql} is null)` : `${sql} <> ${value}`;
  }
  return op === '=' ? `${sql} = ${value}` : `${sql} is distinct from ${value}`;
}

function valueOf({ field, value }: FieldFilter, op: string): string {
  if (field === 'status') return value.toUpperCase();
  return field === 'trace_id' && op !== 'contains' ? (traceIdOf(value) ?? value) : value;
}

export const allOf = (conditions: readonly string[]): string =>
  conditions.length === 0 ? 'true' : conditions.map((condition) => `(${condition})`).join(' and ');
