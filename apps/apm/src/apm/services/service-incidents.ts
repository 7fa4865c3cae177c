import { Injectable } from '@nestjs/common';
import { Bus } from '@spanwise/bus/bus';
import { INCIDENTS_READ, incidentsOfServices, type ServiceIncident } from '@spanwise/contracts/alerting/incidents';
import type { IamContext } from '@spanwise/contracts/authz/iam-context';
import { MICROS } from '../range/query-range.js';
import { ApmReads } from '../read/apm-read.js';

/** What notify says of services. */
export interface KnownIncidents {
  /** Undefined: notify could not be asked. */
  open: readonly ServiceIncident[] | undefined;
  /** The caller may read alerts. */
  isShown: boolean;
}

/** A range that ends so short a while ago ends now. */
const NOW_MICROS = 2 * MICROS.minute;

@Injectable()
export class ServiceIncidents {
  constructor(
    private readonly bus: Bus,
    private readonly reads: ApmReads,
  ) {}

  /** Those that were open at the end of a range. */
  async at({ organization_id, permissions }: IamContext, toMicros: number): Promise<KnownIncidents> {
    const isPast = toMicros < this.reads.nowMicros - NOW_MICROS;
    const asked = { organization_id, ...(isPast && { at_micros: toMicros }) };
    const answer = await this.bus.rpc.call(incidentsOfServices, asked).catch(() => undefined);
    return { open: answer?.incidents, isShown: permissions.includes(INCIDENTS_READ.organization) };
  }
}
