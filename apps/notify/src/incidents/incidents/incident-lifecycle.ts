/**
 * Every change of incidents, with its entry in the timeline and its event, in one transaction
 * (ALERT-30 to ALERT-37). An incident's lock comes first; the events are published in the end, since that locks what
 * belongs to the whole organization.
 */
import type { Severity } from '@spanwise/contracts/alerting/alert-conditions';
import type {
  FEEDBACKS,
  IncidentStatus,
  PlatformFault,
  TimelineEntry,
  TimelineKind,
} from '@spanwise/contracts/alerting/incidents';
import { conflict } from '@spanwise/contracts/base/errors';
import { microsOf } from '@spanwise/contracts/base/micros';
import type { PoolClient } from 'pg';
import { lockIncident } from '../../channels/outbox/incident-lock.store.js';
import { peopleToNotify } from '../../routing/policies/recipients.store.js';
import {
  fingerprintOf,
  isSameTrouble,
  isWorse,
  notifiedSeverity,
  requireMove,
  silenceName,
  type Move,
} from './incident-rules.js';
import { digestEvent } from './digest.js';
import { newIncident, reopenedRow, resolvedRow, seen, withFaults, withSample } from './incident-opening.js';
import type { Measurement, Opened, Opening, ResolveReason } from './incident-opening.js';
import { waitingFor, withInhibition, type IncidentRow } from './incident-rows.js';
import { IncidentNotifier, suppressed, type IncidentTools } from './incident-notifier.js';
import { changedInhibitions, isSameCause, type Inhibition } from './inhibition.js';
import {
  activeIdsOf,
  activeOfServices,
  addIncident,
  appendTimeline,
  countByPeople,
  findIncident,
  incidentRow,
  latestOf,
  markSeen,
  markUnseen,
  repeatedRows,
  setIncident,
  unseenRows,
  waitingRows,
  waitingUntil,
} from './incidents.store.js';

const MAX_ENTRIES_BY_PEOPLE = 1_000;
const MAX_NOTIFIED_AT_ONCE = 200;
/** Their ids have room in an event of 16 KiB. */
const MAX_PEOPLE = 50;
/** Open, unacknowledged incidents are re-notified this often. */
const REPEAT_MS = 4 * 3_600_000;

/**
 * Does the work and then publishes its notifications. `atMicros`: when it happens, the end of the step for what
 * was found out late; absent: now.
 */
export async function changeIncidents<T>(
  client: PoolClient,
  organizationId: string,
  tools: IncidentTools,
  work: (incidents: IncidentChanges) => Promise<T>,
  atMicros = Date.now() * 1_000,
): Promise<T> {
  const at = new Date(atMicros / 1_000);
  const notifier = new IncidentNotifier(client, organizationId, tools, at);
  const result = await work(new IncidentChanges(client, organizationId, notifier, at));
  await notifier.publish();
  return result;
}

export class IncidentChanges {
  constructor(
    private readonly client: PoolClient,
    private readonly organizationId: string,
    private readonly notifier: IncidentNotifier,
    private readonly at: Date,
  ) {}

  /** One active incident for a label set: what is there already goes on, what ended just now is opened again. */
  async open(opening: Opening): Promise<Opened> {
    const fingerprint = fingerprintOf(opening.rule?.id, opening.labels);
    await lockIncident(this.client, this.organizationId, fingerprint);
    const known = await latestOf(this.client, this.organizationId, fingerprint);
    if (known === undefined) return this.openNew(fingerprint, opening, null);
    const row = await this.locked(known.id);
    if (row.status !== 'resolved') return { incident: await this.merge(row, opening), outcome: 'merged' };
    if (!isSameTrouble(row, this.at)) return this.openNew(fingerprint, opening, row.paged_at);
    return { incident: await this.reopen(row, opening), outcome: 'reopened' };
  }

  /** Reopens an incident that was resolved manually. A severity that is no higher changes nothing. */
  async raiseSeverity(incidentId: string, severity: Severity, measured: Measurement): Promise<IncidentRow> {
    const row = await this.locked(incidentId);
    if (!isWorse(severity, row.severity)) return row;
    const raised = { ...withSample(row, measured), severity };
    if (row.status !== 'resolved') return this.notifySeverityRaised(raised, row.severity);
    if (!isWorse(severity, notifiedSeverity(row))) return row;
    return this.openAgain(raised, { reason: 'severity_raised', severity, from: row.severity });
  }

