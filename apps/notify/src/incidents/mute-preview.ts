import { Injectable } from '@nestjs/common';
import type { MutePreview, MutePreviewBody } from '@spanwise/contracts/alert-mutes';
import { microsOf } from '@spanwise/contracts/micros';
import { OrganizationTransactions } from '../db/organization-transactions.js';
import { mutedBy, previewedMute } from '../mutes/mute-rules.js';
import { mutableLabels } from './incident-rules.js';
import { incidentRows } from './incidents.store.js';

const WINDOW_SECS = 604_800;
/** Of more of them the newest are looked at. */
const MAX_INCIDENTS = 10_000;
const MAX_SAMPLES = 20;

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
    const silenced = recent.filter(
      (row) => mutedBy([mute], mutableLabels(row), microsOf(row.created_at)) !== undefined,
    );
    return {
      window_secs: WINDOW_SECS,
      incidents: recent.length,
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
