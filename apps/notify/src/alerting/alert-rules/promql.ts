/**
 * PromQL expressions as conditions over metrics (ALERT-116): one figure of series that an aggregation takes together, a ratio of two
 * of them, perhaps compared with a number. Everything else is refused by its name. Pure.
 */
import type { SyntaxNode } from '@lezer/common';
import { parser } from '@prometheus-io/lezer-promql';
import {
  METRIC_AGGREGATES,
  type MetricCondition,
  type MetricFilter,
  type MetricFunction,
  type MetricSelector,
  type Operator,
} from '@spanwise/contracts/alerting/alert-conditions';
import type { StreamReference } from '@spanwise/contracts/telemetry/query';

export interface Translated {
  condition: MetricCondition;
  /** Of the ranges in brackets; absent where there is none. */
  periodSecs?: number;
  /** Where the expression is compared with a number. */
  threshold?: { operator: Operator; threshold: number };
}

const MAX_CHARS = 4_096;
const MAX_DEPTH = 20;
const MAX_RANGE_SECS = 86_400;
/** A stream that is named in every query of a client that did not choose one. */
const DEFAULT_STREAM = 'default';

/** What is not in the subset: a sentence's end, after `query.statement`. */
export class NotTranslated extends Error {}

const refuse = (reason: string): never => {
  throw new NotTranslated(reason);
};

/** Throws `NotTranslated`. */
export function conditionOfPromql(statement: string, stream?: StreamReference): Translated {
  if (statement.length > MAX_CHARS) refuse(`must be at most ${MAX_CHARS} characters of PromQL`);
  const top = parser.parse(statement).topNode;
  const faulty = firstFault(top);
  if (faulty !== undefined) refuse(`is no PromQL expression: see character ${faulty + 1}`);
  const reader = new Reader(statement);
  const { left, threshold } = reader.comparison(top.firstChild!, 0);
  const [selector, divisor] = reader.figures(left, 0);
  const place = placeOf(stream, divisor === undefined ? [selector] : [selector, divisor]);
  const condition: MetricCondition = {
    type: 'metric',
    ...selector,
    ...place,
    ...(divisor !== undefined && { divided_by: { ...divisor, ...place } }),
    promql: statement,
  };
  const periodSecs = reader.rangeSecs;
  return { condition, ...(periodSecs !== undefined && { periodSecs }), ...(threshold !== undefined && { threshold }) };
}

/** A stream that holds several metrics; each is looked for by itself where none is named. */
function placeOf(stream: StreamReference | undefined, selectors: MetricSelector[]): { stream?: string } {
  if (stream?.stream_type !== 'metrics' || stream.name === DEFAULT_STREAM) return {};
  const isOwn = selectors.some(({ metric }) => stream.name === metric || stream.name === `${metric}_bucket`);
  return isOwn ? {} : { stream: stream.name };
}

function firstFault(node: SyntaxNode): number | undefined {
  const cursor = node.cursor();
  do if (cursor.type.isError) return cursor.from;
  while (cursor.next());
  return undefined;
}

const COMPARISONS: Record<string, Operator> = {
  '>': 'gt',
  '>=': 'gte',
  '<': 'lt',
  '<=': 'lte',
  '==': 'eq',
  '!=': 'neq',
};
const TURNED: Record<Operator, Operator> = { gt: 'lt', gte: 'lte', lt: 'gt', lte: 'gte', eq: 'eq', neq: 'neq' };

const FUNCTIONS: Record<string, MetricFunction> = {
  rate: 'rate',
  increase: 'increase',
  avg_over_time: 'avg',
  max_over_time: 'max',
  min_over_time: 'min',
  sum_over_time: 'sum',
  last_over_time: 'last',
};
const MATCHES: Record<string, MetricFilter['operator']> = { '=': 'eq', '!=': 'neq', '=~': 're', '!~': 'nre' };

type Figure = Omit<MetricSelector, 'stream'>;
type OfSeries = Pick<Figure, 'metric' | 'filters' | 'function'>;

class Reader {
  rangeSecs: number | undefined;

  constructor(private readonly statement: string) {}

  /** At the top alone a comparison is a threshold. */
  comparison(node: SyntaxNode, depth: number): { left: SyntaxNode; threshold?: Translated['threshold'] } {
    const inner = this.unwrapped(node, depth);
    if (inner.name !== 'BinaryExpr') return { left: inner };
    const { operands, operator } = this.binary(inner);
    const compared = COMPARISONS[this.text(operator)];
    if (compared === undefined) return { left: inner };
    const [one, other] = operands.map((operand) => this.unwrapped(operand, depth));
    const [number, turned] = [other, one].map((operand) => this.numberOf(operand!));
    if (number !== undefined) return { left: one!, threshold: { operator: compared, threshold: number } };
    if (turned !== undefined) return { left: other!, threshold: { operator: TURNED[compared], threshold: turned } };
    return refuse('compares two expressions: one side must be a number');
  }