  /** Sends no notification. An incident that was resolved manually keeps its severity. */
  async lowerSeverity(incidentId: string, severity: Severity, measured: Measurement): Promise<IncidentRow> {
    const row = await this.locked(incidentId);
    if (row.status === 'resolved' || !isWorse(row.severity, severity)) return row;
    const details = { from: row.severity, severity, value: measured.value };
    return this.keep({ ...withSample(row, measured), severity }, 'severity_lowered', undefined, details);
  }

  /** Faults of the platform now (ALERT-140); transient faults are recorded in the timeline without a notification. */
  async noteFaults(
    incidentId: string,
    faults: readonly PlatformFault[],
    { summary, found, over }: { summary: string; found: readonly PlatformFault[]; over: readonly PlatformFault[] },
  ): Promise<void> {
    const row = await this.locked(incidentId);
    await setIncident(this.client, withFaults(row, faults, summary));
    for (const fault of found) await this.write(row, 'fault_found', undefined, { ...fault });
    for (const fault of over) await this.write(row, 'fault_over', undefined, { ...fault });
  }

  /** False for one that is over already. */
  async resolveByRule(incidentId: string, reason: ResolveReason): Promise<boolean> {
    const row = await this.locked(incidentId);
    return row.status === 'resolved' ? false : this.end(row, reason).then(() => true);
  }

  /** All that are active. Returns how many. */
  async resolveOfRule(ruleId: string, reason: ResolveReason): Promise<number> {
    const ids = await activeIdsOf(this.client, this.organizationId, ruleId);
    for (const id of ids) await this.resolveByRule(id, reason);
    return ids.length;
  }

  /** Notifies of pending incidents that are no longer suppressed. Returns of how many. */
  async notifyPending(): Promise<number> {
    let notified = 0;
    for (const waiting of await waitingRows(this.client, this.organizationId)) {
      if (notified === MAX_NOTIFIED_AT_ONCE) break;
      if (await this.notifier.ofOne(waiting.id, () => this.notifyIfUnsuppressed(waiting))) notified++;
    }
    return notified;
  }

  private async notifyIfUnsuppressed(waiting: IncidentRow): Promise<boolean> {
    const holds = await this.notifier.suppression(waiting, false);
    if (holds !== undefined && holds.reason === waiting.details.waits_for?.reason) return false;
    return this.notifyOrWait(waiting.id);
  }

  /** A late incident may be inhibited by now: its reason to wait is updated. */
  private async notifyOrWait(id: string): Promise<boolean> {
    const row = await this.locked(id);
    if (!row.waits || row.status !== 'open') return false;
    const held = await this.notifier.suppression(row, false);
    if (held === undefined) return this.notifyLate(row);
    await setIncident(this.client, withInhibition(waitingFor(row, held), row.details.inhibition));
    return false;
  }

  /** Of groups whose time to wait for others is over (ALERT-125), the worst of each. Returns of how many. */
  async flushGroups(): Promise<number> {
    let notified = 0;
    for (const { id } of await waitingUntil(this.client, this.organizationId, this.at))
      if (await this.notifier.ofOne(id, () => this.notifyOrWait(id))) notified++;
    this.notifier.noteWaiting();
    return notified;
  }

  /** Re-notifies of open, unacknowledged incidents (ALERT-125). Returns of how many. */
  async renotify(): Promise<number> {
    let notified = 0;
    const before = new Date(this.at.getTime() - REPEAT_MS);
    for (const { id } of await repeatedRows(this.client, this.organizationId, before, MAX_NOTIFIED_AT_ONCE))
      if (await this.notifier.ofOne(id, () => this.renotifyOne(id, before))) notified++;
    return notified;
  }

  private async renotifyOne(id: string, before: Date): Promise<boolean> {
    const row = await this.locked(id);
    if (row.status !== 'open' || row.waits || row.paged_at === null || row.paged_at > before) return false;
    if ((await this.notifier.suppression(row, false)) !== undefined) return false;
    await setIncident(this.client, this.notifier.notify(row, 'Still open and unacknowledged.'));
    await this.write(row, 'notified', undefined, { reason: 'repeated' });
    return true;
  }

  /** One notification of incidents that fired and were resolved while evaluation was suspended (ALERT-128). Returns of how many. */
  async sendDigest(step: { pass: string; at: number }): Promise<number> {
    const unseen = await unseenRows(this.client, this.organizationId);
    if (unseen.length === 0) return 0;
    const people = await peopleToNotify(this.client, this.organizationId, 'alert', MAX_PEOPLE);
    const ids = unseen.map(({ id }) => id);
    this.notifier.notifyOf(digestEvent(unseen, step, this.at, people), () =>
      markUnseen(this.client, this.organizationId, ids),
    );
    await markSeen(this.client, this.organizationId, ids);
    return ids.length;
  }

