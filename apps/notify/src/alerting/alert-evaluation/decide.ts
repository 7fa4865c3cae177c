/**
 * From the state that a label set had and a verdict to the state that it has (ALERT-7). Pure: the same rule, states and
 * values always give the same, whichever process computes it and when.
 */
import { cutText } from '@spanwise/contracts/base/cut-text';
import type { RuleState } from '@spanwise/contracts/alerting/alert-rules';
import type { Severity } from '@spanwise/contracts/alerting/alert-conditions';
import { isWorse } from '../../incidents/incidents/incident-rules.js';
import { stepsToFire, type EvaluatedRule } from './evaluated-rule.js';
import { isHold, type Verdict } from './verdict.js';

/** Kibana's defaults: so many changes within so many steps. */
export const FLAPPING_CHANGES = 4;
export const FLAPPING_STEPS = 20;

export interface InstanceState {
  state: RuleState;
  /** Step in which it took the state. */
  since: number;
  /** First step of the breach that goes on. */
  breachedSince?: number;
  /** Of the incident, while firing or recovering. */
  severity?: Severity;
  /** Steps in a row that did not reach the severity, and the highest one that they reached. */
  lower?: { steps: number; severity: Severity };
  /** Steps in a row of each band, by its place, then of what else is counted: no further than it matters. Left out: 0. */
  breaches?: number[];
  oks?: number;
  empties?: number;
  errors?: number;
  /** Of an error: why the figure could not be had when it began. */
  reason?: string;
  /** Steps of the last changes between firing and not, of which flapping is notified. */
  changes?: number[];
  flapping?: true;
}

/** What is notified or recorded. */
export type Transition =
  | { kind: 'fired'; severity: Severity; breachedSince: number }
  | { kind: 'severity_raised' | 'severity_lowered'; severity: Severity }
  | { kind: 'recovering' }
  | { kind: 'breached_again' }
  | { kind: 'resolved'; reason: 'recovered' | 'missing_series' }
  | { kind: 'no_data' }
  | { kind: 'error'; reason: string }
  /** No longer without data, or failing. */
  | { kind: 'judged_again' }
  | { kind: 'flapping' };

export interface Decision {
  /** Undefined: normal, and nothing to remember. */
  state: InstanceState | undefined;
  transitions: Transition[];
}

export interface Step {
  /** Number of the step. */
  at: number;
  /** Within the grace of a new series nothing fires. */
  isNew: boolean;
  /** The series is among those whose end is notified. */
  isExpected: boolean;
}

const NORMAL: InstanceState = { state: 'normal', since: 0 };

export function decide(rule: EvaluatedRule, before: InstanceState | undefined, verdict: Verdict, step: Step): Decision {
  const state = before ?? NORMAL;
  if (verdict.kind === 'band' && isAlerting(state)) return withLower(rule, state, leastSeverity(rule), []);
  if (isHold(verdict)) return { state: before, transitions: [] };
  const decided = next(rule, state, verdict, step);
  if (isUnevaluated(state) && (decided.state === undefined || !isUnevaluated(decided.state))) {
    decided.transitions.unshift({ kind: 'judged_again' });
  }
  return withFlapping(state, decided, verdict, step.at);
}

const isUnevaluated = ({ state }: InstanceState): boolean => state === 'no_data' || state === 'error';

function next(rule: EvaluatedRule, state: InstanceState, verdict: Verdict, step: Step): Decision {
  switch (verdict.kind) {
    case 'breach':
      return onBreach(rule, state, verdict, step);
    case 'ok':
      return onOk(rule, state, step);
    case 'empty':
      return onEmpty(rule, state, step);
    case 'missing':
      return onMissing(rule, state, step);
    case 'error':
      return onError(rule, state, verdict.reason, step);
    default:
      return { state, transitions: [] };
  }
}

const isFiring = ({ state }: InstanceState): boolean => state === 'firing';
const isAlerting = ({ state }: InstanceState): boolean => state === 'firing' || state === 'recovering';

