import { setImmediate as nextTurn } from 'node:timers/promises';
import { Controller } from '@nestjs/common';
import { HandleRpc } from '@spanwise/bus/rpc-handler';
import { previewSilence, SilencePreviewBody, type SilencePreview } from '@spanwise/contracts/alerting/silences';
import { microsOf } from '@spanwise/contracts/base/micros';
import type { IamContext } from '@spanwise/contracts/authz/iam-context';
import { OrganizationTransactions } from '../../db/organization-transactions.js';
import { stepsOf, type Labels } from '../silences/label-matchers.js';
import { silencedBy, previewedSilence, type Silence } from '../silences/silence-rules.js';
import { silenceableLabels } from './incident-rules.js';
import type { IncidentRow } from './incident-rows.js';
import { incidentRows } from './incidents.store.js';

const WINDOW_SECS = 604_800;
/** Of more of them the newest are looked at. */
const MAX_INCIDENTS = 10_000;
const MAX_SAMPLES = 20;
/** Of patterns (`stepsOf`): about a second for a preview, and 30 ms before others have their turn. */
const MAX_STEPS = 300_000_000;
const STEPS_OF_TURN = 10_000_000;

/** What a silence would have silenced of late (ALERT-54). */
@Controller()
export class SilencePreviews {
  constructor(private readonly transactions: OrganizationTransactions) {}

  @HandleRpc(previewSilence)
  async of(body: SilencePreviewBody, { organization_id: organizationId }: IamContext): Promise<SilencePreview> {
    const silence = previewedSilence(body);
    const rows = await this.transactions.in(organizationId, (client) =>
      incidentRows(client, organizationId, 'all', WINDOW_SECS, MAX_INCIDENTS),
    );
    const since = Date.now() - WINDOW_SECS * 1_000;
    const recent = rows.filter(({ created_at: created }) => created.getTime() >= since);
    const { lookedAt, silenced } = await previewOf(silence, recent, silenceableLabels);
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
export async function previewOf<Row extends Pick<IncidentRow, 'created_at'>>(
  silence: Silence,
  rows: readonly Row[],
  labelsOf: (row: Row) => Labels,
): Promise<{ lookedAt: number; silenced: Row[] }> {
  const silenced: Row[] = [];
  let [lookedAt, steps, ofTurn] = [0, 0, 0];
  for (const row of rows) {
    const labels = labelsOf(row);
    const costs = stepsOf(silence.matchers, labels);
    steps += costs;
    ofTurn += costs;
    if (steps > MAX_STEPS) break;
    if (silencedBy([silence], labels, microsOf(row.created_at)) !== undefined) silenced.push(row);
    lookedAt++;
    if (ofTurn < STEPS_OF_TURN) continue;
    await nextTurn();
    ofTurn = 0;
  }
  return { lookedAt, silenced };
}
