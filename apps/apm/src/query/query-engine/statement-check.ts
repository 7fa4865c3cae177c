/**
 * What a caller's statement may be, checked on the engine's own syntax tree (`json_serialize_sql`), so that there is no
 * second parser to disagree with. Everything that is not known here is refused. Pure.
 */
import { SIGNALS, type Signal } from '@spanwise/segments/columns';
import { invalidArgument } from '@spanwise/contracts/base/errors';
import { ORGANIZATION_SLUG } from '@spanwise/contracts/iam/organization-slug';
import { cutText } from '@spanwise/contracts/base/cut-text';
import { ALLOWED_FUNCTIONS, ALLOWED_TABLE_FUNCTIONS } from './allowed-functions.js';
import { columnsOfCall } from './derived-columns.js';
import { localInstead } from './foreign-functions.js';
import { FreeNames, type FreeName } from './free-names.js';
import { traceIdsOf } from './trace-condition.js';

export const MAX_STATEMENT_CHARS = 131_072;
/** Streams that one statement may join. */
export const MAX_TABLES = 32;
/** Objects and arrays of the syntax tree inside each other. */
const MAX_DEPTH = 600;
const MAX_NODES = 100_000;

/** A stream as the statement names it: `logs."default"`, or without a signal, or `"acme".logs."default"`. */
export interface TableName {
  /** Slug of another organization; absent: the caller's own. */
  organization?: string;
  signal?: Signal;
  stream: string;
  /** Rows of other traces have no part in the answer; absent when they may. */
  traceIds?: string[];
}

export interface CheckedStatement {
  tables: TableName[];
  /** Names that stand in the statement as columns, lower case; views need no other fields. */
  columns: string[];
  /** The statement asks for columns without naming them (`*`, `columns(…)`, a natural join, a whole row). */
  allColumns: boolean;
  /** Names that may be fields which no view has on its own. */
  free: FreeName[];
}

/** Names that the engine or a shorter form of a stream's name has taken: such an organization cannot be named. */
const TAKEN = new Set(['memory', 'system', 'temp', 'main', ...SIGNALS]);

type Node = Record<string, unknown>;

const QUERY_NODES = new Set(['SELECT_NODE', 'SET_OPERATION_NODE', 'RECURSIVE_CTE_NODE', 'CTE_NODE']);
const SOURCES = new Set(['EMPTY', 'BASE_TABLE', 'JOIN', 'SUBQUERY', 'TABLE_FUNCTION', 'EXPRESSION_LIST']);
const MODIFIERS = new Set(['LIMIT_MODIFIER', 'LIMIT_PERCENT_MODIFIER', 'ORDER_MODIFIER', 'DISTINCT_MODIFIER']);
const ORDERS = new Set(['ASCENDING', 'DESCENDING', 'ORDER_DEFAULT']);
const EXPRESSIONS = new Set(
  (
    'COLUMN_REF CONSTANT FUNCTION COMPARISON CONJUNCTION OPERATOR CAST CASE BETWEEN STAR SUBQUERY WINDOW LAMBDA ' +
    'LAMBDA_REF COLLATE POSITIONAL_REFERENCE'
  ).split(' '),
);

/** `tree` is the engine's answer. Throws `invalid_argument` with a sentence that says what is not allowed. */
export function checkStatement(tree: string): CheckedStatement {
  const parsed = JSON.parse(tree) as {
    error: boolean;
    error_type?: string;
    error_message?: string;
    statements?: Node[];
  };
  if (parsed.error) {
    if (parsed.error_type === 'not implemented') throw invalidArgument('Only a SELECT statement can be run.');
    throw invalidArgument(`The statement cannot be read: ${firstLine(parsed.error_message ?? 'syntax error')}`);
  }
  if (parsed.statements?.length !== 1) throw invalidArgument('A query is exactly one SELECT statement.');
  const walk = new Walk();
  walk.visit(parsed.statements[0]!.node, [], 0);
  return walk.result();
}

