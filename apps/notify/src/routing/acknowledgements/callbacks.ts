import { createHash } from 'node:crypto';
import { unauthorized } from '@spanwise/contracts/base/errors';
import type { CallbackAnswer, ReceivedCallback } from '@spanwise/contracts/notify/acknowledgements';
import { isUUID } from 'class-validator';
import type { PoolClient } from 'pg';
import { cutText } from '@spanwise/contracts/base/cut-text';
import type { ConnectorRow } from '../../channels/connectors/connector-rows.js';
import type { ConnectorSecrets } from '../../channels/connectors/connector-secrets.js';
import { connectorOrNothing } from '../../channels/connectors/connectors.store.js';
import type { OrganizationTransactions } from '../../db/organization-transactions.js';
import type { AcknowledgeIncident } from './acknowledge-incident.js';
import { addReceipt } from './callback-receipts.store.js';
import { larkCallback } from './lark-callback.js';
import type { CallbackFacts, SignedCallback } from './signed-callback.js';
import { slackCallback } from './slack-callback.js';

export interface CallbackTools {
  transactions: OrganizationTransactions;
  secrets: ConnectorSecrets;
  acknowledge: AcknowledgeIncident;
  nowMs: () => number;
}

const WORDS = { acknowledged: 'Acknowledged', already: 'It was acknowledged before', closed: 'It is over already' };

/** Buttons that are pressed in a chat (DELIVERY-26). */
export class Callbacks {
  constructor(private readonly tools: CallbackTools) {}

  /** Throws `unauthorized`, the same for a connector that is not there and for a signature that does not hold. */
  receive(received: ReceivedCallback): Promise<CallbackAnswer> {
    const { organization_id: organizationId, connector_id: connectorId, headers } = received;
    const callback = { headers, body: Buffer.from(received.body_base64, 'base64') };
    return this.tools.transactions.in(organizationId, async (client) => {
      const connector = await connectorOrNothing(client, organizationId, connectorId);
      const facts = connector?.enabled === true ? this.verified(connector, callback) : undefined;
      if (facts === undefined) throw unauthorized();
      if (facts.signature === undefined) return { body: facts.answer };
      const digest = createHash('sha256').update(`${connectorId} ${facts.signature}`).digest();
      if (!(await addReceipt(client, organizationId, digest))) throw unauthorized();
      return { body: await this.fulfil(client, connector!, facts) };
    });
  }

  private verified(connector: ConnectorRow, callback: SignedCallback): CallbackFacts | undefined {
    const { secrets, nowMs } = this.tools;
    const config = secrets.openOrNothing(connector.organization_id, connector.id, connector.config_sealed);
    const secret = (name: string): string => (typeof config[name] === 'string' ? config[name] : '');
    if (connector.connector_type === 'chatone_app') return slackCallback(secret('signing_secret'), callback, nowMs());
    if (connector.connector_type === 'chattwo_app') return larkCallback(secret('encrypt_key'), callback, nowMs());
    return undefined;
  }

  private async fulfil(client: PoolClient, connector: ConnectorRow, facts: CallbackFacts) {
    const { wish, answer } = facts;
    if (wish === undefined || !isUUID(wish.incidentId)) return answer;
    const actor = { kind: 'chat' as const, connector_id: connector.id, chat_user: cutText(wish.chatUser, 256) };
    const outcome = await this.tools.acknowledge(client, connector.organization_id, wish.incidentId, actor);
    if (connector.connector_type !== 'chattwo_app') return answer;
    return { toast: { type: outcome === 'acknowledged' ? 'success' : 'info', content: WORDS[outcome] } };
  }
}