function onBreach(
  rule: EvaluatedRule,
  state: InstanceState,
  { severity, band }: { severity: Severity; band: number },
  step: Step,
): Decision {
  // A breach of a band is one of every band below it.
  const breaches = rule.bands.map((one, at) => {
    const isBelow = at === band || !isWorse(one.severity, severity);
    return isBelow ? Math.min((state.breaches?.[at] ?? 0) + 1, stepsToFire(rule, one)) : 0;
  });
  const breachedSince = state.breachedSince ?? step.at;
  const counted = { ...cleared(state), breaches, breachedSince };
  const ready = reached(rule, breaches);
  if (isAlerting(state)) return stillFiring(rule, state, counted, { ready, severity }, step);
  if (ready === undefined || step.isNew) return { state: moved(counted, 'pending', step), transitions: [] };
  return {
    state: { ...moved(counted, 'firing', step), severity: ready },
    transitions: [{ kind: 'fired', severity: ready, breachedSince }],
  };
}

function stillFiring(
  rule: EvaluatedRule,
  state: InstanceState,
  counted: InstanceState,
  { ready, severity }: { ready: Severity | undefined; severity: Severity },
  step: Step,
): Decision {
  const transitions: Transition[] = state.state === 'recovering' ? [{ kind: 'breached_again' }] : [];
  const firing = moved(counted, 'firing', step);
  if (ready === undefined || state.severity === undefined || !isWorse(ready, state.severity))
    return withLower(rule, firing, severity, transitions);
  const { lower: _, ...raised } = firing;
  return {
    state: { ...raised, severity: ready },
    transitions: [...transitions, { kind: 'severity_raised', severity: ready }],
  };
}

/** The severity falls after as many steps in a row as a recovery takes, to the highest one that these have reached. */
function withLower(rule: EvaluatedRule, state: InstanceState, reached: Severity, transitions: Transition[]): Decision {
  const { lower: before, ...rest } = state;
  if (state.severity === undefined || !isWorse(state.severity, reached)) return { state: rest, transitions };
  const severity = before !== undefined && isWorse(before.severity, reached) ? before.severity : reached;
  const steps = (before?.steps ?? 0) + 1;
  if (steps <= rule.evaluation.keep_firing_steps)
    return { state: { ...rest, lower: { steps, severity } }, transitions };
  return { state: { ...rest, severity }, transitions: [...transitions, { kind: 'severity_lowered', severity }] };
}

const leastSeverity = ({ bands }: EvaluatedRule): Severity =>
  bands.map(({ severity }) => severity).reduce((least, one) => (isWorse(least, one) ? one : least));

/** The highest severity whose band has been breached for long enough. */
function reached(rule: EvaluatedRule, breaches: readonly number[]): Severity | undefined {
  let best: Severity | undefined;
  for (const [at, band] of rule.bands.entries()) {
    if (breaches[at]! < stepsToFire(rule, band)) continue;
    if (best === undefined || isWorse(band.severity, best)) best = band.severity;
  }
  return best;
}

function onOk(rule: EvaluatedRule, state: InstanceState, step: Step): Decision {
  if (!isAlerting(state)) return { state: undefined, transitions: [] };
  const { keep_firing_steps: keep } = rule.evaluation;
  const oks = Math.min((state.oks ?? 0) + 1, keep + 1);
  const counted = { ...cleared(state), oks };
  if (state.flapping !== true && oks > keep) {
    return { state: undefined, transitions: [{ kind: 'resolved', reason: 'recovered' }] };
  }
  return {
    state: moved(counted, 'recovering', step),
    transitions: state.state === 'firing' ? [{ kind: 'recovering' }] : [],
  };
}

function onEmpty(rule: EvaluatedRule, state: InstanceState, step: Step): Decision {
  const empties = (state.empties ?? 0) + 1;
  if (isAlerting(state)) return afterMissing(rule, state, empties, step);
  const { no_data_steps: steps, no_data_state: wanted } = rule.evaluation;
  if (wanted === 'keep' || (wanted === 'ok' && state.state === 'normal')) return { state, transitions: [] };
  if (empties < steps) return { state: { ...state, empties }, transitions: [] };
  return wanted === 'ok' ? { state: undefined, transitions: [] } : noData(state, empties, step);
}

function noData(state: InstanceState, empties: number, step: Step): Decision {
  if (state.state === 'no_data') return { state, transitions: [] };
  return { state: { state: 'no_data', since: step.at, empties }, transitions: [{ kind: 'no_data' }] };
}

