import { Inject, Injectable } from '@nestjs/common';
import { Bus } from '@spanwise/bus/bus';
import { systemOrganization } from '@spanwise/contracts/telemetry/own-telemetry';
import { Database } from '@spanwise/postgres/database';
import { notedSystemOrganization, noteSystemOrganization } from './organizations.store.js';

/** A restored database of iam's can have another one. */
const KEPT_MS = 5 * 60_000;
const RETRY_MS = 5_000;

/** Which organization is the platform's own, `_sys` (ACCESS-10). */
@Injectable()
export class SystemOrganization {
  private known: { id: string | undefined; untilMs: number } | undefined;

  constructor(
    @Inject(Bus) private readonly bus: Pick<Bus, 'rpc'>,
    private readonly database: Database,
  ) {}

  async is(organizationId: string): Promise<boolean> {
    return (await this.id()) === organizationId;
  }

  /** While iam is away, the one that it named last, to whichever process; undefined where it never has. */
  async id(): Promise<string | undefined> {
    if (this.known === undefined || this.known.untilMs <= performance.now()) {
      const asked = await this.asked();
      const keptMs = asked === undefined ? RETRY_MS : KEPT_MS;
      const id = asked ?? (await notedSystemOrganization(this.database));
      this.known = { id, untilMs: performance.now() + keptMs };
    }
    return this.known.id;
  }

  private async asked(): Promise<string | undefined> {
    const answer = await this.bus.rpc.call(systemOrganization, {}).catch(() => undefined);
    if (answer !== undefined) await noteSystemOrganization(this.database, answer.organization_id);
    return answer?.organization_id;
  }
}
