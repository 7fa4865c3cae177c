/**
 * Which traces a SELECT can have rows of, as its own WHERE says: `trace_id = '…'`, `trace_id = to_trace_id('…')` or
 * `trace_id in ('…', …)`. Pure.
 */

import { traceIdOf } from '@spanwise/otlp/trace-ids';

type Node = Record<string, unknown>;

/** More are not worth a look at the filters of segments. */
const MAX_TRACE_IDS = 64;

/**
 * Ids of the traces, for a SELECT node of the syntax tree that reads one stream and no join. Undefined when rows of other
 * traces may count: every other condition, and every name that could mean something else, says nothing.
 */
export function traceIdsOf(select: Node): string[] | undefined {
  const from = select.from_table as Node | null;
  if (from?.type !== 'BASE_TABLE' || from.sample != null || (from.column_name_alias as unknown[])?.length > 0) return;
  const aliases = (select.select_list as Node[]).map(({ alias }) => String(alias).toLowerCase());
  if (aliases.includes('trace_id')) return;
  const alias = String(from.alias);
  const qualifiers = new Set([(alias === '' ? String(from.table_name) : alias).toLowerCase()]);
  for (const condition of conjuncts(select.where_clause as Node | null)) {
    const ids = idsOf(condition, qualifiers);
    if (ids !== undefined && ids.length <= MAX_TRACE_IDS) return ids;
  }
  return;
}

function conjuncts(condition: Node | null): Node[] {
  if (condition === null || condition === undefined) return [];
  return condition.type === 'CONJUNCTION_AND' ? (condition.children as Node[]) : [condition];
}

function idsOf(condition: Node, qualifiers: ReadonlySet<string>): string[] | undefined {
  if (condition.type === 'COMPARE_EQUAL') {
    const [left, right] = [condition.left as Node, condition.right as Node];
    const [column, constant] = left.class === 'CONSTANT' ? [right, left] : [left, right];
    const id = isTraceId(column, qualifiers) ? textOf(constant) : undefined;
    return id === undefined ? undefined : [id];
  }
  if (condition.type !== 'COMPARE_IN') return undefined;
  const [column, ...constants] = condition.children as Node[];
  if (!isTraceId(column!, qualifiers)) return undefined;
  const ids = constants.map(textOf);
  return ids.every((id) => id !== undefined) ? ids : undefined;
}

function isTraceId(node: Node, qualifiers: ReadonlySet<string>): boolean {
  if (node.class !== 'COLUMN_REF') return false;
  const names = (node.column_names as string[]).map((name) => name.toLowerCase());
  return names.at(-1) === 'trace_id' && (names.length === 1 || (names.length === 2 && qualifiers.has(names[0]!)));
}

function textOf(node: Node): string | undefined {
  if (node.class === 'FUNCTION' && String(node.function_name).toLowerCase() === 'to_trace_id') {
    const [id, ...more] = node.children as Node[];
    const text = more.length === 0 && id !== undefined ? textOf(id) : undefined;
    return text === undefined ? undefined : (traceIdOf(text) ?? text);
  }
  if (node.class !== 'CONSTANT') return undefined;
  const { type, is_null: isNull, value } = node.value as { type: { id: string }; is_null: boolean; value: unknown };
  return type.id === 'VARCHAR' && !isNull && typeof value === 'string' ? value : undefined;
}
