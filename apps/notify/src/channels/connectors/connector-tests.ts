import { Controller } from '@nestjs/common';
import { HandleRpc } from '@spanwise/bus/rpc-handler';
import { conflict, invalidArgument } from '@spanwise/contracts/base/errors';
import type { IamContext } from '@spanwise/contracts/authz/iam-context';
import {
  SealedBodyOf,
  testConnector,
  TestConnector,
  type TestMessage,
  type TestResult,
} from '@spanwise/contracts/notify/notify';
import { uuidv7 } from '@spanwise/contracts/base/uuid';
import { microsOf } from '@spanwise/contracts/base/micros';
import { recordChange } from '../../platform/audit/audit-outbox.js';
import { SealedBodies } from '../../platform/sealed-bodies.js';
import { OrganizationTransactions } from '../../db/organization-transactions.js';
import { logTest, type LoggedTest } from '../outbox/outbox.store.js';
import { isSafeText } from '../providers/members.js';
import type { Message } from '../providers/provider.js';
import { takeConnectorTest } from '../send-limits/send-limits.js';
import { takeTest } from './test-rate.js';
import { changeOf, type ConnectorRow } from './connector-rows.js';
import { ConnectorSender } from './connector-sender.js';
import { connectorRow, setTested } from './connectors.store.js';

/** Delivery tests: the path of a real delivery, one attempt (DELIVERY-5). */
@Controller()
export class ConnectorTests {
  constructor(
    private readonly transactions: OrganizationTransactions,
    private readonly sender: ConnectorSender,
    private readonly bodies: SealedBodies,
  ) {}

  @HandleRpc(testConnector)
  async run({ id, sealed }: SealedBodyOf, context: IamContext): Promise<TestResult> {
    const input = this.bodies.open(TestConnector, sealed);
    const { organization_id: organizationId } = context;
    const row = await this.transactions.in(organizationId, (client) => connectorRow(client, organizationId, id));
    if (!row.enabled) throw conflict('The connector is disabled: enable it to test it.');
    const target = { type: input.target_type, value: input.target.trim() };
    const fault = this.sender.targetFault(row, target);
    if (fault !== undefined) {
      throw invalidArgument(`The target does not suit the connector: ${fault}.`, [{ field: 'target', reason: fault }]);
    }
    const message = messageOf(input.message, row.name);
    await this.transactions.in(organizationId, async (client) => {
      await takeConnectorTest(client, organizationId);
      await takeTest(client, organizationId, id);
      await recordChange(client, context, changeOf('connector.test', row, this.sender.auditedTarget(row, target)));
    });
    const testedAt = new Date();
    const testId = uuidv7();
    const { sent, error, elapsedMs } = await this.sender.attempt(row, { id: testId, target, message });
    const logged = { id: testId, target, latencyMs: elapsedMs, sentAt: testedAt, error };
    await this.record(row, { ...logged, kind: 'notify.test', organizationId, connectorId: id });
    return {
      sent: sent !== undefined,
      tested_at_micros: microsOf(testedAt),
      elapsed_ms: elapsedMs,
      ...(sent?.providerMessageId !== undefined && { provider_message_id: sent.providerMessageId }),
      ...(error !== undefined && { error }),
    };
  }

  private record(row: ConnectorRow, test: LoggedTest): Promise<void> {
    return this.transactions.in(row.organization_id, async (client) => {
      await logTest(client, test);
      await setTested(client, row, { error: test.error, testedAt: test.sentAt });
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
