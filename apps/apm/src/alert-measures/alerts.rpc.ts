import { Controller } from '@nestjs/common';
import { HandleRpc } from '@spanwise/bus/rpc-handler';
import {
  alertOrganizations,
  alertProgress,
  measureAlerts,
  type AlertProgress,
  type MeasureAlerts,
  type MeasureAnswer,
} from '@spanwise/contracts/alerting/measure';
import { translateFaults } from '@spanwise/postgres/availability';
import { UsagePools } from '../query/usage/usage-pools.js';
import { readOrganizations } from './alerts.store.js';
import {
  alertCauses,
  alertEvidence,
  type AlertCauses,
  type AlertCausesAsked,
  type AlertEvidence,
  type AlertEvidenceAsked,
} from '@spanwise/contracts/alerting/evidence';
import { AlertMeasures } from './alert-measures.js';
import { AlertCausesRead } from './causes.js';
import { AlertEvidences } from './evidence.js';
import { PlatformProgress } from './platform-progress.js';

/** Between apm and notify alone. */
@Controller()
export class AlertsController {
  constructor(
    private readonly measures: AlertMeasures,
    private readonly pools: UsagePools,
    private readonly evidences: AlertEvidences,
    private readonly causesRead: AlertCausesRead,
    private readonly platform: PlatformProgress,
  ) {}

  @HandleRpc(measureAlerts)
  measure(asked: MeasureAlerts): Promise<MeasureAnswer> {
    return this.measures.measure(asked);
  }

  @HandleRpc(alertOrganizations)
  async organizations(): Promise<{ organization_ids: string[] }> {
    return { organization_ids: await translateFaults(() => readOrganizations(this.pools.writer)) };
  }

  @HandleRpc(alertProgress)
  progress(): Promise<AlertProgress> {
    return this.platform.read();
  }

  @HandleRpc(alertEvidence)
  evidence(asked: AlertEvidenceAsked): Promise<AlertEvidence> {
    return this.evidences.of(asked);
  }

  @HandleRpc(alertCauses)
  causes(asked: AlertCausesAsked): Promise<AlertCauses> {
    return this.causesRead.of(asked);
  }
}
