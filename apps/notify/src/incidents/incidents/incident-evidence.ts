import { Inject, Injectable } from '@nestjs/common';
import { Bus } from '@spanwise/bus/bus';
import { alertEvidence, type AlertEvidence } from '@spanwise/contracts/alerting/evidence';
import { microsOf } from '@spanwise/contracts/base/micros';
import type { IncidentRow } from './incident-rows.js';
import { serviceOf } from './inhibition.js';

const MINUTE_MICROS = 60_000_000;
/** What began before the first bad step is what a window of so long has seen. */
const BEFORE_MICROS = 5 * MINUTE_MICROS;
/** Of what lasts longer, the beginning shows the cause. */
const MAX_MICROS = 24 * 60 * MINUTE_MICROS;

/** From before it began to its end, or to now; at most a day. */
export function lastingOf(
  { started_at, resolved_at }: Pick<IncidentRow, 'started_at' | 'resolved_at'>,
  nowMicros: number,
) {
  const from = Math.max(0, microsOf(started_at) - BEFORE_MICROS);
  const end = resolved_at === null ? nowMicros : microsOf(resolved_at);
  return { from_micros: from, to_micros: Math.max(from + MINUTE_MICROS, Math.min(end, from + MAX_MICROS)) };
}

/** What apm knows around an incident (ALERT-33). */
@Injectable()
export class IncidentEvidence {
  constructor(@Inject(Bus) private readonly bus: Pick<Bus, 'rpc'>) {}

  /** Undefined for an incident of no service; throws where apm does not answer. */
  async around(row: IncidentRow): Promise<AlertEvidence | undefined> {
    const { labels } = row.details;
    if (serviceOf(labels) === undefined) return undefined;
    const asked = { organization_id: row.organization_id, labels, ...lastingOf(row, Date.now() * 1_000) };
    return this.bus.rpc.call(alertEvidence, asked);
  }
}
