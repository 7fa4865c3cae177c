/** Actions on an incident, and how it looks before the API has answered. Pure; times are microseconds. */
import type { Incident } from './incident-list.js';

export type Move =
  | { kind: 'acknowledge' }
  | { kind: 'resolve' }
  | { kind: 'assign'; userId: string | null }
  | { kind: 'snooze'; seconds: number };

/** What the API allows of it (ALERT-31). */
export const mayMove = ({ status }: Incident, kind: Move['kind']): boolean =>
  kind === 'acknowledge' ? status === 'open' : status !== 'resolved';

export function moved(incident: Incident, move: Move, { by, nowMicros }: { by?: string; nowMicros: number }): Incident {
  switch (move.kind) {
    case 'acknowledge':
      return { ...incident, status: 'acknowledged', acknowledged_at: nowMicros, acknowledged_by: by };
    case 'resolve': {
      const { snoozed_until: _, ...awake } = incident;
      return { ...awake, status: 'resolved', resolved_at: nowMicros, resolved_by: by, resolved_reason: 'by_hand' };
    }
    case 'assign':
      return { ...incident, assignees: move.userId === null ? [] : [move.userId] };
    case 'snooze':
      return { ...incident, snoozed_until: nowMicros + move.seconds * 1_000_000 };
  }
}

/** The answer of a change has not what is around the incident: that stays as it was read. */
export const answered = (before: Incident, answer: Incident): Incident => ({
  ...answer,
  evidence: answer.evidence ?? before.evidence,
  trace_ids: before.trace_ids,
  affected_services: before.affected_services,
});