  /** One, or two that are divided. */
  figures(node: SyntaxNode, depth: number): [Figure] | [Figure, Figure] {
    const inner = this.unwrapped(node, depth);
    if (inner.name !== 'BinaryExpr') return [this.figure(inner, depth)];
    const { operands, operator } = this.binary(inner);
    if (operator.name !== 'Div')
      refuse(`has the operator ${this.text(operator)}: only / and one comparison with a number are known`);
    const [one, other] = operands.map((operand) => this.figure(this.unwrapped(operand, depth), depth));
    const isSame = one!.group_by.toSorted().join('\0') === other!.group_by.toSorted().join('\0');
    if (!isSame || one!.by_series !== other!.by_series) refuse('divides expressions by different labels');
    return [one!, { ...other!, group_by: one!.group_by }];
  }

  private binary(node: SyntaxNode): { operands: SyntaxNode[]; operator: SyntaxNode } {
    const parts = childrenOf(node);
    const foreign = parts.find(({ name }) => name === 'BoolModifier' || name === 'MatchingModifierClause');
    if (foreign !== undefined) refuse(`has ${this.text(foreign)}, which is not known`);
    if (parts.length !== 3) refuse('has an operator that is not known');
    return { operands: [parts[0]!, parts[2]!], operator: parts[1]! };
  }

  private figure(node: SyntaxNode, depth: number): Figure {
    if (node.name === 'AggregateExpr') return this.aggregated(node, depth);
    if (node.name === 'FunctionCall' && this.functionName(node) === 'histogram_quantile')
      return this.quantile(node, depth);
    if (node.name === 'NumberDurationLiteral') refuse('is a number');
    return { ...this.ofSeries(node, depth), aggregate: 'sum', group_by: [], by_series: true };
  }

  private aggregated(node: SyntaxNode, depth: number): Figure {
    const parts = childrenOf(node);
    const named = this.text(parts[0]!).toLowerCase();
    const aggregate = METRIC_AGGREGATES.find((one) => one === named);
    if (aggregate === undefined)
      return refuse(`has the aggregation ${named}: known are ${METRIC_AGGREGATES.join(', ')}`);
    const modifier = parts.find(({ name }) => name === 'AggregateModifier');
    const [of, ...more] = argumentsOf(node);
    if (of === undefined || more.length > 0) return refuse(`must give ${named} one expression`);
    const group_by = modifier === undefined ? [] : this.labels(modifier);
    return { ...this.ofSeries(this.unwrapped(of, depth), depth), aggregate, group_by };
  }

  private labels(modifier: SyntaxNode): string[] {
    if (modifier.firstChild?.name !== 'By') refuse('has without: name the labels to keep by by (…)');
    const labels = childrenOf(modifier.getChild('GroupingLabels')!).map((label) => this.labelName(label));
    return [...new Set(labels)];
  }

  /** Of an aggregation of the buckets' rates by `le` and the labels of the instances. */
  private quantile(node: SyntaxNode, depth: number): Figure {
    const [share, of] = argumentsOf(node);
    const quantile = share === undefined ? undefined : this.numberOf(this.unwrapped(share, depth));
    if (of === undefined || quantile === undefined || quantile < 0 || quantile > 1) {
      return refuse('must give histogram_quantile a number from 0 to 1 and an expression');
    }
    const inner = this.unwrapped(of, depth);
    const buckets = inner.name === 'AggregateExpr' ? this.aggregated(inner, depth) : undefined;
    const isFit = buckets?.aggregate === 'sum' && (buckets.function === 'rate' || buckets.function === 'increase');
    const metric = /^(.+)_bucket$/.exec(buckets?.metric ?? '')?.[1];
    if (buckets === undefined || !isFit || metric === undefined || !buckets.group_by.includes('le')) {
      return refuse('must give histogram_quantile sum by (le) (rate(NAME_bucket[…])), perhaps by further labels');
    }
    const group_by = buckets.group_by.filter((label) => label !== 'le');
    return { metric, filters: buckets.filters, function: 'quantile', quantile, aggregate: 'sum', group_by };
  }

  private ofSeries(node: SyntaxNode, depth: number): OfSeries {
    if (node.name === 'VectorSelector') return { ...this.selector(node), function: 'last' };
    if (node.name !== 'FunctionCall') return this.refuseNode(node);
    const name = this.functionName(node);
    const known = Object.hasOwn(FUNCTIONS, name) ? FUNCTIONS[name] : undefined;
    if (known === undefined) {
      return refuse(
        `has the function ${name}: known are ${[...Object.keys(FUNCTIONS), 'histogram_quantile'].join(', ')}`,
      );
    }
    const [of, ...more] = argumentsOf(node);
    if (of === undefined || more.length > 0) return refuse(`must give ${name} one series with a range`);
    const matrix = this.unwrapped(of, depth);
    if (matrix.name !== 'MatrixSelector')
      return this.refuseNode(matrix, `must give ${name} a metric with a range such as [5m]`);
    this.noteRange(matrix.getChild('DurationExpr')!);
    return { ...this.selector(matrix.getChild('VectorSelector')!), function: known };
  }

