/** The one incident of the installation, in the platform's own organization (ALERT-140). */
import { STEP_MICROS } from '@spanwise/contracts/alerting/measure';
import type { PlatformFault } from '@spanwise/contracts/alerting/incidents';
import type { PoolClient } from 'pg';
import { changeIncidents, type IncidentChanges } from '../../incidents/incidents/incident-lifecycle.js';
import { fingerprintOf } from '../../incidents/incidents/incident-rules.js';
import type { IncidentRow } from '../../incidents/incidents/incident-rows.js';
import { latestOf } from '../../incidents/incidents/incidents.store.js';
import { silencesOf } from '../../incidents/incidents/silenced.js';
import { PLATFORM_LABELS } from '../../routing/policies/built-in-policies.js';
import { faultsNow, inWords, without, type Look } from './platform-faults.js';
import { lockObservation, claimObservation } from './observations.store.js';

/** What a process saw; `progress` is absent where apm did not answer. */
export type Seen = Omit<Look, 'seenMicros'> & { startedMicros: number };

/** In one transaction, which holds the sight: of any number of processes one writes, and what died before its commit never was. */
export async function notePlatform(
  client: PoolClient,
  organizationId: string,
  { startedMicros, ...seen }: Seen,
  baseUrl: string,
): Promise<void> {
  const seenMicros = await turnOf(client, organizationId, seen, startedMicros);
  if (seenMicros === undefined) return;
  const latest = await latestOf(client, organizationId, fingerprintOf(undefined, { ...PLATFORM_LABELS }));
  const known = latest?.details.faults ?? [];
  const faults = faultsNow({ ...seen, seenMicros }, latest?.status === 'resolved' ? [] : known);
  if (faults === undefined || !isAnythingToDo(latest, faults)) return;
  const tools = { baseUrl, suppressionFor: await silencesOf(client, organizationId, seen.nowMicros) };
  const work = (incidents: IncidentChanges) => follow(incidents, latest, faults, seen.nowMicros);
  await changeIncidents(client, organizationId, tools, work, seen.nowMicros);
}

/** When figures were last read by any process; undefined where another process has looked later. */
async function turnOf(
  client: PoolClient,
  organizationId: string,
  { nowMicros, progress }: Pick<Look, 'nowMicros' | 'progress'>,
  startedMicros: number,
): Promise<number | undefined> {
  if (progress === undefined) return (await lockObservation(client, organizationId)) ?? startedMicros;
  return (await claimObservation(client, organizationId, nowMicros)) ? nowMicros : undefined;
}

function isAnythingToDo(latest: IncidentRow | undefined, faults: readonly PlatformFault[]): boolean {
  if (latest !== undefined && latest.status !== 'resolved') return true;
  if (latest?.resolved_reason !== 'by_hand') return faults.length > 0;
  const known = latest.details.faults ?? [];
  return without(faults, known).length > 0 || without(known, faults).length > 0;
}

async function follow(
  incidents: IncidentChanges,
  latest: IncidentRow | undefined,
  faults: readonly PlatformFault[],
  nowMicros: number,
): Promise<void> {
  const known = latest?.details.faults ?? [];
  const [found, over] = [without(faults, known), without(known, faults)];
  const summary = inWords(faults);
  // What a user has ended manually stays ended for as long as nothing else is wrong.
  if (
    latest !== undefined &&
    (latest.status !== 'resolved' || (latest.resolved_reason === 'by_hand' && found.length === 0))
  ) {
    if (found.length + over.length > 0) await incidents.noteFaults(latest.id, faults, { summary, found, over });
    if (faults.length === 0) await incidents.resolveByRule(latest.id, 'platform_healthy');
    // No step does it in an organization without rules.
    await incidents.notifyPending();
    await incidents.renotify();
  } else {
    const { incident } = await incidents.open({
      severity: 'critical',
      labels: { ...PLATFORM_LABELS },
      value: null,
      step: Math.floor(nowMicros / STEP_MICROS),
      startedAtMicros: faults[0]!.since_micros,
      summary,
      faults,
    });
    await incidents.noteFaults(incident.id, faults, { summary, found: faults, over: [] });
  }
}
