/** Incidents of one organization, for specs of what becomes of them. */
import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { Severity } from '@spanwise/contracts/alerting/alert-conditions';
import type { TimelineKind } from '@spanwise/contracts/alerting/incidents';
import { uuidv7 } from '@spanwise/contracts/base/uuid';
import { NotifyDatabase } from '../../db/notify-database.fixture.js';
import { changeIncidents, type IncidentChanges } from './incident-lifecycle.js';
import type { IncidentTools } from './incident-notifier.js';
import type { Opening } from './incident-opening.js';
import { incidentRow, timelineOf } from './incidents.store.js';

export const A = uuidv7();
export const USER = uuidv7();
export const RULE = uuidv7();
export const T0 = Date.parse('2026-01-15T10:00:00Z');
export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export let database: NotifyDatabase;

/** A database of notify's for the specs of a file, without incidents before each. */
export function useIncidents(name: string): void {
  beforeAll(async () => {
    database = await NotifyDatabase.start(name);
  });
  afterAll(() => database.stop());
  beforeEach(() =>
    database.admin.query(
      'truncate notify.incidents, notify.incident_timeline, notify.events, notify.organizations cascade',
    ),
  );
}

export const opening = (change: Partial<Opening> = {}): Opening => ({
  rule: {
    id: RULE,
    version: 1,
    name: 'Checkout errors',
    escalation_policy_id: 'default',
    labels: { team: 'shop' },
    annotations: { runbook: 'https://runbooks.example/1' },
    silence_secs: 300,
    query: { language: 'condition', statement: 'error_rate of service by service' },
  },
  severity: 'warning',
  labels: { service: 'checkout' },
  value: 0.25,
  step: 29_000_000,
  traceIds: ['aa', 'bb'],
  startedAtMicros: (T0 - MINUTE) * 1_000,
  ...change,
});

/** In a transaction of its own, so long after the beginning. */
export const change = <T>(
  work: (incidents: IncidentChanges) => Promise<T>,
  afterMs = 0,
  tools: Partial<IncidentTools> = {},
) =>
  database.transactions.in(A, (client) =>
    changeIncidents(client, A, { baseUrl: 'https://spanwise.example', ...tools }, work, (T0 + afterMs) * 1_000),
  );
export const open = (afterMs = 0, more: Partial<Opening> = {}, tools: Partial<IncidentTools> = {}) =>
  change((incidents) => incidents.open(opening(more)), afterMs, tools);
export const recover = (id: string, afterMs: number) =>
  change((incidents) => incidents.resolveByRule(id, 'recovered'), afterMs);
export const raise = (id: string, severity: Severity, afterMs: number) =>
  change(
    (incidents) =>
      incidents.raiseSeverity(id, severity, { step: 29_000_001, value: 0.5, labels: { service: 'checkout' } }),
    afterMs,
  );
export const lower = (id: string, severity: Severity, afterMs: number) =>
  change(
    (incidents) =>
      incidents.lowerSeverity(id, severity, { step: 29_000_002, value: 0.1, labels: { service: 'checkout' } }),
    afterMs,
  );
export const row = (id: string) => database.transactions.in(A, (client) => incidentRow(client, A, id));
export const kinds = async (id: string): Promise<TimelineKind[]> =>
  (await database.transactions.in(A, (client) => timelineOf(client, A, id, 100))).map(({ kind }) => kind);
/** Ids of what was published, without that of the incident. */
export const notifications = async (): Promise<string[]> =>
  (
    await database.admin.query<{ event_id: string }>('select event_id from notify.events order by created_at, event_id')
  ).rows.map(({ event_id }) => event_id.split(':').slice(2).join(':'));