  private selector(node: SyntaxNode): Pick<Figure, 'metric' | 'filters'> {
    let metric: string | undefined;
    const filters: MetricFilter[] = [];
    const names = (name: string) => {
      if (metric !== undefined) refuse('names a metric twice');
      metric = name;
    };
    for (const part of childrenOf(node)) {
      if (part.name === 'Identifier') names(this.text(part));
      for (const matcher of part.name === 'LabelMatchers' ? childrenOf(part) : []) {
        if (matcher.name === 'QuotedLabelName') names(this.labelName(matcher));
        else this.addMatcher(matcher, filters, names);
      }
    }
    return metric === undefined ? refuse('has a selector without the name of a metric') : { metric, filters };
  }

  private addMatcher(matcher: SyntaxNode, filters: MetricFilter[], names: (name: string) => void): void {
    const [name, match, value] = childrenOf(matcher);
    const label = this.labelName(name!);
    const operator = MATCHES[this.text(match!)];
    const text = this.stringOf(value!);
    if (label !== '__name__') return void filters.push({ label, operator: operator!, value: text });
    if (operator !== 'eq') refuse('matches names of metrics: name one');
    names(text);
  }

  private noteRange(duration: SyntaxNode): void {
    const text = this.text(duration);
    const secs = secondsOf(text);
    if (secs === undefined || secs % 60 !== 0 || secs < 60 || secs > MAX_RANGE_SECS) {
      refuse(`has the range [${text}]: a range is whole minutes, at most a day`);
    }
    if (this.rangeSecs !== undefined && this.rangeSecs !== secs) refuse('has different ranges: a rule has one window');
    this.rangeSecs = secs;
  }

  private unwrapped(node: SyntaxNode, depth: number): SyntaxNode {
    let inner = node;
    for (let level = depth; inner.name === 'ParenExpr'; level++) {
      if (level > MAX_DEPTH) refuse('has too many parentheses');
      inner = inner.firstChild!;
    }
    return inner;
  }

  private refuseNode(node: SyntaxNode, otherwise = 'has a part that is not known'): never {
    if (node.name === 'BinaryExpr')
      refuse(`has the operator ${this.text(this.binary(node).operator)} within an expression`);
    if (node.name === 'AggregateExpr') refuse(`has the aggregation ${this.text(node.firstChild!)} within another one`);
    if (node.name === 'FunctionCall') refuse(`has the function ${this.functionName(node)} within another one`);
    const unknown: Record<string, string> = {
      OffsetExpr: 'offset',
      StepInvariantExpr: '@',
      SubqueryExpr: 'a subquery',
      UnaryExpr: 'a sign before an expression',
      StringLiteral: 'a text',
      MatrixSelector: 'a range without a function',
    };
    const named = unknown[node.name];
    return refuse(named === undefined ? otherwise : `has ${named}, which is not known`);
  }

  private numberOf(node: SyntaxNode): number | undefined {
    if (node.name !== 'NumberDurationLiteral') return undefined;
    const text = this.text(node);
    const number = Number(text);
    return Number.isFinite(number)
      ? number
      : (secondsOf(text) ?? refuse(`has the number ${text}, which is none that is known`));
  }

  private functionName = (node: SyntaxNode): string => this.text(node.firstChild!);

  private labelName(node: SyntaxNode): string {
    return node.name === 'LabelName' ? this.text(node) : this.stringOf(node.firstChild!);
  }

  private stringOf(node: SyntaxNode): string {
    const text = this.text(node);
    const [quote, inner] = [text[0], text.slice(1, -1)];
    if (quote === '`') return inner;
    return inner.replaceAll(/\\(u[0-9a-fA-F]{4}|.)/gs, (escape, rest: string) => {
      if (rest.length > 1) return String.fromCharCode(Number.parseInt(rest.slice(1), 16));
      return ESCAPES[rest] ?? refuse(`has the escape ${escape}, which is not known`);
    });
  }

  private text({ from, to }: SyntaxNode): string {
    return this.statement.slice(from, to);
  }
}

const ESCAPES: Record<string, string> = { '\\': '\\', '"': '"', "'": "'", n: '\n', t: '\t', r: '\r' };

function childrenOf(node: SyntaxNode): SyntaxNode[] {
  const children: SyntaxNode[] = [];
  for (let child = node.firstChild; child !== null; child = child.nextSibling) {
    if (child.name !== 'LineComment') children.push(child);
  }
  return children;
}

function argumentsOf(node: SyntaxNode): SyntaxNode[] {
  const body = node.getChild('FunctionCallBody');
  return body === null ? [] : childrenOf(body);
}

const UNIT_SECS: Record<string, number> = { w: 604_800, d: 86_400, h: 3_600, m: 60, s: 1 };

/** `5m`, `1h30m`, or a number of seconds. */
function secondsOf(text: string): number | undefined {
  if (/^\d+$/.test(text)) return Number(text);
  if (!/^(\d+[wdhms])+$/.test(text)) return undefined;
  return [...text.matchAll(/(\d+)([wdhms])/g)].reduce(
    (sum, [, count, unit]) => sum + Number(count) * UNIT_SECS[unit!]!,
    0,
  );
}
