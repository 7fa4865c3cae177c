import { notFound } from '@spanwise/contracts/base/errors';
import type { AcknowledgeLinkUse, AcknowledgeLinkView } from '@spanwise/contracts/notify/acknowledgements';
import type { PoolClient } from 'pg';
import { cutText } from '@spanwise/contracts/base/cut-text';
import type { OrganizationTransactions } from '../../db/organization-transactions.js';
import type { AcknowledgeIncident } from './acknowledge-incident.js';
import { makeToken, openToken } from './link-tokens.js';
import { addLink, markUsed, usableLink, type LinkRow } from './links.store.js';

/** As long as a user may be asleep who has to be notified. */
export const LINK_LIFE_MS = 86_400_000;
const MAX_TITLE = 255;

export interface LinkWanted {
  organizationId: string;
  incidentId: string;
  /** The address that it is mailed to. */
  recipient: string;
  userId?: string;
  /** What the page says before the acknowledgement. */
  title: string;
}

/** The token of a new link; it is in no table, and cannot be read again. */
export async function issueLink(client: PoolClient, wanted: LinkWanted, lifeMs = LINK_LIFE_MS): Promise<string> {
  const { organizationId, incidentId, recipient, userId, title } = wanted;
  const { token, hash } = makeToken(organizationId);
  const row = {
    organization_id: organizationId,
    token_hash: hash,
    incident_id: incidentId,
    recipient,
    user_id: userId ?? null,
    title: cutText(title, MAX_TITLE),
  };
  await addLink(client, row, lifeMs);
  return token;
}

/** One-time links by which the recipient of a mail acknowledges an incident (DELIVERY-27). */
export class AcknowledgeLinks {
  constructor(
    private readonly transactions: OrganizationTransactions,
    private readonly acknowledge: AcknowledgeIncident,
  ) {}

  /** Changes nothing: scanners of mail follow every link. Throws `not_found`. */
  look(token: string): Promise<AcknowledgeLinkView> {
    return this.withLink(token, '', async (_, { title }) => ({ title }));
  }

  /** Throws `not_found` for a link that was used, too: one answer for everything that opens nothing. */
  use(token: string): Promise<AcknowledgeLinkUse> {
    return this.withLink(token, 'for update', async (client, link) => {
      const { organization_id: organizationId, incident_id: incidentId, recipient, user_id: userId, title } = link;
      await markUsed(client, link);
      const actor = { kind: 'link' as const, recipient, ...(userId !== null && { user_id: userId }) };
      return { title, outcome: await this.acknowledge(client, organizationId, incidentId, actor) };
    });
  }

  private async withLink<T>(
    token: string,
    lock: '' | 'for update',
    work: (client: PoolClient, link: LinkRow) => Promise<T>,
  ): Promise<T> {
    const opened = openToken(token);
    if (opened === undefined) throw noSuchLink();
    const { organizationId, hash } = opened;
    return this.transactions.in(organizationId, async (client) => {
      const link = await usableLink(client, organizationId, hash, lock);
      if (link === undefined) throw noSuchLink();
      return work(client, link);
    });
  }
}

const noSuchLink = () => notFound('There is no such link, or it was used or has expired.');
