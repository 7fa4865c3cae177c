/** From the body of a rule to what is kept of it, and what follows from that (ALERT-2 to ALERT-17). Pure. */
import { isDeepStrictEqual } from 'node:util';
import {
  DEPLOY_LOOK_STEPS,
  DEPLOY_WINDOW_MINUTES,
  evaluatesDeviation,
  SEVERITIES,
  SLO_PAIRS,
  type Condition,
  type Operator,
  type Severity,
} from '@spanwise/contracts/alerting/alert-conditions';
import {
  RuleEvaluation,
  type RuleBand,
  type RuleBody,
  type RuleKind,
  type RuleQuery,
  type RuleTrigger,
} from '@spanwise/contracts/alerting/alert-rules';
import { canonicalJson } from '@spanwise/contracts/base/canonical-json';
import { invalidArgument, type ErrorDetail } from '@spanwise/contracts/base/errors';
import type { StreamReference } from '@spanwise/contracts/telemetry/query';
import { unstorableMember } from '@spanwise/contracts/base/storable-text';
import { cutText } from '@spanwise/contracts/base/cut-text';
import { labelsOf, rangeOf, readCondition, type Range } from './condition-rules.js';
import { conditionOfPromql, NotTranslated, type Translated } from './promql.js';
import { shownQuery } from './synthesised-query.js';

/** A rule as it is kept: what the caller left out has its default. */
export interface RuleDefinition {
  name: string;
  description: string;
  kind: RuleKind;
  condition: Condition;
  /** As asked; evaluated is the window of whole minutes. */
  period_secs: number;
  trigger: RuleTrigger;
  thresholds: RuleBand[];
  severity: Severity | null;
  evaluation: RuleEvaluation;
  escalation_policy_id: string;
  labels: Record<string, string>;
  annotations: Record<string, string>;
}

/** What makes a version: what is watched and how it is evaluated. */
export interface EvaluatedDefinition {
  condition: Condition;
  window_minutes: number;
  trigger: RuleTrigger;
  /** At least one. */
  bands: RuleBand[];
  evaluation: RuleEvaluation;
}

const DEFAULT_PERIOD_SECS = 300;
const DEFAULT_SEVERITY: Severity = 'warning';
const MAX_ENTRIES = 32;
const MAX_KEY = 128;
/** Of all names and values as JSON: labels and annotations travel with every event, which holds 16 KiB. */
const MAX_LABEL_BYTES = 2_048;
const MAX_ANNOTATION_BYTES = 4_096;

/** `stored` is the rule that the body replaces. Throws `invalid_argument` naming the member. */
export function definitionOf(body: RuleBody, stored?: RuleDefinition): RuleDefinition {
  const unstorable = unstorableMember(body);
  if (unstorable !== undefined) throw refused(unstorable, 'must be a text without NUL');
  const condition = withParams(conditionOf(body, stored), body.anomaly_params);
  refuseUnsupported(body, condition);
  const definition = withExpression({
    name: body.name.trim(),
    description: body.description,
    kind: body.kind,
    condition,
    period_secs: body.query?.period_secs ?? stored?.period_secs ?? DEFAULT_PERIOD_SECS,
    trigger: plain(body.trigger),
    thresholds: (body.thresholds ?? []).map(plain),
    severity: body.severity ?? null,
    evaluation: evaluationOf(body, stored),
    escalation_policy_id: body.escalation_policy_id,
    labels: textsOf('labels', body.labels ?? {}, MAX_LABEL_BYTES),
    annotations: textsOf('annotations', body.annotations ?? {}, MAX_ANNOTATION_BYTES),
  });
  refuseWhatNeverFires(definition);
  refuseUnfitLooks(definition);
  refuseSamplesOfRules(definition);
  refuseUnfitConfidence(definition);
  refuseUnfitEvaluation(definition);
  return definition;
}

function refuseUnsupported({ kind, anomaly_params: params }: RuleBody, condition: Condition): void {
  const isAnomaly = kind === 'anomaly';
  if (isAnomaly && condition.type === 'sql' && condition.anomaly === undefined)
    throw refused('anomaly_params', 'must say what is usual of the statement');
  if (isAnomaly && !evaluatesDeviation(condition))
    throw refused('kind', 'can be anomaly only with a statement or a condition of that type');
  if (params != null && condition.type !== 'sql')
    throw refused('anomaly_params', 'are of a statement: the condition says what is usual of it');
  if (!isAnomaly && condition.type === 'sql' && condition.anomaly !== undefined)
    throw refused('kind', 'must be anomaly for a statement with anomaly_params');
}

