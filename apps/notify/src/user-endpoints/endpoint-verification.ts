import { Injectable } from '@nestjs/common';
import { conflict, invalidArgument, ServiceError } from '@spanwise/contracts/errors';
import type { IamContext } from '@spanwise/contracts/iam-context';
import type { EndpointTestResult, TestUserEndpoint, UserEndpointView } from '@spanwise/contracts/notify-recipients';
import { uuidv7 } from '@spanwise/contracts/uuid';
import { takeTest } from '../circuits/test-rate.js';
import { connectorRow, type ConnectorRow } from '../connectors/connector-rows.js';
import { ConnectorSender } from '../connectors/connector-sender.js';
import { micros, OrganizationTransactions } from '../db/organization-transactions.js';
import { isSafeText } from '../providers/members.js';
import type { Target } from '../providers/provider.js';
import { mayManageMembers } from './endpoint-access.js';
import { endpointRow, endpointView, type EndpointRow } from './endpoint-rows.js';
import { CODE_LIFE_MS, CODE_PAUSE_MS, CODE_TRIES, VerificationCodes } from './verification-codes.js';

interface Reached {
  endpoint: EndpointRow;
  connector: ConnectorRow;
}

/** Proving that an identity belongs to its user, and trying whether it can be reached (decisions 4.6). */
@Injectable()
export class EndpointVerification {
  constructor(
    private readonly transactions: OrganizationTransactions,
    private readonly sender: ConnectorSender,
    private readonly codes: VerificationCodes,
  ) {}

  async verify(context: IamContext, userId: string, id: string, code: string | undefined): Promise<UserEndpointView> {
    if (code !== undefined) await this.confirm(context, userId, id, code);
    else if (mayManageMembers(context)) await this.markVerified(context, userId, id);
    else await this.sendCode(context, userId, id);
    const { organization_id: organizationId } = context;
    return this.transactions.in(organizationId, async (client) =>
      endpointView(await endpointRow(client, organizationId, userId, id)),
    );
  }

  async test(context: IamContext, userId: string, id: string, input: TestUserEndpoint): Promise<EndpointTestResult> {
    const { endpoint, connector } = await this.reach(context, userId, id);
    if (!endpoint.enabled) throw invalidArgument('The endpoint is disabled: enable it to test it.');
    const title = input.title?.trim() || 'Spanwise test notification';
    if (!isSafeText(title)) throw invalidArgument('The title must not have control characters.');
    const text = input.text?.trim() || 'You can be reached at this address.';
    await this.transactions.in(context.organization_id, (client) =>
      takeTest(client, context.organization_id, connector.id),
    );
    const testedAt = new Date();
    const delivery = { id: uuidv7(), target: targetOf(endpoint), message: { title, text } };
    const { sent, error, elapsedMs } = await this.sender.attempt(connector, delivery);
    return {
      sent: sent !== undefined,
      tested_at_micros: micros(testedAt),
      elapsed_ms: elapsedMs,
      ...(error !== undefined && { error }),
    };
  }

  private async markVerified(context: IamContext, userId: string, id: string): Promise<void> {
    const { organization_id: organizationId } = context;
    await this.transactions.in(organizationId, async (client) => {
      await endpointRow(client, organizationId, userId, id, 'for update of e');
      await client.query(
        `update user_endpoints set verified = true, code_hmac = null, updated_at = now() where organization_id = $1 and id = $2`,
        [organizationId, id],
      );
    });
  }

  private async sendCode(context: IamContext, userId: string, id: string): Promise<void> {
    const { organization_id: organizationId } = context;
    const { endpoint, connector } = await this.reach(context, userId, id);
    if (endpoint.verified) return;
    const { code, hmac } = this.codes.make(id, endpoint.external_identity);
    await this.transactions.in(organizationId, async (client) => {
      const row = await endpointRow(client, organizationId, userId, id, 'for update of e');
      const waitMs = (row.code_sent_at?.getTime() ?? 0) + CODE_PAUSE_MS - Date.now();
      if (waitMs > 0) {
        const message = 'A code was sent a moment ago: wait before you ask for another one.';
        throw new ServiceError('resource_exhausted', message, undefined, Math.ceil(waitMs / 1_000));
      }
      await client.query(
        'update user_endpoints set code_hmac = $3, code_sent_at = now(), code_tries = 0 where organization_id = $1 and id = $2',
        [organizationId, id, hmac],
      );
    });
    const minutes = CODE_LIFE_MS / 60_000;
    const message = { title: `${code} is your code`, text: `Your code is ${code}. It holds for ${minutes} minutes.` };
    const { error } = await this.sender.attempt(connector, { id: uuidv7(), target: targetOf(endpoint), message });
    if (error !== undefined) throw conflict(`The code could not be delivered: ${error}.`);
  }

  private async confirm(context: IamContext, userId: string, id: string, code: string): Promise<void> {
    const { organization_id: organizationId } = context;
    const right = await this.transactions.in(organizationId, async (client) => {
      const row = await endpointRow(client, organizationId, userId, id, 'for update of e');
      const live = row.code_sent_at !== null && row.code_sent_at.getTime() + CODE_LIFE_MS > Date.now();
      if (row.code_hmac === null || !live || row.code_tries >= CODE_TRIES) return false;
      const matches = this.codes.matches(row.code_hmac, id, row.external_identity, code);
      await client.query(
        `update user_endpoints set verified = verified or $3, code_tries = code_tries + 1,
           code_hmac = case when not $3 then code_hmac end, updated_at = now() where organization_id = $1 and id = $2`,
        [organizationId, id, matches],
      );
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

const targetOf = (endpoint: EndpointRow): Target => ({ type: 'direct_user', value: endpoint.external_identity });
