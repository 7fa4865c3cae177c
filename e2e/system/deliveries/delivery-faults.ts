/** What the receiver got, compared with what was published: pure. */
import type { Visit } from './receiver.js';

export interface Logged {
  id: string;
  event_id: string;
  status: string;
  error_code: string | null;
}

export interface Incident {
  firing: string;
  resolved: string;
}

/** Timers of the receiver and the product are read at different moments. */
const CLOCK_MS = 50;

/** `killsMs`: moments of kills; what a process had received and not yet recorded is lost with it. */
export function deliveryFaults(
  incidents: readonly Incident[],
  visits: readonly Visit[],
  log: readonly Logged[],
  killsMs: readonly number[],
): string[] {
  const visitsOf = (event: string) => visits.filter((visit) => visit.event === event);
  const logOf = new Map(log.map((row) => [row.event_id, row]));
  const faults = visits
    .filter(({ signatures, verified }) => signatures === 0 || verified !== signatures)
    .map(({ event, signatures, verified }) => `${event} had ${signatures} signatures, of which ${verified} verify`);
  for (const { firing, resolved } of incidents) {
    for (const event of [firing, resolved]) {
      const seen = visitsOf(event);
      const row = logOf.get(event);
      if (new Set(seen.map(({ id }) => id)).size > 1) faults.push(`${event} came under several webhook-ids`);
      if (row !== undefined && seen.some(({ id }) => id !== row.id))
        faults.push(`${event} came under an id that is not in the log`);
      const isSuperseded = event === firing && row?.error_code === 'superseded';
      if (!seen.some(({ taken }) => taken) && !isSuperseded)
        faults.push(`${event} was not delivered: ${row?.status ?? 'it is not in the log'}`);
      if (cameTooEarly(seen, killsMs)) faults.push(`${event} was repeated before its Retry-After`);
    }
    const end = visitsOf(resolved)[0] as Visit | undefined;
    const late = visitsOf(firing).at(-1);
    if (end !== undefined && late !== undefined && visits.indexOf(late) > visits.indexOf(end))
      faults.push(`${firing} came after ${resolved}`);
  }
  return faults;
}

function cameTooEarly(seen: readonly Visit[], killsMs: readonly number[]): boolean {
  return seen.some(({ notBeforeMs, atMs }, at) => {
    const next = seen[at + 1];
    if (notBeforeMs === undefined || next === undefined) return false;
    const killed = killsMs.some((kill) => kill >= atMs - CLOCK_MS && kill <= next.atMs);
    return !killed && next.atMs < notBeforeMs - CLOCK_MS;
  });
}
