import { Controller } from '@nestjs/common';
import { domainToASCII } from 'node:url';
import type { PoolClient } from 'pg';
import { HandleRpc } from '@spanwise/bus/rpc-handler';
import { conflict, invalidArgument, notFound } from '@spanwise/contracts/base/errors';
import type { IamContext } from '@spanwise/contracts/authz/iam-context';
import {
  addEmailDomain,
  EmailDomain,
  listEmailDomains,
  removeEmailDomain,
  type EmailDomains,
} from '@spanwise/contracts/iam/orgs';
import { Empty } from '@spanwise/contracts/authz/rpc';
import { actorOf, audit } from '../../platform/audit/audit.js';
import { Scopes } from '../../db/scopes.js';
import { deleteDomain, insertDomain, readDomains } from './email-domains.store.js';

const MAX_DOMAINS = 1_000;
const HOST_NAME = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;

@Controller()
export class AdmittedDomains {
  constructor(private readonly scopes: Scopes) {}

  @HandleRpc(listEmailDomains)
  list(_: Empty, context: IamContext): Promise<EmailDomains> {
    return this.scopes.in({ organizationId: context.organization_id }, (client) =>
      read(client, context.organization_id),
    );
  }

  @HandleRpc(addEmailDomain)
  add(input: EmailDomain, context: IamContext): Promise<EmailDomains> {
    const domain = domainToASCII(input.domain.trim().normalize('NFKC').toLowerCase());
    if (!HOST_NAME.test(domain)) {
      throw invalidArgument('The domain is not valid.', [{ field: 'domain', reason: 'is not a domain name' }]);
    }
    return this.change(context, 'email_domain.add', domain, async (client) => {
      const { domains } = await read(client, context.organization_id);
      if (domains.length >= MAX_DOMAINS) throw conflict(`An organization can name ${MAX_DOMAINS} domains.`);
      await insertDomain(client, context.organization_id, domain);
    });
  }

  @HandleRpc(removeEmailDomain)
  remove(input: EmailDomain, context: IamContext): Promise<EmailDomains> {
    return this.change(context, 'email_domain.remove', input.domain, async (client) => {
      const removed = await deleteDomain(client, context.organization_id, input.domain);
      if (!removed) throw notFound('There is no such domain.');
    });
  }

  private change(
    context: IamContext,
    action: string,
    domain: string,
    work: (client: PoolClient) => Promise<void>,
  ): Promise<EmailDomains> {
    return this.scopes.in({ organizationId: context.organization_id }, async (client) => {
      await work(client);
      await audit(client, { ...actorOf(context), action, targetKind: 'email_domain', target: domain });
      return read(client, context.organization_id);
    });
  }
}

async function read(client: PoolClient, organizationId: string): Promise<EmailDomains> {
  return { domains: await readDomains(client, organizationId) };
}
