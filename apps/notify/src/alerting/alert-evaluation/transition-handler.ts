import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { STEP_MICROS } from '@spanwise/contracts/alerting/measure';
import { inSavepoint } from '@spanwise/postgres/savepoint';
import type { PoolClient } from 'pg';
import { ruleOfIncident } from '../alert-rules/rule-view.js';
import { NotifyConfig } from '../../config.js';
import { countFault } from '../../platform/faults/fault-metrics.js';
import { reasonOf } from '../../platform/faults/fault-reason.js';
import { endFaults, faultsOf, noteFault } from '../../platform/faults/faults.store.js';
import { changeIncidents, type IncidentChanges } from '../../incidents/incidents/incident-lifecycle.js';
import type { IncidentTools } from '../../incidents/incidents/incident-notifier.js';
import { fingerprintOf } from '../../incidents/incidents/incident-rules.js';
import { latestOf, noteValues, type MeasuredIncident } from '../../incidents/incidents/incidents.store.js';
import type { CauseEvidence } from '../../incidents/incidents/inhibition.js';
import { silencesOf } from '../../incidents/incidents/silenced.js';
import type { Transition } from './decide.js';
import type { KnownInstances } from './evaluate-step.js';
import type { EvaluatedInstance, EvaluatedSpec } from './evaluated-spec.js';
import type { EvaluatedRule } from './evaluated-rule.js';
import type { Pass } from './passes.js';
import { ProvisionalStep } from './revisions.js';
import { causesInStep, firingIn } from './step-causes.js';
import type { StepEvaluation } from './step-evaluation.js';
import { saveStates, type StateChange } from './steps.store.js';

/** One step of an organization, in the transaction that evaluates it. */
export interface StepContext {
  organizationId: string;
  client: PoolClient;
  pass: Pass;
  step: number;
  /** Later steps are ready: what is notified may be over already. */
  isBehind: boolean;
  /** What apm said of the causes of what fires; absent where apm was not asked or did not answer. */
  evidence?: CauseEvidence | undefined;
}

/** Incident of label sets for which it has changed, by hash; undefined where it has ended. */
type ChangedIncidents = Map<string, string | undefined>;

/** What follows from an evaluated step: incidents, their timelines, and who is notified. */
@Injectable()
export class TransitionHandler {
  private readonly baseUrl: string;

  constructor(config: NotifyConfig) {
    this.baseUrl = config.values.baseUrl;
  }

  /** New states are written with what follows from them: a rule of which either fails holds its state (ALERT-150). */
  async apply(
    turn: StepContext,
    evaluation: StepEvaluation,
    known: ReadonlyMap<string, KnownInstances>,
  ): Promise<void> {
    const { client, organizationId, pass } = turn;
    const tools = { ...(await this.toolsOf(turn)), ...(await causesOfStep(turn, evaluation.specs)) };
    await changeIncidents(client, organizationId, tools, async (incidents) => {
      const provisional = pass.kind === 'final' ? await provisionalOf(turn, evaluation.specs) : undefined;
      for (const spec of evaluation.inOrder()) {
        if (spec.fault !== undefined || !isAnythingNew(spec, provisional)) continue;
        const ofRule = known.get(spec.rule.id);
        const failed = await incidents.isolated(() => this.ofRule(turn, incidents, spec, ofRule, provisional));
        if (failed !== undefined) evaluation.fail(spec.rule, reasonOf(failed.fault));
      }
      if (pass.kind === 'provisional' && !turn.isBehind) await notifyPending(turn, incidents, evaluation.specs);
    });
    await noteFaults(turn, evaluation.specs);
    if (pass.kind === 'provisional')
      await noteValues(client, organizationId, measuredIncidents(evaluation.specs, known), turn.step * STEP_MICROS);
  }