/** The parameters of a statement stand beside it, as a client sends them. */
function withParams(condition: Condition, params: RuleBody['anomaly_params']): Condition {
  if (condition.type !== 'sql' || params == null) return condition;
  const read = readCondition({ ...condition, anomaly: params });
  if ('condition' in read) return read.condition;
  throw faulty(
    read.faults.map(({ field, reason }) => ({ field: field.replace(/^condition\.anomaly/, 'anomaly_params'), reason })),
  );
}

function conditionOf({ query, condition: sent }: RuleBody, stored: RuleDefinition | undefined): Condition {
  if (sent != null) {
    const read = readCondition(sent);
    if ('faults' in read) throw faulty(read.faults);
    refuseTwoStatements(read.condition, query, stored);
    return read.condition;
  }
  if (query === undefined) {
    if (stored === undefined) throw refused('query', 'must be there where there is no condition');
    return stored.condition;
  }
  const { language, statement, stream } = query;
  if (stored !== undefined && isShownAs(stored.condition, language, statement)) return stored.condition;
  if (language === 'promql') return translated(statement, stream).condition;
  if (language === 'condition') throw refused('condition', 'must be there for a query of this language');
  if (statement.trim() === '') throw refused('query.statement', 'must not be blank');
  return { type: 'sql', statement, stream: { name: stream.name, stream_type: stream.stream_type } };
}

/** Words mean the condition that they show, in whatever language they come back; a statement says by itself what it means. */
function isShownAs(condition: Condition, language: string, statement: string): boolean {
  if (condition.type === 'sql') return false;
  const shown = shownQuery(condition);
  return shown.statement === statement && (shown.language !== 'promql' || language !== 'promql');
}

function translated(statement: string, stream?: StreamReference, field = 'query.statement'): Translated {
  const said = translationOf(statement, stream, field);
  const read = readCondition(said.condition);
  if ('condition' in read) return said;
  const { field: member, reason } = read.faults[0]!;
  throw refused(field, `cannot be a rule: ${member} ${reason}`);
}

function translationOf(statement: string, stream: StreamReference | undefined, field: string): Translated {
  try {
    return conditionOfPromql(statement, stream);
  } catch (error) {
    if (error instanceof NotTranslated) throw refused(field, error.message);
    throw error;
  }
}

/** What an expression says of the window and the threshold counts, whatever is sent beside it. */
function withExpression(definition: RuleDefinition): RuleDefinition {
  const { condition, trigger, thresholds } = definition;
  if (condition.type !== 'metric' || condition.promql === undefined) return definition;
  const stream = { name: condition.stream ?? 'default', stream_type: 'metrics' as const };
  const { periodSecs, threshold, ...said } = translated(condition.promql, stream, 'condition.promql');
  if (!isDeepStrictEqual(said.condition, condition)) {
    throw refused('condition.promql', 'says something else than the condition: leave it out');
  }
  const window = { period_secs: periodSecs ?? definition.period_secs };
  if (threshold === undefined) return { ...definition, ...window };
  const isOther = thresholds.some(
    (band) => band.operator !== threshold.operator || band.threshold !== threshold.threshold,
  );
  if (isOther) throw refused('thresholds', 'must be empty where the expression is compared with a number');
  return { ...definition, ...window, trigger: { ...trigger, ...threshold } };
}

/** How the rule was shown, before or after, says nothing beside its condition. */
function refuseTwoStatements(condition: Condition, query: RuleQuery | undefined, stored?: RuleDefinition): void {
  if (query === undefined || query.language === 'condition') return;
  if (query.language === 'sql' && condition.type === 'sql' && condition.statement === query.statement) return;
  const isShown = (of: Condition) => of.type !== 'sql' && shownQuery(of).statement === query.statement;
  if (isShown(condition) || (stored !== undefined && isShown(stored.condition))) return;
  throw refused('query.statement', 'says something else than the condition: leave one of them out');
}

