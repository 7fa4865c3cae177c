/** One step that is due: its pages, their deliveries and the step after it are one transaction (ALERT-82 to ALERT-85). */
import type { PoolClient } from 'pg';
import { escalationNamed } from '../../oncall/escalation-policies/escalation-policies.store.js';
import { targetKey, type Escalation } from '../../oncall/escalation-policies/escalation-rules.js';
import {
  addPages,
  DEFAULT_ROUTES,
  duePages,
  isAnybodyReached,
  putOffPages,
  settlePage,
  type DueStep,
  type PageRow,
} from '../page-queue/pages.store.js';
import { nextPlace } from '../../oncall/escalation-policies/step-machine.js';
import { stopChain } from '../page-queue/chains.js';
import { within } from '../../db/organization-transactions.js';
import { silenceableLabels } from '../incidents/incident-rules.js';
import type { IncidentRow } from '../incidents/incident-rows.js';
import { appendTimeline, findIncident, setIncident } from '../incidents/incidents.store.js';
import { silencedBy } from '../silences/silence-rules.js';
import { silencesAt } from '../silences/silences.store.js';
import { lockIncident } from '../../channels/outbox/incident-lock.store.js';
import { plan } from '../../delivery/pipeline/plan.js';
import { preferenceOf } from '../../routing/policies/recipients.store.js';
import type { TeamMembers } from '../../routing/policies/resolvers.js';
import { onCallAt } from '../../oncall/schedules/on-call.store.js';
import { pageNotice } from './page-notice.js';

/** A silence may be taken back at any moment. */
const LOOK_AGAIN_MS = 30_000;
/** More of a target are counted in the timeline. */
const MAX_NAMED = 20;

export interface PageTools {
  /** Origin that clients reach. */
  baseUrl: string;
  /** Members of the teams among the step's targets. */
  teams: TeamMembers;
  at: Date;
}

/** How many deliveries it made; undefined where another worker, or a user who acknowledged the incident, was faster. */
export async function pageStep(
  client: PoolClient,
  organizationId: string,
  due: DueStep,
  tools: PageTools,
): Promise<number | undefined> {
  await lockIncident(client, organizationId, due.incident_id);
  const pages = await duePages(client, organizationId, due, tools.at);
  const incident = await findIncident(client, organizationId, due.incident_id);
  if (pages.length === 0 || incident === undefined) return undefined;
  if (incident.status !== 'open') {
    await stopChain(client, organizationId, incident.id);
    return undefined;
  }
  const atMicros = tools.at.getTime() * 1_000;
  const silences = await silencesAt(client, organizationId, atMicros);
  if (silencedBy(silences, silenceableLabels(incident), atMicros) !== undefined) {
    const again = new Date(tools.at.getTime() + LOOK_AGAIN_MS);
    await putOffPages(client, organizationId, incident.id, again);
    return undefined;
  }
  return new StepOfIncident(client, organizationId, incident, due, tools).page(pages);
}

class StepOfIncident {
  constructor(
    private readonly client: PoolClient,
    private readonly organizationId: string,
    private readonly incident: IncidentRow,
    private readonly step: DueStep,
    private readonly tools: PageTools,
  ) {}

  async page(pages: readonly PageRow[]): Promise<number> {
    const { client, organizationId, step } = this;
    const { at } = this.tools;
    const isLast = pages[0]!.target === DEFAULT_ROUTES;
    const people = new Map<PageRow, readonly string[]>();
    for (const page of pages) people.set(page, isLast ? [] : await this.usersOf(page.target));
    const deliveries = isLast
      ? await this.notify([], 'escalation')
      : await this.notifyPeople([...new Set([...people.values()].flat())]);
    for (const [page, userIds] of people) {
      await settlePage(client, organizationId, page, { userIds, deliveries, at });
    }
    await this.write(people, deliveries);
    if (!isLast) await this.addNext(deliveries);
    const started = { current_step: step.step, current_loop: step.loop, current_step_started_at: at };
    if (!isLast) await setIncident(client, { ...this.incident, ...started });
    return deliveries;
  }

  /** No user for a schedule in a gap and for a team without an active member. */
  private async usersOf(target: string): Promise<readonly string[]> {
    const [kind, id] = target.split(':');
    if (kind === 'user') return [id!];
    if (kind === 'team') return this.tools.teams.get(id!)?.members ?? [];
    const userId = await onCallAt(this.client, this.organizationId, id!, this.tools.at.getTime() * 1_000);
    return userId === null ? [] : [userId];
  }

  /** Each by the preference for escalations, and by that for alerts where there is none. */
  private async notifyPeople(userIds: readonly string[]): Promise<number> {
    const escalation: string[] = [];
    for (const userId of userIds) {
      const preference = await preferenceOf(this.client, this.organizationId, userId, 'escalation');
      if (preference !== undefined) escalation.push(userId);
    }
    const others = userIds.filter((userId) => !escalation.includes(userId));
    return (
      (escalation.length === 0 ? 0 : await this.notify(escalation, 'escalation')) +
      (others.length === 0 ? 0 : await this.notify(others, 'alert'))
    );
  }

  private notify(userIds: readonly string[], category: 'escalation' | 'alert'): Promise<number> {
    const { incident, step, tools } = this;
    const notice = pageNotice({ incident, step, userIds, category, baseUrl: tools.baseUrl, at: tools.at });
    return plan(within(this.organizationId, this.client), [notice]);
  }

  /** Where no user could be notified, the next step is due at once. */
  private async addNext(deliveries: number): Promise<void> {
    const { client, organizationId, step, incident } = this;
    const row = await escalationNamed(client, organizationId, step.policy_id);
    const policy: Escalation = row?.definition ?? { name: '', steps: [], repeat: false, max_loops: 1 };
    const waitSecs = deliveries === 0 ? 0 : (policy.steps[step.step]?.ack_timeout_secs ?? 0);
    const dueAt = new Date(this.tools.at.getTime() + waitSecs * 1_000);
    const reached = await isAnybodyReached(client, organizationId, step);
    const next = nextPlace(policy, step, incident.severity, reached);
    const place = next ?? { loop: step.loop, step: step.step + 1 };
    const targets = next === undefined ? [DEFAULT_ROUTES] : policy.steps[next.step]!.targets.map(targetKey);
    await addPages(client, organizationId, { ...step, ...place }, targets, dueAt);
  }

  private async write(people: ReadonlyMap<PageRow, readonly string[]>, deliveries: number): Promise<void> {
    const targets = [...people].map(([{ target }, userIds]) => ({
      target,
      users: userIds.length,
      user_ids: userIds.slice(0, MAX_NAMED),
    }));
    await appendTimeline(this.client, this.organizationId, this.incident.id, {
      kind: 'paged',
      at: this.tools.at,
      details: { loop: this.step.loop, step: this.step.step, targets, deliveries },
    });
  }
}