  private async ofRule(
    turn: StepContext,
    incidents: IncidentChanges,
    spec: EvaluatedSpec,
    known: KnownInstances | undefined,
    provisional: ProvisionalStep | undefined,
  ): Promise<void> {
    const changed: ChangedIncidents = new Map();
    const { rule } = spec;
    for (const instance of spec.instances) {
      if (provisional?.isOverturned(rule, instance) === true) await this.revise(turn, incidents, rule, instance);
      const news = newsOf(spec, instance, provisional);
      if (news.length === 0) continue;
      const incidentId = known?.get(instance.hash)?.incidentId;
      const work = new InstanceTransitions(incidents, rule, instance, turn.step, incidentId);
      for (const transition of news) await work.follow(transition);
      if (work.incidentId !== incidentId) changed.set(instance.hash, work.incidentId);
    }
    await saveStates(turn.client, turn.organizationId, turn.pass.name, changesOf(spec, known, changed));
  }

  /** What is behind waits until it is known whether it still holds. */
  private async toolsOf({ client, organizationId, isBehind }: StepContext): Promise<IncidentTools> {
    if (isBehind) return { baseUrl: this.baseUrl, suppressionFor: () => ({ reason: 'catching_up' }) };
    return { baseUrl: this.baseUrl, suppressionFor: await silencesOf(client, organizationId) };
  }

  /** The incident that was opened for what did not hold says so. */
  private async revise(
    { client, organizationId, step }: StepContext,
    incidents: IncidentChanges,
    rule: EvaluatedRule,
    { labels, measured }: EvaluatedInstance,
  ): Promise<void> {
    const incident = await latestOf(client, organizationId, fingerprintOf(rule.id, { ...labels }));
    if (incident !== undefined)
      await incidents.append(incident.id, 'revised', { step, value: measured?.value ?? null });
  }
}

/** Of label sets that had an incident before the step; one that is opened in it has the value already. */
const measuredIncidents = (
  specs: readonly EvaluatedSpec[],
  known: ReadonlyMap<string, KnownInstances>,
): MeasuredIncident[] =>
  specs.flatMap(({ rule, instances, fault }) =>
    instances.flatMap(({ hash, measured }): MeasuredIncident[] => {
      const id = known.get(rule.id)?.get(hash)?.incidentId;
      const value = measured?.value ?? null;
      if (fault !== undefined || id === undefined || value === null) return [];
      return [{ id, value, isLow: ['lt', 'lte'].includes(rule.trigger.operator) }];
    }),
  );

/** Where it cannot be said what follows from what, everything stands for itself (ALERT-123). */
async function causesOfStep({ client, organizationId, evidence }: StepContext, specs: readonly EvaluatedSpec[]) {
  if (evidence === undefined) return undefined;
  const found = await inSavepoint(client, () => causesInStep(client, organizationId, evidence, specs));
  return 'fault' in found ? undefined : found.value;
}

/** A record that cannot be read decides nothing: no notification of the step is sent a second time. */
async function provisionalOf(
  { client, organizationId, step }: StepContext,
  specs: readonly EvaluatedSpec[],
): Promise<ProvisionalStep> {
  const nowMicros = Date.now() * 1_000;
  const read = await inSavepoint(client, () => ProvisionalStep.of(client, organizationId, step, specs, nowMicros));
  return 'fault' in read ? ProvisionalStep.NOTHING : read.value;
}

const newsOf = ({ rule }: EvaluatedSpec, instance: EvaluatedInstance, provisional: ProvisionalStep | undefined) =>
  instance.transitions.filter((one) => provisional?.isNews(rule, instance, one) ?? true);

const isAnythingNew = (spec: EvaluatedSpec, provisional: ProvisionalStep | undefined): boolean =>
  spec.instances.some(
    (one) =>
      !isDeepStrictEqual(one.before, one.after) ||
      newsOf(spec, one, provisional).length > 0 ||
      provisional?.isOverturned(spec.rule, one) === true,
  );

/** Label sets that have another state or incident than before. */
const changesOf = (
  { rule, instances }: EvaluatedSpec,
  known: KnownInstances | undefined,
  changed: ChangedIncidents,
): StateChange[] =>
  instances.flatMap(({ hash, labels, before, after }): StateChange[] => {
    const hadIncident = known?.get(hash)?.incidentId;
    const incidentId = changed.has(hash) ? changed.get(hash) : hadIncident;
    if (incidentId === hadIncident && isDeepStrictEqual(before, after)) return [];
    return [{ ruleId: rule.id, hash, labels, state: after, incidentId }];
  });