  /** A part of the work, which may fail by itself. Returns what it failed with. */
  isolated = (work: () => Promise<unknown>): Promise<{ fault: unknown } | undefined> => this.notifier.isolated(work);

  private async notifyLate(row: IncidentRow): Promise<true> {
    const reason = await this.notifier.reason(row);
    await setIncident(this.client, this.notifier.notify(row, reason));
    await this.write(row, 'notified', undefined, {
      reason: reason ?? 'no longer suppressed',
      ...(row.details.waits_for && { was: row.details.waits_for }),
    });
    return true;
  }

  /** Locks it; undefined for one that is not there. */
  async statusOf(incidentId: string): Promise<IncidentStatus | undefined> {
    await lockIncident(this.client, this.organizationId, incidentId);
    return (await findIncident(this.client, this.organizationId, incidentId))?.status;
  }

  /** `actor`: undefined where only `details` identifies the person. */
  async acknowledge(
    incidentId: string,
    actor: string | undefined,
    details?: Record<string, unknown>,
  ): Promise<IncidentRow> {
    const row = await this.movable(incidentId, 'acknowledge');
    const taken = { ...row, status: 'acknowledged' as const, acknowledged_at: this.at, acknowledged_by: actor ?? null };
    return this.keep(this.notifier.ended(taken, 'alert.acknowledged'), 'acknowledged', actor, details);
  }

  async resolve(incidentId: string, actor: string): Promise<IncidentRow> {
    return this.end(await this.movable(incidentId, 'resolve'), 'by_hand', actor);
  }

  async assign(incidentId: string, assignee: string | null, actor: string): Promise<IncidentRow> {
    const row = await this.movable(incidentId, 'assign');
    return this.keep({ ...row, assignee }, 'assigned', actor, { user_id: assignee, from: row.assignee });
  }

  /** Ends when its time is over, when the severity is raised, or with the incident; it is notified again then. */
  async snooze(incidentId: string, seconds: number, actor: string): Promise<IncidentRow> {
    const row = await this.movable(incidentId, 'snooze');
    const until = new Date(this.at.getTime() + seconds * 1_000);
    const snoozed = { ...waitingFor(row, { reason: 'snoozed' }), snoozed_until: until };
    this.notifier.stopPages(row);
    return this.keep(snoozed, 'snoozed', actor, { until_micros: microsOf(until) });
  }

  /** The caller silences its labels; an incident that is still open is notified again once no silence matches. */
  async silence(incidentId: string, until: Date, comment: string, actor: string): Promise<IncidentRow> {
    const row = await this.movable(incidentId, 'silence');
    const silenced = waitingFor(row, { reason: 'muted', silence: silenceName(row) });
    this.notifier.stopPages(row);
    return this.keep(silenced, 'silenced', actor, { until_micros: microsOf(until), comment });
  }

  async comment(incidentId: string, text: string, actor: string): Promise<TimelineEntry> {
    const row = await this.locked(incidentId);
    await this.requireRoom(row);
    return this.write(row, 'commented', actor, { text });
  }

  async giveFeedback(
    incidentId: string,
    verdict: (typeof FEEDBACKS)[number],
    comment: string | undefined,
    actor: string,
  ): Promise<IncidentRow> {
    const row = await this.locked(incidentId);
    await this.requireRoom(row);
    const said = { verdict, ...(comment !== undefined && { comment }) };
    return this.keep({ ...row, feedback: verdict }, 'feedback', actor, said);
  }

  /** An observation of the evaluation, without a notification. */
  append(incidentId: string, kind: TimelineKind, details: Record<string, unknown>): Promise<TimelineEntry> {
    return appendTimeline(this.client, this.organizationId, incidentId, { kind, at: this.at, details });
  }

  /** What the step says of the causes of what fires in it, by its fingerprints (ALERT-121). */
  async attribute(firing: ReadonlySet<string>, step: number): Promise<void> {
    const { causes } = this.notifier;
    const rows = firing.size === 0 ? [] : await activeOfServices(this.client, this.organizationId);
    for (const { id, before, inhibition } of changedInhibitions(rows, firing, causes, step))
      await this.notifier.ofOne(id, () => this.attributeOne(id, before, inhibition));
  }

  private async attributeOne(id: string, before?: Inhibition, inhibition?: Inhibition): Promise<boolean> {
    const row = await this.locked(id);
    const kept = withInhibition(row, inhibition);
    await setIncident(this.client, kept);
    if (inhibition === undefined || isSameCause(inhibition, before)) return true;
    const { held, ...said } = inhibition;
    await this.write(kept, held === 'merged' ? 'merged' : 'inhibited', undefined, { ...said, is_told: row.is_told });
    return true;
  }

