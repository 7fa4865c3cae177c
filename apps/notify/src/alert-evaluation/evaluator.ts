import { isDeepStrictEqual } from 'node:util';
import { Inject, Injectable } from '@nestjs/common';
import { Bus } from '@spanwise/bus/bus';
import { alertProgress, measureAlerts, type AlertProgress, type Measured } from '@spanwise/contracts/alert-measure';
import { ServiceError } from '@spanwise/contracts/errors';
import { describeError } from '@spanwise/host/logger';
import { sayingFaultsOnce, startRounds } from '@spanwise/host/rounds';
import { Host } from '@spanwise/host/service';
import { enabledRules } from '../alert-rules/alert-rules.store.js';
import { OrganizationTransactions } from '../db/organization-transactions.js';
import { activeOfServices } from '../incidents/incidents.store.js';
import type { CauseEvidence } from '../incidents/inhibition.js';
import { Consequences } from './consequences.js';
import { EvaluationMetrics } from './evaluation-metrics.js';
import { heldBy, HeldOrganizations } from './held-organizations.js';
import type { JudgedRule } from './judged-rule.js';
import { judgeStep, type KnownInstances } from './judge-step.js';
import type { JudgedSpec } from './judged-spec.js';
import { dueStep, PASSES, readyStep, type Due, type Pass } from './passes.js';
import { PlatformIncidents } from './platform-incidents.js';
import { platformState, type PlatformState } from './platform.js';
import { judgedRule, measureSpecs } from './rules-of-step.js';
import { askForCauses, breachesOf, causesToAsk } from './step-causes.js';
import { packed, recordOf } from './step-record.js';
import {
  judgedUpTo,
  knownInstances,
  lockVersions,
  recordStep,
  saveStates,
  takeStep,
  type StateChange,
} from './steps.store.js';

const EVERY_MS = 1_000;
/** Of one organization in one round: one that is behind keeps no other waiting. */
const STEPS_A_ROUND = 20;
/** Rules of one question to apm, each question one snapshot. */
const SPECS_AT_ONCE = 250;

const PROVISIONAL = PASSES.filter(({ kind }) => kind === 'provisional').map(({ name }) => name);

interface RulesOfPass {
  ofPass: JudgedRule[];
  /** Ids of all rules of the organization that are on. */
  enabled: ReadonlySet<string>;
}

type MeasuredValues = Omit<Measured, 'status'>;

/** Judges the alert rules of all organizations, step by step (ALERT-4, ALERT-5). */
@Injectable()
export class Evaluator {
  private readonly startedMicros = Date.now() * 1_000;
  private answeredMicros: number | undefined;
  /** When a round last ended without a fault, by the clock of `performance`; undefined before the first. */
  evaluatedMs: number | undefined;
  private readonly held = new HeldOrganizations(PROVISIONAL);
  /** Steps that were ready when everything of an organization was judged. */
  private readonly judgedTo = new Map<string, string>();

  constructor(
    @Inject(Bus) private readonly bus: Pick<Bus, 'rpc'>,
    private readonly transactions: OrganizationTransactions,
    private readonly consequences: Consequences,
    private readonly platform: PlatformIncidents,
    private readonly metrics: EvaluationMetrics,
    private readonly host: Host,
  ) {}

  start(): void {
    const { logger } = this.host;
    const round = sayingFaultsOnce(logger, 'alert rules cannot be evaluated', () => this.round());
    this.host.shutdown.onStop('workers', 'alert evaluation', startRounds(EVERY_MS, round));
  }

  /** What is due of every organization. A fault of one is said and keeps no other from its turn. */
  async round(): Promise<void> {
    const organizationIds = await this.transactions.organizationsWithAlertRules();
    this.held.keepOnly(organizationIds);
    this.metrics.platform(organizationIds.length === 0 ? [] : await this.turns(organizationIds));
    this.evaluatedMs = performance.now();
  }

  /** What was said of the platform to each. */
  private async turns(organizationIds: readonly string[]): Promise<PlatformState[]> {
    const { progress, state } = await this.progress();
    const states: PlatformState[] = [];
    for (const organizationId of organizationIds) {
      try {
        states.push(await this.turn(organizationId, progress, state));
      } catch (error) {
        this.host.logger.warn(describeError(error), 'the alert rules of an organization wait for their next turn');
      }
    }
    return states;
  }

  /** What is wrong is told, whatever becomes of the rules. */
  private async turn(
    organizationId: string,
    progress: AlertProgress | undefined,
    state: PlatformState,
  ): Promise<PlatformState> {
    try {
      if (progress !== undefined) await this.catchUp(organizationId, progress);
    } finally {
      await this.platform.note(organizationId, this.stateOf(organizationId, state));
    }
    return this.stateOf(organizationId, state);
  }

  /** What is wrong with everything comes first. What another process has said stays until a step was judged here. */
  private stateOf(organizationId: string, state: PlatformState): PlatformState {
    const reason = state.kind === 'well' ? this.held.reasonOf(organizationId) : undefined;
    if (reason === 'unknown') return { kind: 'between' };
    return reason === undefined ? state : { kind: 'unwell', reason };
  }