/** As the engine compares names: letters beyond ASCII that have a small form within it (`\u212A`) are other letters. */
const lowerCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
const firstLine = (text: string): string => cutText(text.split('\n', 1)[0]!, 300);
const isNode = (value: unknown): value is Node => value !== null && typeof value === 'object' && !Array.isArray(value);

class Walk {
  private readonly tables = new Map<string, TableName>();
  private readonly columns = new Set<string>();
  private readonly sourceNames = new Set<string>();
  /** Of sources that their own condition narrows to some traces. */
  private readonly traceIds = new Map<unknown, string[]>();
  private readonly free = new FreeNames();
  private allColumns = false;
  private nodes = 0;

  result(): CheckedStatement {
    const wholeRow = [...this.sourceNames].some((name) => this.columns.has(name));
    return {
      tables: [...this.tables.values()],
      columns: [...this.columns],
      allColumns: this.allColumns || wholeRow,
      free: this.free.result(this.sourceNames, SIGNALS),
    };
  }

  /** `scope` has the names of the common table expressions that are visible here, in lower case. */
  visit(value: unknown, scope: readonly string[], depth: number): void {
    if (Array.isArray(value)) return value.forEach((one) => this.visit(one, scope, depth + 1));
    if (!isNode(value)) return;
    if (depth > MAX_DEPTH || ++this.nodes > MAX_NODES) throw invalidArgument('The statement is too deep or too large.');
    if (typeof value.class === 'string') return this.expression(value, scope, depth);
    if (typeof value.type === 'string') this.structure(value, scope);
    if (value.type === 'TABLE_FUNCTION') return this.visit((value.function as Node).children, scope, depth + 1);
    if (value.type === 'SELECT_NODE') this.narrow(value);
    const inner = isNode(value.cte_map) ? this.ctes(value.cte_map, scope, depth) : scope;
    const recursive = value.type === 'RECURSIVE_CTE_NODE' ? [...inner, lowerCase(String(value.cte_name))] : inner;
    for (const [member, child] of Object.entries(value)) {
      if (member !== 'cte_map') this.visit(child, member === 'right' ? recursive : inner, depth + 1);
    }
  }

  /** A common table expression sees those before it; itself it sees only in the second branch of a recursive one. */
  private ctes(map: Node, scope: readonly string[], depth: number): readonly string[] {
    let visible = scope;
    for (const entry of map.map as { key: string; value: Node }[]) {
      this.sourceNames.add(entry.key.toLowerCase());
      this.giveAll(entry.value.aliases);
      this.visit(entry.value, visible, depth + 1);
      visible = [...visible, lowerCase(entry.key)];
    }
    return visible;
  }

  private narrow(select: Node): void {
    const ids = traceIdsOf(select);
    if (ids !== undefined) this.traceIds.set(select.from_table, ids);
  }

  private expression(node: Node, scope: readonly string[], depth: number): void {
    const kind = node.class as string;
    if (kind === 'PARAMETER') throw invalidArgument('A statement has no parameters: write the values into it.');
    if (!EXPRESSIONS.has(kind)) throw invalidArgument(`A statement may not contain an expression of the kind ${kind}.`);
    this.free.give(node.alias);
    if (kind === 'CONSTANT') return;
    if (kind === 'COLUMN_REF') {
      return this.free.within(node.alias, () => this.column(node.column_names as string[]));
    }
    if (kind === 'STAR') this.allColumns = true;
    if (typeof node.function_name === 'string') this.callable(node, ALLOWED_FUNCTIONS);
    if (kind === 'LAMBDA') this.giveParameters(node.lhs as Node);
    this.free.within(node.alias, () => {
      // The modifiers of a type are constants by the grammar.
      for (const [member, child] of Object.entries(node))
        if (member !== 'cast_type') this.visit(child, scope, depth + 1);
    });
  }