  private async openNew(fingerprint: string, opening: Opening, pagedAt: Date | null): Promise<Opened> {
    const row = newIncident(this.organizationId, fingerprint, opening, this.at, pagedAt);
    await lockIncident(this.client, this.organizationId, row.id);
    const grouped = await this.notifier.inGroup(row);
    const held = await this.notifier.suppression(grouped, false);
    const incident = this.notifier.notifyUnless(grouped, held);
    await addIncident(this.client, incident);
    await this.write(incident, 'opened', undefined, { ...seen(opening), ...suppressed(held) });
    return { incident, outcome: 'opened' };
  }

  private reopen(row: IncidentRow, opening: Opening): Promise<IncidentRow> {
    const found = withFaults(withSample(row, opening), opening.faults, opening.summary);
    const again = { ...found, severity: opening.severity };
    const worse = isWorse(opening.severity, notifiedSeverity(row));
    return this.openAgain(again, { reason: 'breached_again', ...seen(opening) }, worse);
  }

  private async openAgain(row: IncidentRow, why: Record<string, unknown>, worse = true): Promise<IncidentRow> {
    const open = reopenedRow(row, this.at);
    const held = await this.notifier.suppression(open, worse);
    const details = { ...why, ...suppressed(held) };
    return this.keep(this.notifier.notifyUnless(open, held), 'reopened', undefined, details);
  }

  private async merge(row: IncidentRow, opening: Opening): Promise<IncidentRow> {
    const merged = withSample(row, opening);
    await this.write(row, 'merged', undefined, seen(opening));
    if (isWorse(opening.severity, row.severity)) {
      return this.notifySeverityRaised({ ...merged, severity: opening.severity }, row.severity);
    }
    await setIncident(this.client, merged);
    return merged;
  }

  /** Notified at once where it is worse than what was notified of this episode. Who has taken it over sees it. */
  private async notifySeverityRaised(row: IncidentRow, from: Severity): Promise<IncidentRow> {
    if (row.is_told && !isWorse(row.severity, row.details.notified_severity ?? from))
      return this.keep(row, 'severity_raised', undefined, { from, severity: row.severity, held: 'notified_before' });
    const awake: IncidentRow = { ...row, snoozed_until: null };
    const isTaken = row.status === 'acknowledged';
    const held = isTaken ? undefined : await this.notifier.suppression(awake, true);
    const details = {
      from,
      severity: row.severity,
      ...(isTaken ? { held: 'acknowledged' } : suppressed(held)),
    };
    return this.keep(isTaken ? awake : this.notifier.notifyUnless(awake, held), 'severity_raised', undefined, details);
  }

  private async end(row: IncidentRow, reason: ResolveReason | 'by_hand', actor?: string): Promise<IncidentRow> {
    const over = resolvedRow(row, this.at, reason, actor);
    const resolved = { ...this.notifier.ended(over, 'alert.resolved'), is_told: false };
    return this.keep(resolved, 'resolved', actor, { reason });
  }

  private async locked(id: string): Promise<IncidentRow> {
    await lockIncident(this.client, this.organizationId, id);
    return incidentRow(this.client, this.organizationId, id);
  }

  private async movable(id: string, move: Move): Promise<IncidentRow> {
    const row = await this.locked(id);
    requireMove(move, row.status);
    if (move !== 'acknowledge' && move !== 'resolve') await this.requireRoom(row);
    return row;
  }

  /** A timeline is read whole. */
  private async requireRoom(row: IncidentRow): Promise<void> {
    const count = await countByPeople(this.client, this.organizationId, row.id);
    if (count < MAX_ENTRIES_BY_PEOPLE) return;
    throw conflict(`The timeline of an incident takes ${MAX_ENTRIES_BY_PEOPLE} entries of people.`);
  }

  private async keep(
    row: IncidentRow,
    kind: TimelineKind,
    actor?: string,
    details?: Record<string, unknown>,
  ): Promise<IncidentRow> {
    await setIncident(this.client, row);
    await this.write(row, kind, actor, details);
    return row;
  }

  private write(
    row: IncidentRow,
    kind: TimelineKind,
    actor: string | undefined,
    details: Record<string, unknown> = {},
  ): Promise<TimelineEntry> {
    return appendTimeline(this.client, this.organizationId, row.id, { kind, at: this.at, actor, details });
  }
}
