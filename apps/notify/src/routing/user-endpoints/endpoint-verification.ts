import { Controller } from '@nestjs/common';
import { HandleRpc } from '@spanwise/bus/rpc-handler';
import { conflict, invalidArgument } from '@spanwise/contracts/base/errors';
import type { IamContext } from '@spanwise/contracts/authz/iam-context';
import {
  testUserEndpoint,
  TestUserEndpointOf,
  VerifyUserEndpoint,
  verifyUserEndpoint,
  VerifyUserEndpointOf,
  type EndpointTestResult,
  type TestUserEndpoint,
  type UserEndpointView,
} from '@spanwise/contracts/notify/recipients';
import { uuidv7 } from '@spanwise/contracts/base/uuid';
import { microsOf } from '@spanwise/contracts/base/micros';
import { recordChange, type Change } from '../../platform/audit/audit-outbox.js';
import type { ConnectorRow } from '../../channels/connectors/connector-rows.js';
import { connectorRow } from '../../channels/connectors/connectors.store.js';
import { ConnectorSender, type Attempt } from '../../channels/connectors/connector-sender.js';
import { OrganizationTransactions } from '../../db/organization-transactions.js';
import { logTest, type LoggedTest } from '../../channels/outbox/outbox.store.js';
import { isSafeText } from '../../channels/providers/members.js';
import type { Message, Target } from '../../channels/providers/provider.js';
import { takeEndpointMessage } from '../../channels/send-limits/send-limits.js';
import { takeTest } from '../../channels/connectors/test-rate.js';
import { SealedBodies } from '../../platform/sealed-bodies.js';
import { mayManageMembers, requireUserAccess } from './endpoint-access.js';
import { endpointView, type EndpointRow } from './endpoint-rows.js';
import { countGuess, endpointRow, setCode, setVerified } from './user-endpoints.store.js';
import { CODE_LIFE_MS, CODE_TRIES, VerificationCodes } from './verification-codes.js';

interface Reached {
  endpoint: EndpointRow;
  connector: ConnectorRow;
}

/** Proving that an identity belongs to its user, and trying whether it can be reached (DELIVERY-18). */
@Controller()
export class EndpointVerification {
  constructor(
    private readonly transactions: OrganizationTransactions,
    private readonly sender: ConnectorSender,
    private readonly codes: VerificationCodes,
    private readonly bodies: SealedBodies,
  ) {}

  @HandleRpc(verifyUserEndpoint)
  async verify({ user_id: userId, id, sealed }: VerifyUserEndpointOf, context: IamContext): Promise<UserEndpointView> {
    requireUserAccess(context, userId, 'manage');
    const { code } = this.bodies.open(VerifyUserEndpoint, sealed);
    if (code !== undefined) await this.confirm(context, userId, id, code);
    else if (mayManageMembers(context)) await this.markVerified(context, userId, id);
    else await this.sendCode(context, userId, id);
    const { organization_id: organizationId } = context;
    return this.transactions.in(organizationId, async (client) =>
      endpointView(await endpointRow(client, organizationId, userId, id)),
    );
  }

  /** Until it is known whose address it is no user's own words go there: the text is fixed. */
  @HandleRpc(testUserEndpoint)
  async test(
    { user_id: userId, id, body: input }: TestUserEndpointOf,
    context: IamContext,
  ): Promise<EndpointTestResult> {
    requireUserAccess(context, userId, 'manage');
    const { endpoint, connector } = await this.reach(context, userId, id);
    if (!endpoint.enabled) throw invalidArgument('The endpoint is disabled: enable it to test it.');
    const own = messageOf(input);
    const message = endpoint.verified ? own : TEST_MESSAGE;
    await this.transactions.in(context.organization_id, async (client) => {
      await takeEndpointMessage(client, context.organization_id, endpoint, 'test');
      await takeTest(client, context.organization_id, connector.id);
      await recordChange(client, context, this.changeOf('user_endpoint.test', { endpoint, connector }));
    });
    const testedAt = new Date();
    const { sent, error, elapsedMs } = await this.send({ endpoint, connector }, 'notify.test', message);
    return {
      sent: sent !== undefined,
      tested_at_micros: microsOf(testedAt),
      elapsed_ms: elapsedMs,
      ...(error !== undefined && { error }),
    };
  }

