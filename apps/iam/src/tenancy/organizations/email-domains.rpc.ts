import { Controller } from '@nestjs/common';
import { HandleRpc, type ScopedCall } from '@spanwise/bus/rpc-handler';
import {
  addEmailDomain,
  EmailDomain,
  listEmailDomains,
  removeEmailDomain,
  type EmailDomains,
} from '@spanwise/contracts/iam/orgs';
import { Empty } from '@spanwise/contracts/authz/rpc';
import { AdmittedDomains } from './admitted-domains.js';

@Controller()
export class EmailDomainsController {
  constructor(private readonly admittedDomains: AdmittedDomains) {}

  @HandleRpc(listEmailDomains)
  list(_: Empty, { context }: ScopedCall): Promise<EmailDomains> {
    return this.admittedDomains.list(context);
  }

  @HandleRpc(addEmailDomain)
  add(input: EmailDomain, { context }: ScopedCall): Promise<EmailDomains> {
    return this.admittedDomains.add(input, context);
  }

  @HandleRpc(removeEmailDomain)
  remove(input: EmailDomain, { context }: ScopedCall): Promise<EmailDomains> {
    return this.admittedDomains.remove(input, context);
  }
}
