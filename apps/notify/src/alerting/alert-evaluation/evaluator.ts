import { Inject, Injectable } from '@nestjs/common';
import { Bus } from '@spanwise/bus/bus';
import { alertProgress, measureAlerts, type AlertProgress, type Measured } from '@spanwise/contracts/alerting/measure';
import { ServiceError } from '@spanwise/contracts/base/errors';
import { describeError } from '@spanwise/host/logger';
import { OrganizationTurns, type Turn } from '@spanwise/host/organization-turns';
import { Host } from '@spanwise/host/service';
import { enabledRules } from '../alert-rules/alert-rules.store.js';
import { OrganizationTransactions } from '../../db/organization-transactions.js';
import { noteFault } from '../../platform/faults/faults.store.js';
import { activeOfServices } from '../../incidents/incidents/incidents.store.js';
import type { CauseEvidence } from '../../incidents/incidents/inhibition.js';
import { TransitionHandler } from './transition-handler.js';
import { EvaluationMetrics } from './evaluation-metrics.js';
import { suspensionReason, SuspendedEvaluations } from './suspended-evaluations.js';
import type { EvaluatedRule } from './evaluated-rule.js';
import { dueStep, PASSES, readyStep, type Due, type Pass } from './passes.js';
import { PlatformIncidents } from './platform-incidents.js';
import { platformState, type PlatformState } from './platform.js';
import { evaluatedRules, measureSpecs } from './rules-of-step.js';
import { askForCauses, breachesOf, causesToAsk } from './step-causes.js';
import { Standstills } from './standstills.js';
import { StepEvaluation } from './step-evaluation.js';
import { packed, recordOf } from './step-record.js';
import { evaluatedUpTo, knownInstances, lockVersions, recordStep, takeStep } from './steps.store.js';

const EVERY_MS = 1_000;
/** Of one organization in one turn, and its time: one that is behind keeps no other waiting. */
const STEPS_A_TURN = 20;
const BUDGET_MS = 10_000;
const ORGANIZATIONS_AT_ONCE = 4;
/** Rules of one question to apm, each question one snapshot. */
const SPECS_AT_ONCE = 250;

const PROVISIONAL = PASSES.filter(({ kind }) => kind === 'provisional').map(({ name }) => name);

interface RulesOfPass {
  ofPass: EvaluatedRule[];
  /** Ids of all rules of the organization that are on. */
  enabled: ReadonlySet<string>;
}

type MeasuredValues = Omit<Measured, 'status'>;

/** Evaluates the alert rules of all organizations, step by step (ALERT-4, ALERT-5). */
@Injectable()
export class Evaluator {
  private readonly startedMicros = Date.now() * 1_000;
  private answeredMicros: number | undefined;
  private readonly suspended = new SuspendedEvaluations(PROVISIONAL);
  /** Steps that were ready when everything of an organization was evaluated. */
  private readonly evaluatedTo = new Map<string, string>();
  private readonly standstills = new Standstills(PASSES.map(({ name }) => name));
  private readonly turns: OrganizationTurns;
  private readonly notes: OrganizationTurns;

  constructor(
    @Inject(Bus) private readonly bus: Pick<Bus, 'rpc'>,
    private readonly transactions: OrganizationTransactions,
    private readonly transitions: TransitionHandler,
    private readonly platform: PlatformIncidents,
    private readonly metrics: EvaluationMetrics,
    private readonly host: Host,
  ) {
    const fault = 'the alert rules of an organization wait for their next turn';
    const options = { fault, budgetMs: BUDGET_MS, atOnce: ORGANIZATIONS_AT_ONCE };
    this.turns = new OrganizationTurns({ loop: 'alert_evaluation', ...options }, host);
    this.notes = new OrganizationTurns({ loop: 'platform_incidents', ...options }, host);
  }

  start(): void {
    this.turns.start(EVERY_MS, 'alert evaluation', () => this.round());
  }

  /**
   * When the rules of any organization were last up to date or came further, by the clock of `performance`; undefined before
   * that. One that stands still alone has an incident (ALERT-151).
   */
  get evaluatedMs(): number | undefined {
    return this.standstills.newestMs;
  }

