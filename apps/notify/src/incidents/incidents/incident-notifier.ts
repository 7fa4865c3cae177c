/**
 * Notifications of a change of an incident (ALERT-34 to ALERT-36, ALERT-121, ALERT-125), as events and pages, which are
 * written in the end, since that locks what belongs to the whole organization.
 */
import { microsOf } from '@spanwise/contracts/base/micros';
import type { PublishEvent } from '@spanwise/contracts/notify/deliveries';
import { inSavepoint } from '@spanwise/postgres/savepoint';
import type { PoolClient } from 'pg';
import { startChain, stopChain } from '../page-queue/chains.js';
import { noteNextPage } from '../page-queue/pages.store.js';
import { within } from '../../db/organization-transactions.js';
import { endFaults, faultsOf } from '../../platform/faults/faults.store.js';
import { skipUnsentPages } from '../../channels/outbox/superseding.store.js';
import { notifyPagedOfResolution } from '../../delivery/pipeline/page-resolutions.js';
import { plan } from '../../delivery/pipeline/plan.js';
import { publish } from '../../delivery/pipeline/publish.js';
import { semanticGroupRows, type SemanticGroupRow } from '../grouping-rules/semantic-groups.store.js';
import { groupOf, suppressionByGroup } from './incident-grouping.js';
import { activeMembers, joinGroup } from './incident-groups.store.js';
import {
  eventAttributes,
  suppressionOf,
  isWorse,
  silenceableLabels,
  notifiedSeverity,
  lateNotificationReason,
  type IncidentEventType,
} from './incident-rules.js';
import { waitingFor, type Suppression, type IncidentRow } from './incident-rows.js';
import { incidentRow, setIncident } from './incidents.store.js';
import { noteIncidentFault } from './incident-faults.js';
import type { Cause } from './inhibition.js';

export interface IncidentTools {
  /** Origin that clients reach. */
  baseUrl: string;
  /** What keeps these labels quiet; `incident_id` and `severity` are among them. */
  suppressionFor?: (labels: Record<string, string>, atMicros: number) => Suppression | undefined;
  /** What a step says of the causes of incidents, by their fingerprints; absent: nothing is known. */
  causes?: ReadonlyMap<string, Cause>;
  /** Of those that fired in the step, the services of causes that may fire in the next one, by their fingerprints (ALERT-172). */
  awaited?: ReadonlyMap<string, string>;
}

interface Chain {
  row: IncidentRow;
  opening: number;
}

interface PendingEvent {
  event: PublishEvent;
  incidentId?: string;
  onFailure?: (() => Promise<unknown>) | undefined;
}

/** In one transaction; rows that it gives back are for the caller, which changes the incident, to write. */
export class IncidentNotifier {
  private readonly events: PendingEvent[] = [];
  /** A notification is due at a later time: the pager has to be informed. */
  private isAnythingDue = false;
  private semanticGroups: SemanticGroupRow[] | undefined;
  /** Incidents whose pages begin again, by their ids; undefined where they end. */
  private readonly chains = new Map<string, Chain | undefined>();

  constructor(
    private readonly client: PoolClient,
    private readonly organizationId: string,
    private readonly tools: IncidentTools,
    private readonly at: Date,
  ) {}

  /** Last of all: it locks what belongs to the whole organization. A notification that fails does not delay the others. */
  async publish(): Promise<void> {
    const isAnything = this.chains.size + this.events.length > 0;
    const before = isAnything
      ? await faultsOf(this.client, this.organizationId, 'incident')
      : new Map<string, unknown>();
    for (const [id, chain] of this.chains) {
      const started = await inSavepoint(this.client, () => this.startChain(id, chain));
      if ('value' in started) {
        this.isAnythingDue ||= started.value;
        continue;
      }
      await noteIncidentFault(this.client, this.organizationId, id, started.fault, this.at);
      // A notification that succeeds does not clear this fault.
      before.delete(id);
    }
    this.chains.clear();
    await this.publishEvents(before);
    if (this.isAnythingDue) await noteNextPage(this.client, this.organizationId);
  }

  /** `faults`: of incidents, from before; a notification that succeeds clears the fault. */
  private async publishEvents(faults: ReadonlyMap<string, unknown>): Promise<void> {
    const turn = within(this.organizationId, this.client);
    for (const { event, incidentId, onFailure } of this.events.splice(0)) {
      const published = await inSavepoint(this.client, async () => {
        await plan(turn, await publish(turn, event));
        await notifyPagedOfResolution(this.client, this.organizationId, event);
      });
      if ('fault' in published) {
        await onFailure?.();
        await noteIncidentFault(this.client, this.organizationId, incidentId, published.fault, this.at);
      } else if (incidentId !== undefined && faults.has(incidentId)) {
        await endFaults(this.client, this.organizationId, { kind: 'incident' }, [incidentId]);
      }
    }
  }

  /** Whether a page of it is due at some time. */
  private async startChain(id: string, chain: Chain | undefined): Promise<boolean> {
    await stopChain(this.client, this.organizationId, id);
    await skipUnsentPages(this.client, this.organizationId, id);
    if (chain === undefined) return false;
    const { row, opening } = chain;
    const paged = { id, severity: row.severity, escalation: row.details.escalation_policy_id, opening };
    return startChain(this.client, this.organizationId, paged, this.at);
  }

  /**
   * A part of the work. Where it fails its changes and notifications are undone, and everything else goes on (ALERT-150).
   * Returns what it failed with.
   */
  async isolated(work: () => Promise<unknown>): Promise<{ fault: unknown } | undefined> {
    const takeBack = this.mark();
    const done = await inSavepoint(this.client, work);
    if (!('fault' in done)) return undefined;
    takeBack();
    return done;
  }