/** Each looks for incidents of its own: one that fails keeps no other from them. */
async function notifyPending(
  { pass, step }: StepContext,
  incidents: IncidentChanges,
  specs: readonly EvaluatedSpec[],
): Promise<void> {
  for (const work of [
    () => incidents.attribute(firingIn(specs), step),
    () => incidents.notifyPending(),
    () => incidents.renotify(),
    () => incidents.sendDigest({ pass: pass.name, at: step }),
  ])
    if ((await incidents.isolated(work)) !== undefined) countFault('incident');
}

/** What has failed stands on the rule until it is evaluated again. */
async function noteFaults(
  { client, organizationId, pass }: StepContext,
  specs: readonly EvaluatedSpec[],
): Promise<void> {
  const before = await faultsOf(client, organizationId, 'rule');
  for (const { rule, fault } of specs)
    if (fault !== undefined)
      await noteFault(client, organizationId, { kind: 'rule', id: rule.id, part: pass.name }, fault);
  const sound = specs.filter(({ rule, fault }) => fault === undefined && before.has(rule.id));
  const ids = sound.map(({ rule }) => rule.id);
  await endFaults(client, organizationId, { kind: 'rule', part: pass.name }, ids);
}

/** The transitions of one label set, one after the other. */
class InstanceTransitions {
  constructor(
    private readonly incidents: IncidentChanges,
    private readonly rule: EvaluatedRule,
    private readonly instance: EvaluatedInstance,
    private readonly step: number,
    public incidentId: string | undefined,
  ) {}

  async follow(transition: Transition): Promise<void> {
    switch (transition.kind) {
      case 'fired':
        return this.open(transition.severity, transition.breachedSince, {}, this.found);
      case 'no_data':
        return this.open(this.rule.bands[0]!.severity, this.step, { about: 'no_data' });
      case 'error':
        return this.open(
          this.rule.bands[0]!.severity,
          this.step,
          { about: 'error' },
          `${this.rule.definition.name} cannot be evaluated: ${transition.reason}`,
        );
      case 'severity_raised':
        if (this.incidentId !== undefined) {
          await this.incidents.raiseSeverity(this.incidentId, transition.severity, this.measurement);
        }
        return;
      case 'severity_lowered':
        if (this.incidentId !== undefined) {
          await this.incidents.lowerSeverity(this.incidentId, transition.severity, this.measurement);
        }
        return;
      case 'resolved':
        return this.resolve(transition.reason);
      case 'judged_again':
        return this.resolve('recovered');
      case 'recovering':
        return this.append('recovering');
      case 'breached_again':
        return this.append('breached');
      case 'flapping':
        return this.append('flapping');
    }
  }

  /** What was found, in words; a rule may have words of its own. */
  private get found(): string | undefined {
    const { summary } = this.rule.definition.annotations;
    return summary === undefined ? this.instance.measured?.said : undefined;
  }

  private get measurement(): { step: number; value: number | null; labels: Record<string, string> } {
    return { step: this.step, value: this.instance.measured?.value ?? null, labels: { ...this.instance.labels } };
  }

  private async open(
    severity: EvaluatedRule['bands'][number]['severity'],
    since: number,
    about: Record<string, string>,
    summary?: string,
  ): Promise<void> {
    const { incident } = await this.incidents.open({
      rule: ruleOfIncident(this.rule),
      severity,
      ...this.measurement,
      labels: { ...this.instance.labels, ...about },
      traceIds: this.instance.measured?.trace_ids ?? [],
      startedAtMicros: since * STEP_MICROS,
      ...(summary !== undefined && { summary }),
    });
    this.incidentId = incident.id;
  }

  private async resolve(reason: 'recovered' | 'missing_series'): Promise<void> {
    if (this.incidentId !== undefined) await this.incidents.resolveByRule(this.incidentId, reason);
    this.incidentId = undefined;
  }

  private async append(kind: 'recovering' | 'breached' | 'flapping'): Promise<void> {
    if (this.incidentId !== undefined) await this.incidents.append(this.incidentId, kind, this.measurement);
  }
}
