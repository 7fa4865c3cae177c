/** The notification of incidents that began and ended while rules were not evaluated (ALERT-128): pure. */
import { microsOf } from '@spanwise/contracts/base/micros';
import type { PublishEvent } from '@spanwise/contracts/notify/deliveries';
import type { IncidentRow } from './incident-rows.js';
import { shortened, shownTogether } from './shown-together.js';

/**
 * `rows`: one at least, the newest first. `userIds`: who hears of it while no policy says so and there are no default routes.
 * The step makes the event's id: it is notified once, however often it is tried.
 */
export function digestEvent(
  rows: readonly IncidentRow[],
  step: { pass: string; at: number },
  at: Date,
  userIds: readonly string[],
): PublishEvent {
  const { organization_id: organizationId } = rows[0]!;
  const shown = shownTogether(rows, ({ id, severity, details, started_at, resolved_at }) => ({
    incident_id: id,
    severity,
    rule_name: shortened(details.rule_name),
    summary: shortened(details.summary),
    started_at_micros: microsOf(started_at),
    ...(resolved_at !== null && { resolved_at_micros: microsOf(resolved_at) }),
  }));
  const count = rows.length === 1 ? 'One incident' : `${rows.length} incidents`;
  const title = `${count} began and ended while alert rules were not evaluated`;
  return {
    organization_id: organizationId,
    event_id: `alert.digest:${step.pass}:${step.at}`,
    event_type: 'alert.digest',
    occurred_at_micros: microsOf(at),
    attributes: {
      title,
      summary: `${title}: ${shown.summaries}`,
      user_ids: [...userIds],
      incident_count: rows.length,
      incidents: shown.incidents,
    },
  };
}
