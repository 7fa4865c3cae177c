import { Injectable } from '@nestjs/common';
import { conflict, invalidArgument, ServiceError } from '@spanwise/contracts/errors';
import type { TestConnector, TestMessage, TestResult } from '@spanwise/contracts/notify';
import { uuidv7 } from '@spanwise/contracts/uuid';
import { Host } from '@spanwise/host/service';
import { describeError } from '@spanwise/host/logger';
import { micros, OrganizationTransactions } from '../db/organization-transactions.js';
import { DeliveryFault } from '../egress/delivery-fault.js';
import { isSafeText } from '../providers/members.js';
import type { Message, Sent } from '../providers/provider.js';
import { PROVIDERS } from '../providers/registry.js';
import { WiresProvider } from '../providers/wires.js';
import { connectorRow, type ConnectorRow } from './connector-rows.js';
import { ConnectorSecrets } from './connector-secrets.js';

const MAX_UNDER_WAY = 32;
const BUSY_RETRY_SECONDS = 5;

interface Outcome {
  sent?: Sent;
  error?: string;
}

/** Delivery tests: the path of a real delivery, one attempt (specification 4.6; design/reliability.md 3.2). */
@Injectable()
export class ConnectorTests {
  private readonly underWay = new Map<string, number>();

  constructor(
    private readonly transactions: OrganizationTransactions,
    private readonly secrets: ConnectorSecrets,
    private readonly wires: WiresProvider,
    private readonly host: Host,
  ) {}

  async run(organizationId: string, id: string, input: TestConnector): Promise<TestResult> {
    const row = await this.transactions.in(organizationId, (client) => connectorRow(client, organizationId, id));
    if (!row.enabled) throw conflict('The connector is disabled: enable it to test it.');
    const target = { type: input.target_type, value: input.target.trim() };
    const fault = PROVIDERS[row.connector_type].targetFault(target, this.wires.wires);
    if (fault !== undefined) {
      throw invalidArgument(`The target does not suit the connector: ${fault}.`, [{ field: 'target', reason: fault }]);
    }
    const delivery = { id: uuidv7(), target, message: messageOf(input.message, row.name) };
    return this.counted(organizationId, async () => {
      const testedAt = new Date();
      const startedAt = performance.now();
      const outcome = await this.attempt(row, delivery);
      await this.record(row, testedAt, outcome);
      return {
        sent: outcome.sent !== undefined,
        tested_at_micros: micros(testedAt),
        elapsed_ms: Math.round(performance.now() - startedAt),
        ...(outcome.sent?.providerMessageId !== undefined && { provider_message_id: outcome.sent.providerMessageId }),
        ...(outcome.error !== undefined && { error: outcome.error }),
      };
    });
  }

  private async attempt(row: ConnectorRow, delivery: Parameters<(typeof PROVIDERS)['webhook']['send']>[1]) {
    try {
      const config = this.secrets.open(row.organization_id, row.id, row.config_sealed);
      return { sent: await PROVIDERS[row.connector_type].send(config, delivery, this.wires.wires) };
    } catch (error) {
      if (error instanceof DeliveryFault) return { error: error.message };
      this.host.logger.error({ connector: row.id, ...describeError(error) }, 'a connector test failed inside');
      throw error;
    }
  }

  /** Only what is still so is recorded: an update or a newer test in between wins. */
  private async record(row: ConnectorRow, testedAt: Date, { error }: Outcome): Promise<void> {
    await this.transactions.in(row.organization_id, (client) =>
      client.query(
        `update connectors set status = $4, last_test_status = $5, last_test_error = $6, last_tested_at = $7
         where id = $1 and organization_id = $2 and version = $3 and (last_tested_at is null or last_tested_at <= $7)`,
        [
          row.id,
          row.organization_id,
          row.version,
          error === undefined ? 'connected' : 'error',
          error === undefined ? 'success' : 'failed',
          error ?? null,
          testedAt,
        ],
      ),
    );
  }

  /** Receivers that hang must not hold more than their share. */
  private async counted<T>(organizationId: string, work: () => Promise<T>): Promise<T> {
    const count = this.underWay.get(organizationId) ?? 0;
    if (count >= MAX_UNDER_WAY) {
      const message = `At most ${MAX_UNDER_WAY} connector tests of an organization run at once.`;
      throw new ServiceError('resource_exhausted', message, undefined, BUSY_RETRY_SECONDS);
    }
    this.underWay.set(organizationId, count + 1);
    try {
      return await work();
    } finally {
      const left = (this.underWay.get(organizationId) ?? 1) - 1;
      if (left === 0) this.underWay.delete(organizationId);
      else this.underWay.set(organizationId, left);
    }
  }
}

/** Blank members have the words of a test. The title becomes a header of mail. */
function messageOf(sent: TestMessage | undefined, connector: string): Message {
  const title = sent?.title?.trim() || 'Spanwise test notification';
  if (!isSafeText(title)) {
    throw invalidArgument('The title must not have control characters.', [
      { field: 'message.title', reason: 'must not have control characters' },
    ]);
  }
  const text = sent?.text?.trim() || sent?.markdown?.trim() || `The connector "${connector}" can deliver messages.`;
  return {
    title,
    text,
    ...(sent?.markdown !== undefined && { markdown: sent.markdown }),
    ...(sent?.html !== undefined && { html: sent.html }),
  };
}
