/** What the receiver saw against what was published: pure. */
import type { Visit } from './receiver.js';

export interface Logged {
  id: string;
  event_id: string;
  status: string;
  error_code: string | null;
}

export interface Judgement {
  delivered: number;
  superseded: number;
  duplicates: number;
  /** Attempts that both secrets verified. */
  rotating: number;
  faults: string[];
}

export interface Incident {
  firing: string;
  resolved: string;
}

/** Timers of the receiver and the product are read at different moments. */
const CLOCK_MS = 50;

export function judge(
  incidents: readonly Incident[],
  visits: readonly Visit[],
  log: readonly Logged[],
  /** Moments of kills: what a process had heard and not yet recorded is lost with it. */
  killsMs: readonly number[],
): Judgement {
  const visitsOf = new Map<string, Visit[]>();
  for (const visit of visits) visitsOf.set(visit.event, [...(visitsOf.get(visit.event) ?? []), visit]);
  const logOf = new Map(log.map((row) => [row.event_id, row]));
  const judgement: Judgement = { delivered: 0, superseded: 0, duplicates: 0, rotating: 0, faults: [] };
  const fault = (sentence: string) => judgement.faults.push(sentence);
  for (const { event, signatures, verified } of visits) {
    if (signatures === 0 || verified !== signatures)
      fault(`${event} came with ${signatures} signatures, of which ${verified} verify`);
    if (verified === 2) judgement.rotating++;
  }
  for (const { firing, resolved } of incidents) {
    for (const event of [firing, resolved]) {
      const seen = visitsOf.get(event) ?? [];
      const taken = seen.filter((visit) => visit.taken).length;
      const row = logOf.get(event);
      if (new Set(seen.map(({ id }) => id)).size > 1) fault(`${event} came under several webhook-ids`);
      if (row !== undefined && seen.some(({ id }) => id !== row.id))
        fault(`${event} came under an id that is not in the log`);
      if (taken > 0) judgement.delivered++;
      else if (event === firing && row?.error_code === 'superseded') judgement.superseded++;
      else fault(`${event} was not delivered: ${row?.status ?? 'it is not in the log'}`);
      judgement.duplicates += Math.max(0, taken - 1);
      if (cameTooEarly(seen, killsMs)) fault(`${event} came again before its Retry-After`);
    }
    const end = (visitsOf.get(resolved) ?? [])[0];
    const late = (visitsOf.get(firing) ?? []).at(-1);
    if (end !== undefined && late !== undefined && visits.indexOf(late) > visits.indexOf(end))
      fault(`${firing} came after ${resolved}`);
  }
  return judgement;
}

function cameTooEarly(seen: readonly Visit[], killsMs: readonly number[]): boolean {
  return seen.some(({ notBeforeMs, atMs }, at) => {
    const next = seen[at + 1];
    if (notBeforeMs === undefined || next === undefined) return false;
    const killed = killsMs.some((kill) => kill >= atMs - CLOCK_MS && kill <= next.atMs);
    return !killed && next.atMs < notBeforeMs - CLOCK_MS;
  });
}