/** A firing series that ends has not recovered: it is held, and after a while resolved as missing. */
function afterMissing(rule: EvaluatedRule, state: InstanceState, empties: number, step: Step): Decision {
  if (empties < rule.evaluation.missing_steps) return { state: { ...state, empties }, transitions: [] };
  const resolved: Transition = { kind: 'resolved', reason: 'missing_series' };
  if (!step.isExpected) return { state: undefined, transitions: [resolved] };
  const { state: withoutData, transitions } = noData(state, empties, step);
  return { state: withoutData, transitions: [resolved, ...transitions] };
}

function onMissing(rule: EvaluatedRule, state: InstanceState, step: Step): Decision {
  const empties = (state.empties ?? 0) + 1;
  if (isAlerting(state)) return afterMissing(rule, state, empties, step);
  if (!step.isExpected) return { state: undefined, transitions: [] };
  if (empties < rule.evaluation.missing_steps) return { state: { ...state, empties }, transitions: [] };
  return noData(state, empties, step);
}

/** An own pending: a query that fails now and then sends no notification. */
function onError(rule: EvaluatedRule, state: InstanceState, reason: string, step: Step): Decision {
  const errors = (state.errors ?? 0) + 1;
  if (isAlerting(state) || state.state === 'error') return { state, transitions: [] };
  if (errors < rule.evaluation.error_steps) return { state: { ...state, errors }, transitions: [] };
  return {
    state: { state: 'error', since: step.at, errors, reason: cutText(reason, 256) },
    transitions: [{ kind: 'error', reason }],
  };
}

const moved = (state: InstanceState, to: RuleState, step: Step): InstanceState =>
  state.state === to ? state : { ...state, state: to, since: step.at };

/** Without what is counted in a row, but for what the verdict goes on counting. */
function cleared({
  oks: _oks,
  empties: _empties,
  errors: _errors,
  reason: _reason,
  breaches: _breaches,
  ...rest
}: InstanceState): InstanceState {
  return rest;
}

/**
 * A series that fires and recovers again and again is held firing or recovering, notified once, until it has been quiet
 * for as long as it was watched. Flapping never spares the pending steps: it only keeps what has fired.
 */
function withFlapping(before: InstanceState, decided: Decision, verdict: Verdict, at: number): Decision {
  const counts = before.flapping === true ? isFiring : isAlerting;
  const was = counts(before);
  const is = decided.state !== undefined && counts(decided.state);
  const recent = (before.changes ?? []).filter((step) => step > at - FLAPPING_STEPS);
  const changes = was === is ? recent : [...recent, at];
  if (changes.length === 0) {
    if (before.flapping !== true || decided.state === undefined) return { ...decided, state: plain(decided.state) };
    return calm(decided, verdict);
  }
  const flapping = before.flapping === true || changes.length >= FLAPPING_CHANGES;
  const { flapping: _flapping, ...rest } = decided.state ?? { state: 'normal' as const, since: at };
  const state: InstanceState = { ...rest, changes };
  const isGone = decided.transitions.some((one) => one.kind === 'resolved' && one.reason === 'missing_series');
  if (!flapping || isGone) return { ...decided, state };
  return held(before, { ...decided, state: { ...state, flapping: true } }, at);
}

/** It has been quiet: what it says now counts. */
function calm(decided: Decision, verdict: Verdict): Decision {
  if (decided.state?.state === 'recovering' && verdict.kind === 'ok') {
    return { state: undefined, transitions: [{ kind: 'resolved', reason: 'recovered' }] };
  }
  return { ...decided, state: plain(decided.state) };
}

/** What would resolve is recovering instead, since it is expected back. */
function held(before: InstanceState, decided: Decision, at: number): Decision {
  const begins = before.flapping !== true;
  const ended = decided.transitions.some((one) => one.kind === 'resolved' && one.reason === 'recovered');
  const transitions = decided.transitions.filter((one) => one.kind !== 'resolved' || one.reason !== 'recovered');
  const state = ended
    ? {
        ...decided.state!,
        state: 'recovering' as const,
        since: at,
        ...(before.severity && { severity: before.severity }),
      }
    : decided.state;
  return { state, transitions: begins ? [...transitions, { kind: 'flapping' }] : transitions };
}

function plain(state: InstanceState | undefined): InstanceState | undefined {
  if (state === undefined) return undefined;
  const { changes: _changes, flapping: _flapping, ...rest } = state;
  return rest.state === 'normal' && isIdle(rest) ? undefined : rest;
}

const isIdle = ({ empties = 0, errors = 0 }: InstanceState): boolean => empties === 0 && errors === 0;
