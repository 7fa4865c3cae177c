import { domainToASCII } from 'node:url';
import { Controller } from '@nestjs/common';
import type { PoolClient } from 'pg';
import { HandleRpc, type ScopedCall } from '@spanwise/bus/rpc-handler';
import { conflict, invalidArgument, notFound } from '@spanwise/contracts/errors';
import type { IamContext } from '@spanwise/contracts/iam-context';
import {
  addEmailDomain,
  EmailDomain,
  listEmailDomains,
  removeEmailDomain,
  type EmailDomains,
} from '@spanwise/contracts/iam-orgs';
import { Empty } from '@spanwise/contracts/rpc';
import { translateFaults } from '@spanwise/postgres/availability';
import { actorOf, audit } from '../audit/audit.js';
import { Scopes } from '../db/scopes.js';

const MAX_DOMAINS = 1_000;
const HOST_NAME = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;

@Controller()
export class EmailDomainsController {
  constructor(private readonly scopes: Scopes) {}

  @HandleRpc(listEmailDomains)
  list(_: Empty, { context }: ScopedCall): Promise<EmailDomains> {
    return translateFaults(() =>
      this.scopes.inOrganization(context.organization_id, (client) => read(client, context.organization_id)),
    );
  }

  @HandleRpc(addEmailDomain)
  add(input: EmailDomain, { context }: ScopedCall): Promise<EmailDomains> {
    const domain = domainToASCII(input.domain.trim().normalize('NFKC').toLowerCase());
    if (!HOST_NAME.test(domain)) {
      throw invalidArgument('The domain is not valid.', [{ field: 'domain', reason: 'is not a domain name' }]);
    }
    return this.change(context, 'email_domain.add', domain, async (client) => {
      const { domains } = await read(client, context.organization_id);
      if (domains.length >= MAX_DOMAINS) throw conflict(`An organization can name ${MAX_DOMAINS} domains.`);
      await client.query('insert into email_domains (organization_id, domain) values ($1, $2) on conflict do nothing', [
        context.organization_id,
        domain,
      ]);
    });
  }

  @HandleRpc(removeEmailDomain)
  remove(input: EmailDomain, { context }: ScopedCall): Promise<EmailDomains> {
    return this.change(context, 'email_domain.remove', input.domain, async (client) => {
      const { rowCount } = await client.query('delete from email_domains where organization_id = $1 and domain = $2', [
        context.organization_id,
        input.domain,
      ]);
      if (rowCount === 0) throw notFound('There is no such domain.');
    });
  }

  private change(
    context: IamContext,
    action: string,
    domain: string,
    work: (client: PoolClient) => Promise<void>,
  ): Promise<EmailDomains> {
    return translateFaults(() =>
      this.scopes.inOrganization(context.organization_id, async (client) => {
        await work(client);
        await audit(client, { ...actorOf(context), action, targetKind: 'email_domain', target: domain });
        return read(client, context.organization_id);
      }),
    );
  }
}

async function read(client: PoolClient, organizationId: string): Promise<EmailDomains> {
  const { rows } = await client.query<{ domain: string }>(
    'select domain from email_domains where organization_id = $1 order by domain',
    [organizationId],
  );
  return { domains: rows.map((row) => row.domain) };
}