  private async markVerified(context: IamContext, userId: string, id: string): Promise<void> {
    const { organization_id: organizationId } = context;
    await this.transactions.in(organizationId, async (client) => {
      await endpointRow(client, organizationId, userId, id, 'for update of e');
      await setVerified(client, organizationId, id);
      await recordChange(client, context, verifiedBy('manager', id, userId));
    });
  }

  private async sendCode(context: IamContext, userId: string, id: string): Promise<void> {
    const { organization_id: organizationId } = context;
    const { endpoint, connector } = await this.reach(context, userId, id);
    if (endpoint.verified) return;
    const { code, hmac } = this.codes.make(id, endpoint.external_identity);
    await this.transactions.in(organizationId, async (client) => {
      await endpointRow(client, organizationId, userId, id, 'for update of e');
      await takeEndpointMessage(client, organizationId, endpoint, 'code');
      await setCode(client, organizationId, id, hmac);
      await recordChange(client, context, this.changeOf('user_endpoint.send_code', { endpoint, connector }));
    });
    const minutes = CODE_LIFE_MS / 60_000;
    const message = { title: `${code} is your code`, text: `Your code is ${code}. It holds for ${minutes} minutes.` };
    const { error } = await this.send({ endpoint, connector }, 'notify.verification', message);
    if (error !== undefined) throw conflict(`The code could not be delivered: ${error}.`);
  }

  /** One attempt, which is in the log of deliveries. */
  private async send({ endpoint, connector }: Reached, kind: LoggedTest['kind'], message: Message): Promise<Attempt> {
    const delivery = { id: uuidv7(), target: targetOf(endpoint), message };
    const sentAt = new Date();
    const attempt = await this.sender.attempt(connector, delivery);
    const organizationId = endpoint.organization_id;
    const { id, target } = delivery;
    const { error, elapsedMs: latencyMs } = attempt;
    const logged = { id, kind, organizationId, connectorId: connector.id, endpoint, target, error, latencyMs, sentAt };
    await this.transactions.in(organizationId, (client) => logTest(client, logged));
    return attempt;
  }

  private changeOf(action: string, { endpoint, connector }: Reached): Change {
    const { id, user_id, connector_id, verified } = endpoint;
    const target = this.sender.auditedTarget(connector, targetOf(endpoint));
    return {
      action,
      target_kind: 'user_endpoint',
      target_id: id,
      payload: { user_id, connector_id, verified, ...target },
    };
  }

  private async confirm(context: IamContext, userId: string, id: string, code: string): Promise<void> {
    const { organization_id: organizationId } = context;
    const right = await this.transactions.in(organizationId, async (client) => {
      const row = await endpointRow(client, organizationId, userId, id, 'for update of e');
      const live = row.code_sent_at !== null && row.code_sent_at.getTime() + CODE_LIFE_MS > Date.now();
      if (row.code_hmac === null || !live || row.code_tries >= CODE_TRIES) return false;
      const matches = this.codes.matches(row.code_hmac, id, row.external_identity, code);
      await countGuess(client, organizationId, id, matches);
      if (matches) await recordChange(client, context, verifiedBy('code', id, userId));
      return matches;
    });
    if (!right) {
      throw invalidArgument('The code is wrong or has expired.', [
        { field: 'code', reason: 'is wrong or has expired' },
      ]);
    }
  }

  private reach({ organization_id: organizationId }: IamContext, userId: string, id: string): Promise<Reached> {
    return this.transactions.in(organizationId, async (client) => {
      const endpoint = await endpointRow(client, organizationId, userId, id);
      const connector = await connectorRow(client, organizationId, endpoint.connector_id);
      if (!connector.enabled) throw conflict('The connector of the endpoint is disabled.');
      return { endpoint, connector };
    });
  }
}

const verifiedBy = (means: 'code' | 'manager', id: string, userId: string): Change => ({
  action: 'user_endpoint.verify',
  target_kind: 'user_endpoint',
  target_id: id,
  payload: { user_id: userId, by: means },
});

const TEST_MESSAGE: Message = {
  title: 'Spanwise test notification',
  text: 'You can be reached at this address.',
};

function messageOf(input: TestUserEndpoint): Message {
  const title = input.title?.trim() || TEST_MESSAGE.title;
  if (!isSafeText(title)) throw invalidArgument('The title must not have control characters.');
  return { title, text: input.text?.trim() || TEST_MESSAGE.text };
}

const targetOf = (endpoint: EndpointRow): Target => ({ type: 'direct_user', value: endpoint.external_identity });