  /** Evaluates what is due for every organization; standstills are reported even where that fails. */
  async round(): Promise<void> {
    const organizationIds = await this.transactions.organizationsWithAlertRules();
    this.suspended.keepOnly(organizationIds);
    this.standstills.keepOnly(organizationIds);
    const { progress, state } = await this.progress(organizationIds);
    await this.turns.round(organizationIds, async (id, turn) => {
      if (progress === undefined) this.standstills.advanced(id);
      else await this.catchUp(id, progress, turn);
    });
    await this.notes.round(organizationIds, (id) => this.platform.note(id, this.stateOf(id, state)));
    this.metrics.platform(organizationIds.map((id) => this.stateOf(id, state)));
  }

  /** What is wrong with everything comes first. What another process has said stays until a step was evaluated here. */
  private stateOf(organizationId: string, state: PlatformState): PlatformState {
    if (state.kind !== 'unwell' && this.standstills.has(organizationId))
      return { kind: 'unwell', reason: 'standstill' };
    const reason = state.kind === 'well' ? this.suspended.reasonOf(organizationId) : undefined;
    if (reason === 'unknown') return { kind: 'between' };
    return reason === undefined ? state : { kind: 'unwell', reason };
  }

  private async progress(
    organizationIds: readonly string[],
  ): Promise<{ progress: AlertProgress | undefined; state: PlatformState }> {
    if (organizationIds.length === 0) return { progress: undefined, state: { kind: 'between' } };
    const nowMicros = Date.now() * 1_000;
    const { startedMicros } = this;
    try {
      const progress = await this.bus.rpc.call(alertProgress, {});
      this.answeredMicros = nowMicros;
      return { progress, state: platformState({ nowMicros, progress, answeredMicros: nowMicros, startedMicros }) };
    } catch (error) {
      if (!(error instanceof ServiceError) || error.kind !== 'unavailable') throw error;
      const { answeredMicros } = this;
      const state = platformState({ nowMicros, progress: undefined, answeredMicros, startedMicros });
      return { progress: undefined, state };
    }
  }

  /** Until another step is ready there is nothing to look for. */
  private async catchUp(organizationId: string, progress: AlertProgress, turn: Turn): Promise<void> {
    const ready = PASSES.map((pass) => readyStep(pass, progress)).join(' ');
    if (this.evaluatedTo.get(organizationId) === ready) return this.standstills.advanced(organizationId);
    if (!(await this.organization(organizationId, progress, turn))) return;
    this.evaluatedTo.set(organizationId, ready);
    this.standstills.advanced(organizationId);
  }

  /** Whether everything that is ready is evaluated. */
  private async organization(organizationId: string, progress: AlertProgress, turn: Turn): Promise<boolean> {
    const { rules, enabled, lastSteps } = await this.transactions.in(organizationId, async (client) => {
      const rows = await enabledRules(client, organizationId);
      const { rules, faults } = evaluatedRules(rows);
      for (const [id, reason] of faults) await noteFault(client, organizationId, { kind: 'rule', id }, reason);
      return {
        rules,
        enabled: new Set(rows.map(({ id }) => id)),
        lastSteps: await evaluatedUpTo(client, organizationId),
      };
    });
    let isDone = true;
    const faults: unknown[] = [];
    for (const pass of PASSES) {
      const ofPass = rules.filter(
        ({ evaluation }) => pass.kind === 'final' || pass.name === `s${evaluation.settle_secs}`,
      );
      if (ofPass.length === 0) {
        this.suspended.note(organizationId, pass.name, undefined);
        this.standstills.idle(organizationId, pass.name);
        continue;
      }
      const steps = { lastSteps: lastSteps.get(pass.name), ready: readyStep(pass, progress), turn };
      try {
        isDone = (await this.pass(organizationId, pass, { ofPass, enabled }, steps)) && isDone;
      } catch (fault) {
        faults.push(fault);
      }
    }
    // One pass that fails keeps no other from coming further.
    if (faults.length > 0) throw faults[0];
    return isDone;
  }

  /** Whether everything that is ready is evaluated. */
  private async pass(
    organizationId: string,
    pass: Pass,
    rules: RulesOfPass,
    { lastSteps, ready, turn }: { lastSteps: number | undefined; ready: number | undefined; turn: Turn },
  ): Promise<boolean> {
    for (let done = 0; done < STEPS_A_TURN && !turn.isOver(); done++) {
      const due = dueStep(lastSteps, ready);
      if (due.step === undefined) {
        this.standstills.idle(organizationId, pass.name);
        return true;
      }
      const measured = await this.measure(organizationId, pass, rules.ofPass, due.step);
      if (measured === undefined) return false;
      const evidence = await this.evidence(organizationId, pass, rules.ofPass, measured, due);
      const isEvaluated = await this.evaluate(organizationId, pass, rules, measured, lastSteps, { ...due, evidence });
      this.standstills.advanced(organizationId, pass.name);
      if (!isEvaluated) return false;
      this.metrics.evaluated(pass, due.step);
      lastSteps = due.step;
    }
    return false;
  }