  /** One name, or several as a row. */
  private giveParameters(side: Node): void {
    for (const one of [side, ...((side.children as Node[] | undefined) ?? [])]) this.giveAll(one.column_names);
  }

  private giveAll(names: unknown): void {
    if (Array.isArray(names)) names.forEach((name) => this.free.give(name));
  }

  private column(names: string[]): void {
    this.free.refer(names);
    for (const name of names) this.columns.add(name.toLowerCase());
    // `service.name` without quotes reads as a member of a column: the field may be meant all the same.
    this.columns.add(names.join('.').toLowerCase());
  }

  private structure(node: Node, scope: readonly string[]): void {
    const type = node.type as string;
    if (QUERY_NODES.has(type) || MODIFIERS.has(type) || ORDERS.has(type)) return;
    if (!SOURCES.has(type))
      throw invalidArgument(`A statement may not contain ${type.toLowerCase().replaceAll('_', ' ')}.`);
    if (typeof node.alias === 'string' && node.alias !== '') this.sourceNames.add(node.alias.toLowerCase());
    this.giveAll(node.column_name_alias);
    if (type === 'JOIN') this.join(node);
    if (type === 'BASE_TABLE') this.table(node, scope);
    if (type === 'TABLE_FUNCTION') {
      this.callable(node.function as Node, ALLOWED_TABLE_FUNCTIONS);
      this.free.give((node.function as Node).function_name);
    }
  }

  private join(node: Node): void {
    if (node.ref_type === 'NATURAL') this.allColumns = true;
    for (const name of (node.using_columns as string[] | undefined) ?? []) {
      this.columns.add(name.toLowerCase());
      this.free.refer([name]);
    }
  }

  private callable(node: Node, allowed: ReadonlySet<string>): void {
    const name = lowerCase(String(node.function_name));
    const schema = lowerCase(String(node.schema ?? ''));
    const catalog = lowerCase(String(node.catalog ?? ''));
    const own = (schema === '' || schema === 'main') && (catalog === '' || catalog === 'system');
    if (!own || !allowed.has(name))
      throw invalidArgument(`The function ${cutText(name, 64)} cannot be used${own ? localInstead(name) : ''}.`);
    if (node.export_state === true) throw invalidArgument('The state of an aggregate cannot be exported.');
    for (const column of columnsOfCall(name, (node.children ?? []) as unknown[])) this.columns.add(column);
  }

  private table(node: Node, scope: readonly string[]): void {
    const stream = String(node.table_name);
    const schema = lowerCase(String(node.schema_name));
    this.sourceNames.add(stream.toLowerCase());
    if (schema === '' && node.catalog_name === '' && scope.includes(lowerCase(stream))) return;
    const signal = SIGNALS.find((one) => one === schema);
    const organization = lowerCase(String(node.catalog_name));
    const named = organization === '' || (ORGANIZATION_SLUG.test(organization) && !TAKEN.has(organization));
    if (!named || ((schema !== '' || organization !== '') && signal === undefined)) {
      throw invalidArgument(
        `There is no stream ${cutText([node.catalog_name, schema, stream].filter(Boolean).join('.'), 200)}.`,
      );
    }
    if (node.at_clause !== null && node.at_clause !== undefined) throw invalidArgument('A stream has no versions.');
    const key = `${organization}.${schema}.${stream}`;
    const known = this.tables.get(key);
    const own = this.traceIds.get(node);
    // A stream that stands in several places is read for all of them.
    const traceIds = known === undefined ? own : own && known.traceIds && [...known.traceIds, ...own];
    this.tables.set(key, {
      stream,
      ...(organization !== '' && { organization }),
      ...(signal && { signal }),
      ...(traceIds && { traceIds }),
    });
    if (this.tables.size > MAX_TABLES) throw invalidArgument(`A statement may name at most ${MAX_TABLES} streams.`);
  }
}