  private async progress(): Promise<{ progress: AlertProgress | undefined; state: PlatformState }> {
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
  private async catchUp(organizationId: string, progress: AlertProgress): Promise<void> {
    const ready = PASSES.map((pass) => readyStep(pass, progress)).join(' ');
    if (this.judgedTo.get(organizationId) === ready) return;
    if (await this.organization(organizationId, progress)) this.judgedTo.set(organizationId, ready);
  }

  /** Whether everything that is ready is judged. */
  private async organization(organizationId: string, progress: AlertProgress): Promise<boolean> {
    const { rules, judged } = await this.transactions.in(organizationId, async (client) => ({
      rules: (await enabledRules(client, organizationId)).map(judgedRule),
      judged: await judgedUpTo(client, organizationId),
    }));
    let isDone = true;
    const enabled = new Set(rules.map(({ id }) => id));
    for (const pass of PASSES) {
      const ofPass = rules.filter(
        ({ evaluation }) => pass.kind === 'final' || pass.name === `s${evaluation.settle_secs}`,
      );
      if (ofPass.length === 0) {
        this.held.note(organizationId, pass.name, undefined);
        continue;
      }
      isDone = (await this.pass(organizationId, pass, { ofPass, enabled }, judged.get(pass.name), progress)) && isDone;
    }
    return isDone;
  }

  /** Whether everything that is ready is judged. */
  private async pass(
    organizationId: string,
    pass: Pass,
    rules: RulesOfPass,
    judged: number | undefined,
    progress: AlertProgress,
  ): Promise<boolean> {
    const ready = readyStep(pass, progress);
    for (let done = 0; done < STEPS_A_ROUND; done++) {
      const due = dueStep(judged, ready);
      if (due.step === undefined) return true;
      const measured = await this.measure(organizationId, pass, rules.ofPass, due.step);
      if (measured === undefined) return false;
      const evidence = await this.evidence(organizationId, pass, rules.ofPass, measured, due);
      if (!(await this.judge(organizationId, pass, rules, measured, judged, { ...due, evidence }))) return false;
      this.metrics.judged(pass, due.step);
      judged = due.step;
    }
    return false;
  }

  /** Undefined where apm has not come that far. */
  private async measure(
    organizationId: string,
    { kind, settleMicros }: Pass,
    rules: readonly JudgedRule[],
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
    return { ...parts[0], specs: parts.flatMap(({ specs }) => specs), digest };
  }

  /** What says which of several failing services is the cause; undefined where nothing is to be asked, or nobody answers. */
  private async evidence(
    organizationId: string,
    pass: Pass,
    rules: readonly JudgedRule[],
    measured: MeasuredValues,
    { step, isBehind }: Due,
  ): Promise<CauseEvidence | undefined> {
    if (pass.kind !== 'provisional' || isBehind || breachesOf(rules, measured.specs).length === 0) return undefined;
    const active = await this.transactions.in(organizationId, (client) => activeOfServices(client, organizationId));
    const asked = causesToAsk(rules, measured, active);
    if (asked === undefined) return undefined;
    try {
      return await askForCauses(this.bus, organizationId, step!, asked);
    } catch (error) {
      this.host.logger.warn(describeError(error), 'what causes the incidents of a step is not known');
      return undefined;
    }
  }

  /** One step: what died before its commit never happened. False where another has judged it. */
  private judge(
    organizationId: string,
    pass: Pass,
    { ofPass: rules, enabled }: RulesOfPass,
    measured: MeasuredValues,
    judged: number | undefined,
    { step, isBehind, skipped, evidence }: Due & { evidence: CauseEvidence | undefined },
  ): Promise<boolean> {
    return this.transactions.in(organizationId, async (client) => {
      if (!(await takeStep(client, organizationId, pass.name, judged, step!))) return false;
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
      // One that was edited since it was measured is judged from the next step on.
      const unchanged = rules.filter(({ id, version }) => versions.get(id) === version);
      const known = await knownInstances(client, organizationId, pass.name);
      const ofPass = new Set(rules.map(({ id }) => id));
      const specs = judgeStep(unchanged, known, measured, step!, { ofPass, enabled });
      if (pass.kind === 'provisional') this.held.note(organizationId, pass.name, heldBy(specs));
      const turn = { organizationId, client, pass, step: step!, isBehind, evidence };
      const incidents = await this.consequences.of(turn, specs, known);
      await saveStates(client, organizationId, pass.name, changesOf(specs, known, incidents));
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

/** `incidents`: of label sets whose incident has changed, by rule and hash; undefined where it has ended. */
function changesOf(
  specs: readonly JudgedSpec[],
  known: ReadonlyMap<string, KnownInstances>,
  incidents: ReadonlyMap<string, string | undefined>,
): StateChange[] {
  return specs.flatMap(({ rule, instances }) =>
    instances.flatMap(({ hash, labels, before, after }): StateChange[] => {
      const key = `${rule.id} ${hash}`;
      const hadIncident = known.get(rule.id)?.get(hash)?.incidentId;
      const incidentId = incidents.has(key) ? incidents.get(key) : hadIncident;
      if (incidentId === hadIncident && isDeepStrictEqual(before, after)) return [];
      return [{ ruleId: rule.id, hash, labels, state: after, incidentId }];
    }),
  );
}
