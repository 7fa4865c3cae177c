import { Inject, Injectable } from '@nestjs/common';
import type { PlatformReason } from '@spanwise/contracts/alerting/incidents';
import { STEP_MICROS } from '@spanwise/contracts/alerting/measure';
import { NotifyConfig } from '../../config.js';
import { OrganizationTransactions } from '../../db/organization-transactions.js';
import { changeIncidents } from '../../incidents/incidents/incident-lifecycle.js';
import { SystemOrganization } from '../../platform/organizations/system-organization.js';
import type { PlatformState } from './platform.js';
import { activePlatformIncidents } from './platform.store.js';

const MESSAGES: Record<PlatformReason, string> = {
  lag: 'Telemetry is counted more than two minutes late: no alert rule fires or resolves until it is caught up with.',
  replay: 'Telemetry is being counted again: no alert rule fires or resolves until that has ended.',
  unreachable: 'Figures cannot be read: no alert rule fires or resolves until they can.',
  no_gateway:
    'No gateway took telemetry for a while, or one was lost: no alert rule fires or resolves by those minutes.',
  refusing: 'Telemetry was refused by a fault of the platform: no alert rule fires or resolves by those minutes.',
  standstill:
    'The alert rules of this organization have not been evaluated for two minutes, by a fault inside: none fires or resolves until they are.',
  gap: 'Telemetry of the last minutes was lost: no alert rule fires or resolves by it.',
};

/**
 * One incident of an organization for as long as what is measured cannot be trusted, for one reason (ALERT-9). That of the platform's own
 * organization is the one of the installation (ALERT-140).
 */
@Injectable()
export class PlatformIncidents {
  /** The last reason, `well` without one; nothing is known after a start. */
  private readonly noted = new Map<string, PlatformReason | 'well'>();
  private readonly baseUrl: string;

  constructor(
    private readonly transactions: OrganizationTransactions,
    @Inject(SystemOrganization) private readonly system: Pick<SystemOrganization, 'is'>,
    config: NotifyConfig,
  ) {
    this.baseUrl = config.values.baseUrl;
  }

  async note(organizationId: string, state: PlatformState): Promise<void> {
    if (state.kind === 'between') return;
    const reason = state.kind === 'unwell' ? state.reason : undefined;
    if (this.noted.get(organizationId) === (reason ?? 'well')) return;
    if (await this.system.is(organizationId)) return;
    await this.transactions.in(organizationId, async (client) => {
      const active = await activePlatformIncidents(client, organizationId);
      const over = active.filter((one) => one.reason !== reason);
      await changeIncidents(client, organizationId, { baseUrl: this.baseUrl }, async (incidents) => {
        for (const { id } of over) await incidents.resolveByRule(id, 'platform_healthy');
        if (reason === undefined || over.length < active.length) return;
        const nowMicros = Date.now() * 1_000;
        await incidents.open({
          severity: 'critical',
          labels: { about: 'platform', reason },
          value: null,
          step: Math.floor(nowMicros / STEP_MICROS),
          startedAtMicros: nowMicros,
          summary: MESSAGES[reason],
        });
      });
    });
    this.noted.set(organizationId, reason ?? 'well');
  }
}
