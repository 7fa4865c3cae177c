import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { Host } from '@spanwise/host/service';
import { describeError } from '@spanwise/host/logger';
import { ServiceError } from '@spanwise/contracts/base/errors';
import { DeliveryFault } from '../egress/delivery-fault.js';
import { maskedTarget } from '../providers/masked-target.js';
import type { Delivery, Sent, Target } from '../providers/provider.js';
import { PROVIDERS } from '../providers/registry.js';
import { ProviderContexts } from '../providers/provider-contexts.js';
import type { ConnectorRow } from './connector-rows.js';
import { configToSend, destinationOf } from './connector-config.js';
import { ConnectorSecrets } from './connector-secrets.js';
import { sendOnce } from './send-once.js';

const MAX_UNDER_WAY = 32;
const BUSY_RETRY_SECONDS = 5;

/** What one attempt came to: `sent`, or the category and sentence of the fault. */
export interface Attempt {
  sent?: Sent;
  error?: string;
  elapsedMs: number;
}

/** Makes single attempts at a person's request: tests and codes. */
@Injectable()
export class ConnectorSender {
  private readonly underWay = new Map<string, number>();

  constructor(
    private readonly secrets: ConnectorSecrets,
    private readonly providers: ProviderContexts,
    private readonly host: Host,
  ) {}

  /** Why the target does not suit the connector. */
  targetFault(row: Pick<ConnectorRow, 'connector_type'>, target: Target): string | undefined {
    return PROVIDERS[row.connector_type].targetFault(target, this.providers.context);
  }

  /** Whom a message goes to and where it leads, for the audit log; the own destination too where that is another. */
  auditedTarget(row: ConnectorRow, target: Target): Record<string, unknown> {
    const { members } = PROVIDERS[row.connector_type];
    const stored = this.secrets.openOrNothing(row.organization_id, row.id, row.config_sealed);
    const own = destinationOf(members, stored);
    const used = Object.keys(own).length === 0 ? own : destinationOf(members, configToSend(members, stored, target));
    const elsewhere = !isDeepStrictEqual(used, own) && { previous_destination: own };
    return { target_type: target.type, target: maskedTarget(target.value), destination: used, ...elsewhere };
  }

  /** Throws `resource_exhausted` when receivers that hang hold the organization's share already. */
  async attempt(row: ConnectorRow, delivery: Delivery): Promise<Attempt> {
    const organizationId = row.organization_id;
    const count = this.underWay.get(organizationId) ?? 0;
    if (count >= MAX_UNDER_WAY) {
      const message = `At most ${MAX_UNDER_WAY} test messages of an organization are under way at once.`;
      throw new ServiceError('resource_exhausted', message, undefined, BUSY_RETRY_SECONDS);
    }
    this.underWay.set(organizationId, count + 1);
    try {
      return await this.send(row, delivery);
    } finally {
      const left = this.underWay.get(organizationId)! - 1;
      if (left === 0) this.underWay.delete(organizationId);
      else this.underWay.set(organizationId, left);
    }
  }

  private async send(row: ConnectorRow, delivery: Delivery): Promise<Attempt> {
    const startedAt = performance.now();
    const elapsed = () => Math.round(performance.now() - startedAt);
    try {
      const sent = await sendOnce(this.secrets, this.providers.context, row, delivery);
      return { sent, elapsedMs: elapsed() };
    } catch (error) {
      if (error instanceof DeliveryFault) return { error: error.message, elapsedMs: elapsed() };
      this.host.logger.error({ connector: row.id, ...describeError(error) }, 'delivery: failed with an internal error');
      throw error;
    }
  }
}
