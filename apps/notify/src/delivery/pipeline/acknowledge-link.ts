/**
 * The link in a mail by which a known person acknowledges an incident (DELIVERY-27). It is made for each attempt, because its
 * secret is stored nowhere: not in the outbox either.
 */
import { isUUID } from 'class-validator';
import { issueLink } from '../../routing/acknowledgements/acknowledge-links.js';
import { isOpenIncident } from '../../routing/acknowledgements/links.store.js';
import type { ConnectorRow } from '../../channels/connectors/connector-rows.js';
import type { Turn } from '../../db/organization-transactions.js';
import type { DeliveryRow } from '../../channels/outbox/delivery-rows.js';
import { acknowledgePage, linkTo } from '@spanwise/contracts/base/page-links';
import type { Message } from '../../channels/providers/provider.js';

/** The message as it is for all but mail to a user about an incident of ours that is open. */
export async function withAcknowledgeLink(
  { organizationId, transaction }: Turn,
  row: DeliveryRow,
  { connector_type: type }: Pick<ConnectorRow, 'connector_type'>,
  baseUrl: string,
): Promise<Message> {
  const { message, group_key: incidentId, recipient_user_id: userId, target_value: recipient } = row;
  const { alert } = message;
  const isForPerson = type === 'email_smtp' && row.target_type === 'direct_user' && userId !== null;
  if (!isForPerson || alert?.state !== 'triggered' || alert.key !== incidentId || !isUUID(incidentId)) return message;
  const token = await transaction(async (client) => {
    if (!(await isOpenIncident(client, organizationId, incidentId))) return undefined;
    return issueLink(client, { organizationId, incidentId, recipient, userId, title: message.title });
  });
  if (token === undefined) return message;
  const url = linkTo(baseUrl, acknowledgePage(token));
  return { ...message, alert: { ...alert, acknowledge_url: url } };
}