function evaluationOf({ evaluation: sent, kind }: RuleBody, stored: RuleDefinition | undefined): RuleEvaluation {
  const evaluation = plain(sent ?? stored?.evaluation ?? new RuleEvaluation());
  evaluation.recovery_threshold ??= null;
  const settled = kind === 'real_time' ? { ...evaluation, settle_secs: 0 } : evaluation;
  return { ...settled, expect_series: evaluation.expect_series.map((one) => labelSetOf(one)) };
}

function textsOf(field: string, sent: Record<string, unknown>, maxBytes: number): Record<string, string> {
  const entries = Object.entries(sent);
  if (entries.length > MAX_ENTRIES) throw refused(field, `must have at most ${MAX_ENTRIES} entries`);
  for (const [key, value] of entries) {
    if (key === '' || key.length > MAX_KEY) throw refused(field, `must have names of 1 to ${MAX_KEY} characters`);
    if (typeof value !== 'string') throw refused(`${field}.${key}`, 'must be a text');
  }
  if (Buffer.byteLength(JSON.stringify(sent)) > maxBytes) throw refused(field, `must have at most ${maxBytes} bytes`);
  return Object.fromEntries(entries) as Record<string, string>;
}

function labelSetOf(sent: unknown): Record<string, string> {
  const field = 'evaluation.expect_series';
  if (sent === null || typeof sent !== 'object' || Array.isArray(sent)) {
    throw refused(field, 'must be a list of label sets');
  }
  return textsOf(field, sent as Record<string, unknown>, MAX_LABEL_BYTES);
}

/** A rule that cannot fire is found out now, and not when it should have. */
function refuseWhatNeverFires(definition: RuleDefinition): void {
  const range = rangeOf(definition.condition);
  const limits = [
    { ...definition.trigger, field: 'trigger.threshold' },
    ...definition.thresholds.map((band, at) => ({ ...band, field: `thresholds.${at}.threshold` })),
  ];
  for (const { field, operator, threshold } of limits) {
    if (threshold < range.least || threshold > range.most) throw refused(field, `must be ${said(range)}`);
    if (!canHold(operator, threshold, range)) {
      throw refused(field, `can never be met: the value is ${said(range)}, and must be ${operator} ${threshold}`);
    }
  }
}

const said = ({ least, most }: Range): string => (most === Infinity ? `at least ${least}` : `from ${least} to ${most}`);

function canHold(operator: Operator, threshold: number, { least, most }: Range): boolean {
  if (operator === 'gt') return threshold < most;
  if (operator === 'lt') return threshold > least;
  return true;
}

/** A look lasts a few steps: what has to be breached in more of them never fires, and what has to be good in more never ends. */
function refuseUnfitLooks({ condition, trigger, thresholds, evaluation }: RuleDefinition): void {
  if (condition.type !== 'deploy_regression') return;
  const limits = [
    { ...trigger, at: 'trigger' },
    ...thresholds.map((band, index) => ({ ...band, at: `thresholds.${index}` })),
  ];
  for (const { at, operator, threshold, for_periods: periods } of limits) {
    if (periods > 1) throw refused(`${at}.for_periods`, 'must be 1: a deployment is looked at three times');
    if (threshold >= 1 && (operator === 'gte' || operator === 'eq')) {
      throw refused(`${at}.threshold`, 'can never be met: the value is always below 1');
    }
  }
  if (evaluation.keep_firing_steps < DEPLOY_LOOK_STEPS) return;
  throw refused('evaluation.keep_firing_steps', `must be below ${DEPLOY_LOOK_STEPS}: a look lasts as many steps`);
}

/** Rules are no samples: with more than one asked for nothing would ever be evaluated. */
function refuseSamplesOfRules({ condition, evaluation }: RuleDefinition): void {
  if (condition.type !== 'composite' || evaluation.min_samples <= 1) return;
  throw refused('evaluation.min_samples', 'must be 0: a rule over others has no samples of its own');
}

/** Of an interval it can be said that it is beyond a threshold, not that it is one. */
function refuseUnfitConfidence({ condition, trigger, thresholds }: RuleDefinition): void {
  if (condition.type !== 'red' || condition.confidence === undefined) return;
  if ([trigger, ...thresholds].every(({ operator }) => SIDES[operator] !== undefined)) return;
  throw refused('condition.confidence', 'needs thresholds that are exceeded or undercut');
}