  /** Undefined where apm has not come that far. */
  private async measure(
    organizationId: string,
    { kind, settleMicros }: Pass,
    rules: readonly EvaluatedRule[],
    step: number,
  ): Promise<MeasuredValues | undefined> {
    const parts: MeasuredValues[] = [];
    const waiting = measureSpecs(rules);
    do {
      const specs = waiting.splice(0, SPECS_AT_ONCE);
      const answer = await this.bus.rpc.call(measureAlerts, {
        organization_id: organizationId,
        step,
        pass: kind,
        settle_micros: settleMicros,
        specs,
      });
      if (answer.status === 'not_yet') return undefined;
      parts.push(answer);
      const unanswered = new Set(answer.unanswered);
      // One that has no room in an answer of its own never will have.
      if (unanswered.size < specs.length) waiting.unshift(...specs.filter(({ id }) => unanswered.has(id)));
    } while (waiting.length > 0);
    const digest = parts.map((part) => part.digest).join(' ');
    return { ...parts[0]!, specs: parts.flatMap(({ specs }) => specs), digest };
  }

  /** What says which of several failing services is the cause; undefined where nothing is to be asked, or there is no answer. */
  private async evidence(
    organizationId: string,
    pass: Pass,
    rules: readonly EvaluatedRule[],
    measured: MeasuredValues,
    { step, isBehind }: Due,
  ): Promise<CauseEvidence | undefined> {
    if (pass.kind !== 'provisional' || isBehind) return undefined;
    try {
      if (breachesOf(rules, measured.specs).length === 0) return undefined;
      const active = await this.transactions.in(organizationId, (client) => activeOfServices(client, organizationId));
      const asked = causesToAsk(rules, measured, active);
      if (asked === undefined) return undefined;
      return await askForCauses(this.bus, organizationId, step!, asked);
    } catch (error) {
      this.host.logger.warn(describeError(error), 'alert evaluation: causes of a step are unavailable');
      return undefined;
    }
  }

  /** One step: what died before its commit never happened. False where another has evaluated it. */
  private evaluate(
    organizationId: string,
    pass: Pass,
    { ofPass: rules, enabled }: RulesOfPass,
    measured: MeasuredValues,
    lastSteps: number | undefined,
    { step, isBehind, skipped, evidence }: Due & { evidence: CauseEvidence | undefined },
  ): Promise<boolean> {
    return this.transactions.in(organizationId, async (client) => {
      if (!(await takeStep(client, organizationId, pass.name, lastSteps, step!))) return false;
      if (skipped !== undefined) {
        await recordStep(client, organizationId, pass.name, {
          step: skipped.to,
          digest: 'skipped',
          measured: packed({ skipped }),
          verdicts: packed([]),
        });
      }
      const versions = await lockVersions(
        client,
        organizationId,
        rules.map(({ id }) => id),
      );
      // One that was edited since it was measured is evaluated from the next step on.
      const unchanged = rules.filter(({ id, version }) => versions.get(id) === version);
      const known = await knownInstances(client, organizationId, pass.name);
      const others = { ofPass: new Set(rules.map(({ id }) => id)), enabled };
      const evaluation = new StepEvaluation({ rules: unchanged, known, measured, step: step!, others });
      const turn = { organizationId, client, pass, step: step!, isBehind, evidence };
      await this.transitions.apply(turn, evaluation, known);
      const { specs } = evaluation;
      if (pass.kind === 'provisional')
        this.suspended.note(organizationId, pass.name, suspensionReason(specs, measured.coverage.gap_minutes, step!));
      await recordStep(client, organizationId, pass.name, {
        step: step!,
        digest: measured.digest,
        measured: packed(withoutTraces(measured)),
        verdicts: packed(recordOf(specs)),
      });
      return true;
    });
  }
}

/** Incidents keep the traces of what fired; those of everything else would be most of what is stored. */
const withoutTraces = ({ specs, ...measured }: MeasuredValues) => ({
  ...measured,
  specs: specs.map(({ instances, ...spec }) => ({
    ...spec,
    instances: instances.map(({ trace_ids: _, ...instance }) => instance),
  })),
});
