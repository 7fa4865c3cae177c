import { Injectable } from '@nestjs/common';
import { STEP_MICROS } from '@spanwise/contracts/alert-measure';
import type { PoolClient } from 'pg';
import { ruleOfIncident } from '../alert-rules/rule-view.js';
import { NotifyConfig } from '../config.js';
import { changeIncidents, type IncidentChanges } from '../incidents/incident-lifecycle.js';
import type { IncidentTools } from '../incidents/incident-telling.js';
import { fingerprintOf } from '../incidents/incident-rules.js';
import { latestOf } from '../incidents/incidents.store.js';
import type { CauseEvidence } from '../incidents/inhibition.js';
import { silencesOf } from '../incidents/silenced.js';
import type { Transition } from './decide.js';
import type { KnownInstances } from './judge-step.js';
import type { JudgedInstance, JudgedSpec } from './judged-spec.js';
import type { JudgedRule } from './judged-rule.js';
import type { Pass } from './passes.js';
import { ProvisionalStep } from './revisions.js';
import { causesInStep, firingIn } from './step-causes.js';

/** One step of an organization, in the transaction that judges it. */
export interface StepTurn {
  organizationId: string;
  client: PoolClient;
  pass: Pass;
  step: number;
  /** Later steps are ready: what is told may be over already. */
  isBehind: boolean;
  /** What apm said of the causes of what fires; absent where nobody asked, or there was no answer. */
  evidence?: CauseEvidence | undefined;
}

/** Incident of label sets for which it has changed, by rule and hash; undefined where it has ended. */
export type ChangedIncidents = Map<string, string | undefined>;

export const instanceKey = (rule: Pick<JudgedRule, 'id'>, { hash }: Pick<JudgedInstance, 'hash'>): string =>
  `${rule.id} ${hash}`;

/** What follows from a judged step: incidents, their timelines, and who is told. */
@Injectable()
export class Consequences {
  private readonly baseUrl: string;

  constructor(config: NotifyConfig) {
    this.baseUrl = config.values.baseUrl;
  }

  async of(
    turn: StepTurn,
    specs: readonly JudgedSpec[],
    known: ReadonlyMap<string, KnownInstances>,
  ): Promise<ChangedIncidents> {
    const tools = { ...(await this.toolsOf(turn)), ...(await causesOfStep(turn, specs)) };
    return changeIncidents(turn.client, turn.organizationId, tools, async (incidents) => {
      const changed: ChangedIncidents = new Map();
      const provisional = turn.pass.kind === 'final' ? await provisionalOf(turn, specs) : undefined;
      for (const { rule, instances } of specs) {
        for (const instance of instances) {
          if (provisional?.isOverturned(rule, instance) === true) await this.revise(turn, incidents, rule, instance);
          const news = instance.transitions.filter((one) => provisional?.isNews(rule, instance, one) ?? true);
          if (news.length === 0) continue;
          const incidentId = known.get(rule.id)?.get(instance.hash)?.incidentId;
          const work = new InstanceConsequences(incidents, rule, instance, turn.step, incidentId);
          for (const transition of news) await work.follow(transition);
          if (work.incidentId !== incidentId) changed.set(instanceKey(rule, instance), work.incidentId);
        }
      }
      if (turn.pass.kind === 'provisional' && !turn.isBehind) {
        await incidents.attribute(firingIn(specs), turn.step);
        await incidents.tellWaiting();
        await incidents.repeat();
        await incidents.tellUnseen({ pass: turn.pass.name, at: turn.step });
      }
      return changed;
    });
  }

  /** What is behind waits until it is known whether it still holds. */
  private async toolsOf({ client, organizationId, isBehind }: StepTurn): Promise<IncidentTools> {
    if (isBehind) return { baseUrl: this.baseUrl, quietOf: () => ({ reason: 'catching_up' }) };
    return { baseUrl: this.baseUrl, quietOf: await silencesOf(client, organizationId) };
  }

  /** The incident that was opened for what did not hold says so. */
  private async revise(
    { client, organizationId, step }: StepTurn,
    incidents: IncidentChanges,
    rule: JudgedRule,
    { labels, measured }: JudgedInstance,
  ): Promise<void> {
    const incident = await latestOf(client, organizationId, fingerprintOf(rule.id, { ...labels }));
    if (incident !== undefined)
      await incidents.append(incident.id, 'revised', { step, value: measured?.value ?? null });
  }
}

const causesOfStep = async ({ client, organizationId, evidence }: StepTurn, specs: readonly JudgedSpec[]) =>
  evidence && { causes: await causesInStep(client, organizationId, evidence, specs) };

const provisionalOf = ({ client, organizationId, step }: StepTurn, specs: readonly JudgedSpec[]) =>
  ProvisionalStep.of(client, organizationId, step, specs, Date.now() * 1_000);

/** The transitions of one label set, one after the other. */
class InstanceConsequences {
  constructor(
    private readonly incidents: IncidentChanges,
    private readonly rule: JudgedRule,
    private readonly instance: JudgedInstance,
    private readonly step: number,
    public incidentId: string | undefined,
  ) {}

  async follow(transition: Transition): Promise<void> {
    switch (transition.kind) {
      case 'fired':
        return this.open(transition.severity, transition.breachedSince, {}, this.found);
      case 'no_data':
        return this.open(this.rule.bands[0].severity, this.step, { about: 'no_data' });
      case 'error':
        return this.open(
          this.rule.bands[0].severity,
          this.step,
          { about: 'error' },
          `${this.rule.definition.name} cannot be evaluated: ${transition.reason}`,
        );
      case 'severity_raised':
        if (this.incidentId !== undefined) {
          await this.incidents.raiseSeverity(this.incidentId, transition.severity, this.measurement);
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
    severity: JudgedRule['bands'][number]['severity'],
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