function refuseUnfitEvaluation(definition: RuleDefinition): void {
  const { recovery_threshold: recovery, expect_series: expected } = definition.evaluation;
  if (typeof recovery === 'number') refuseUnfitRecovery(definition, recovery);
  const known = labelsOf(definition.condition);
  const stray = expected.flatMap((labels) => Object.keys(labels)).find((name) => !(known?.includes(name) ?? true));
  if (stray === undefined) return;
  throw refused('evaluation.expect_series', `names ${cutText(stray, 64)}, which is no label of the rule's instances`);
}

const SIDES: Partial<Record<Operator, 'above' | 'below'>> = { gt: 'above', gte: 'above', lt: 'below', lte: 'below' };

function refuseUnfitRecovery(definition: RuleDefinition, recovery: number): void {
  const field = 'evaluation.recovery_threshold';
  const range = rangeOf(definition.condition);
  if (recovery < range.least || recovery > range.most) throw refused(field, `must be ${said(range)}`);
  const trigger = triggerOf(definition);
  const side = SIDES[trigger.operator];
  for (const { operator, threshold } of [trigger, ...definition.thresholds]) {
    if (side === undefined || SIDES[operator] !== side) {
      throw refused(field, 'needs thresholds that are all exceeded, or all undercut');
    }
    const isBetter = side === 'above' ? recovery <= threshold : recovery >= threshold;
    if (!isBetter) throw refused(field, `must not be ${side} the threshold ${threshold}`);
  }
}

export function evaluatedPartOf(definition: RuleDefinition): EvaluatedDefinition {
  const { condition, period_secs: period, evaluation } = definition;
  const trigger = triggerOf(definition);
  return { condition, window_minutes: windowOf(condition, period), trigger, bands: bandsOf(definition), evaluation };
}

/** Of a budget the longest window that it is evaluated over, of a deployment all that its last look is about. */
function windowOf(condition: Condition, periodSecs: number): number {
  if (condition.type === 'deploy_regression') return DEPLOY_WINDOW_MINUTES;
  if (condition.type !== 'slo') return Math.ceil(periodSecs / 60);
  return Math.max(...condition.pairs.map((pair) => SLO_PAIRS[pair].longMinutes));
}

/** Of the anomaly of a statement `k` is the threshold, whatever the trigger says. */
function triggerOf({ condition, trigger }: RuleDefinition): RuleTrigger {
  if (condition.type !== 'sql' || condition.anomaly === undefined) return trigger;
  return { ...trigger, operator: 'gt', threshold: condition.anomaly.k };
}

function bandsOf(definition: RuleDefinition): RuleBand[] {
  const { thresholds, severity, labels } = definition;
  if (thresholds.length > 0) return thresholds;
  const { operator, threshold, for_periods } = triggerOf(definition);
  const named = SEVERITIES.find((one) => one === labels.severity);
  return [{ severity: severity ?? named ?? DEFAULT_SEVERITY, operator, threshold, for_periods }];
}

/** Whether states of the one say nothing of the other. The repeat interval changes no verdict. */
export function isNewVersion(before: RuleDefinition, after: RuleDefinition): boolean {
  const evaluatedParts = (definition: RuleDefinition) => {
    const { trigger, ...rest } = evaluatedPartOf(definition);
    return { ...rest, trigger: { ...trigger, silence_secs: 0 } };
  };
  return !isDeepStrictEqual(evaluatedParts(before), evaluatedParts(after));
}

/**
 * What of stored telemetry it reads, where the rule that is replaced does not read the same: a statement, or a condition over
 * metrics as text.
 */
export function telemetryRead(definition: RuleDefinition, stored?: RuleDefinition): string | undefined {
  const read = ({ condition }: RuleDefinition): string | undefined => {
    if (condition.type === 'sql') return condition.statement;
    return condition.type === 'metric' ? canonicalJson(condition) : undefined;
  };
  const own = read(definition);
  return stored !== undefined && own === read(stored) ? undefined : own;
}

/** Without the class: what is read back from the database has none. */
const plain = <T extends object>(value: T): T => ({ ...value });

export const refused = (field: string, reason: string) => faulty([{ field: cutText(field, 200), reason }]);

const faulty = (details: ErrorDetail[]) =>
  invalidArgument(`The rule is invalid: ${details[0]!.field} ${details[0]!.reason}.`, details);