  /** What is done of one incident; what it fails with stands on that one. False where it failed. */
  async ofOne(incidentId: string, work: () => Promise<boolean>): Promise<boolean> {
    let isDone = false;
    const failed = await this.isolated(async () => (isDone = await work()));
    if (failed === undefined) return isDone;
    await noteIncidentFault(this.client, this.organizationId, incidentId, failed.fault, this.at);
    return false;
  }

  /** Returns a function that discards the notifications that were added since. */
  private mark(): () => void {
    const [events, chains, isAnythingDue] = [this.events.length, new Map(this.chains), this.isAnythingDue];
    return () => {
      this.events.length = events;
      this.chains.clear();
      for (const [id, chain] of chains) this.chains.set(id, chain);
      this.isAnythingDue = isAnythingDue;
    };
  }

  /** Ends the paging of earlier notifications. */
  stopPages({ id }: Pick<IncidentRow, 'id'>): void {
    this.chains.set(id, undefined);
  }

  /** Looks for what waits for a moment, once this transaction has committed. */
  noteWaiting(): void {
    this.isAnythingDue = true;
  }

  /** For an event that is of no single incident. `onFailure`: called where the notification fails. */
  notifyOf(event: PublishEvent, onFailure: () => Promise<unknown>): void {
    this.events.push({ event, onFailure });
  }

  get causes(): IncidentTools['causes'] {
    return this.tools.causes;
  }

  /** Sends no acknowledged or resolved notification without a firing one. */
  ended(row: IncidentRow, eventType: IncidentEventType): IncidentRow {
    this.chains.set(row.id, undefined);
    const over = { ...row, waits: false, tell_at: null };
    return row.is_told ? this.queueEvent(over, eventType) : over;
  }

  notifyUnless(row: IncidentRow, held: Suppression | undefined): IncidentRow {
    if (held === undefined) return this.notify(row);
    this.chains.set(row.id, undefined);
    this.isAnythingDue ||= held.reason === 'group_wait';
    return waitingFor({ ...row, status: 'open' }, held);
  }

  notify(row: IncidentRow, because?: string): IncidentRow {
    const { waits_for: _, ...details } = row.details;
    const before = row.is_told ? notifiedSeverity(row) : row.severity;
    const notified = {
      ...row,
      details: { ...details, notified_severity: isWorse(before, row.severity) ? before : row.severity },
      is_told: true,
      waits: false,
      tell_at: null,
      snoozed_until: null,
      paged_at: this.at,
      current_step: 0,
      current_loop: 0,
      current_step_started_at: this.at,
    };
    this.chains.set(row.id, { row: notified, opening: row.events });
    return this.queueEvent(notified, 'alert.triggered', because);
  }

  /** The number makes the event's id: the same change is notified once, however often it is tried. */
  private queueEvent(row: IncidentRow, eventType: IncidentEventType, because?: string): IncidentRow {
    const event = {
      organization_id: this.organizationId,
      event_id: `incident:${row.id}:${eventType.slice('alert.'.length)}:${row.events}`,
      event_type: eventType,
      occurred_at_micros: microsOf(this.at),
      attributes: eventAttributes(row, eventType, this.tools.baseUrl, because),
    };
    const onFailure = eventType === 'alert.triggered' ? () => this.retry(row.id) : undefined;
    this.events.push({ event, incidentId: row.id, onFailure });
    return { ...row, events: row.events + 1 };
  }

  /** The notification is retried after the next step, if the incident is still open. */
  private async retry(id: string): Promise<void> {
    const row = await incidentRow(this.client, this.organizationId, id);
    await setIncident(this.client, { ...waitingFor(row, { reason: 'failed' }), is_told: false });
  }

  /** In its group, from its opening on. */
  async inGroup(row: IncidentRow): Promise<IncidentRow> {
    this.semanticGroups ??= await semanticGroupRows(this.client, this.organizationId);
    const group = groupOf(row, this.semanticGroups);
    const id = await joinGroup(this.client, this.organizationId, group, this.at);
    if (group.semanticGroupId === null) return { ...row, group_id: id };
    return { ...row, group_id: id, details: { ...row.details, semantic_group: group.name } };
  }

  /** Why it is notified late; undefined where there is no reason to give. */
  async reason(row: IncidentRow): Promise<string | undefined> {
    const { group_id: groupId, details } = row;
    if (details.waits_for?.reason !== 'group_wait' || groupId === null) return lateNotificationReason(row);
    const members = await activeMembers(this.client, this.organizationId, groupId);
    return members.length < 2 ? undefined : `${members.length} incidents of ${details.semantic_group}.`;
  }

  /** Why it is not notified now; `worse`: more severe than when it was notified. */
  async suppression(row: IncidentRow, worse: boolean): Promise<Suppression | undefined> {
    const silenced = this.tools.suppressionFor?.(silenceableLabels(row), microsOf(this.at));
    const cause = this.tools.causes?.get(row.fingerprint);
    // What was held goes on being held until it has fired for a while without its cause (ALERT-121).
    const isKept = row.details.inhibition?.held !== undefined && !worse;
    const isInhibited = cause?.held !== undefined || isKept;
    const awaited = this.tools.awaited?.get(row.fingerprint);
    const held = suppressionOf(row, this.at, { silenced, isInhibited, awaited, isWorse: worse });
    const { semantic_group: group } = row.details;
    if (held !== undefined || group === undefined || row.group_id === null) return held;
    const members = await activeMembers(this.client, this.organizationId, row.group_id);
    return suppressionByGroup(row, group, members, this.at);
  }
}

/** For the timeline. */
export const suppressed = (held: Suppression | undefined) =>
  held && { held: held.reason, ...(held.reason === 'muted' && { silence: held.silence }) };
