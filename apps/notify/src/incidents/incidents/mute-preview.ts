import { setImmediate as nextTurn } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { MutePreview, MutePreviewBody } from '@spanwise/contracts/alerting/silences';
import { microsOf } from '@spanwise/contracts/base/micros';
import { OrganizationTransactions } from '../../db/organization-transactions.js';
import { stepsOf, type Labels } from '../silences/label-matchers.js';
import { mutedBy, previewedMute, type Mute } from '../silences/mute-rules.js';
import { mutableLabels } from './incident-rules.js';
import type { IncidentRow } from './incident-rows.js';
import { incidentRows } from './incidents.store.js';

const WINDOW_SECS = 604_800;
/** Of more of them the newest are looked at. */
const MAX_INCIDENTS = 10_000;
const MAX_SAMPLES = 20;
/** Of patterns (`stepsOf`): about a second for a preview, and 30 ms before others have their turn. */
const MAX_STEPS = 300_000_000;
const STEPS_OF_TURN = 10_000_000;

/** What a silence would have kept quiet of late (ALERT-54). */
@Injectable()
export class MutePreviews {
  constructor(private readonly transactions: OrganizationTransactions) {}

  async of(organizationId: string, body: MutePreviewBody): Promise<MutePreview> {
    const mute = previewedMute(body);
    const rows = await this.transactions.in(organizationId, (client) =>
      incidentRows(client, organizationId, 'all', WINDOW_SECS, MAX_INCIDENTS),
    );
    const since = Date.now() - WINDOW_SECS * 1_000;
    const recent = rows.filter(({ created_at: created }) => created.getTime() >= since);
    const { lookedAt, silenced } = await silencedBy(mute, recent, mutableLabels);
    return {
      window_secs: WINDOW_SECS,
      incidents: lookedAt,
      silenced: silenced.length,
      samples: silenced.slice(0, MAX_SAMPLES).map(({ id, details, severity, created_at }) => ({
        id,
        summary: details.summary,
        severity,
        created_at: microsOf(created_at),
      })),
    };
  }
}

/** Of the newest ones, as many as patterns can be tried on within their steps. */
export async function silencedBy<Row extends Pick<IncidentRow, 'created_at'>>(
  mute: Mute,
  rows: readonly Row[],
  labelsOf: (row: Row) => Labels,
): Promise<{ lookedAt: number; silenced: Row[] }> {
  const silenced: Row[] = [];
  let [lookedAt, steps, ofTurn] = [0, 0, 0];
  for (const row of rows) {
    const labels = labelsOf(row);
    const costs = stepsOf(mute.matchers, labels);
    steps += costs;
    ofTurn += costs;
    if (steps > MAX_STEPS) break;
    if (mutedBy([mute], labels, microsOf(row.created_at)) !== undefined) silenced.push(row);
    lookedAt++;
    if (ofTurn < STEPS_OF_TURN) continue;
    await nextTurn();
    ofTurn = 0;
  }
  return { lookedAt, silenced };
}
