import { Injectable } from '@nestjs/common';
import { conflict, invalidArgument } from '@spanwise/contracts/errors';
import type { TestConnector, TestMessage, TestResult } from '@spanwise/contracts/notify';
import { uuidv7 } from '@spanwise/contracts/uuid';
import { takeTest } from '../circuits/test-rate.js';
import { micros, OrganizationTransactions } from '../db/organization-transactions.js';
import { logTest, type LoggedTest } from '../deliveries/outbox.js';
import { isSafeText } from '../providers/members.js';
import type { Message } from '../providers/provider.js';
import { connectorRow, type ConnectorRow } from './connector-rows.js';
import { ConnectorSender } from './connector-sender.js';

/** Delivery tests: the path of a real delivery, one attempt (specification 4.6; design/reliability.md 3.2). */
@Injectable()
export class ConnectorTests {
  constructor(
    private readonly transactions: OrganizationTransactions,
    private readonly sender: ConnectorSender,
  ) {}

  async run(organizationId: string, id: string, input: TestConnector): Promise<TestResult> {
    const row = await this.transactions.in(organizationId, (client) => connectorRow(client, organizationId, id));
    if (!row.enabled) throw conflict('The connector is disabled: enable it to test it.');
    const target = { type: input.target_type, value: input.target.trim() };
    const fault = this.sender.targetFault(row, target);
    if (fault !== undefined) {
      throw invalidArgument(`The target does not suit the connector: ${fault}.`, [{ field: 'target', reason: fault }]);
    }
    const message = messageOf(input.message, row.name);
    await this.transactions.in(organizationId, (client) => takeTest(client, organizationId, id));
    const testedAt = new Date();
    const testId = uuidv7();
    const { sent, error, elapsedMs } = await this.sender.attempt(row, { id: testId, target, message });
    const logged = { id: testId, target, latencyMs: elapsedMs, sentAt: testedAt, error };
    await this.record(row, { ...logged, organizationId, connectorId: id });
    return {
      sent: sent !== undefined,
      tested_at_micros: micros(testedAt),
      elapsed_ms: elapsedMs,
      ...(sent?.providerMessageId !== undefined && { provider_message_id: sent.providerMessageId }),
      ...(error !== undefined && { error }),
    };
  }

  /** In the connector only what is still so is recorded: an update or a newer test in between wins. */
  private async record(row: ConnectorRow, test: LoggedTest): Promise<void> {
    const { error, sentAt } = test;
    await this.transactions.in(row.organization_id, async (client) => {
      await logTest(client, test);
      await client.query(
        `update connectors set status = $4, last_test_status = $5, last_test_error = $6, last_tested_at = $7
         where id = $1 and organization_id = $2 and version = $3 and (last_tested_at is null or last_tested_at <= $7)`,
        [
          row.id,
          row.organization_id,
          row.version,
          error === undefined ? 'connected' : 'error',
          error === undefined ? 'success' : 'failed',
          error ?? null,
          sentAt,
        ],
      );
    });
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
