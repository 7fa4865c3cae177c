import { Controller } from '@nestjs/common';
import { HandleRpc, type ScopedCall } from '@spanwise/bus/rpc-handler';
import { OrgId } from '@spanwise/contracts/iam/orgs';
import { ownQuotas, quotasOf, QuotaValuesById, setQuotas, type QuotaView } from '@spanwise/contracts/iam/quotas';
import { Empty } from '@spanwise/contracts/authz/rpc';
import { Quotas } from './quotas.js';

@Controller()
export class QuotasController {
  constructor(private readonly quotas: Quotas) {}

  @HandleRpc(ownQuotas)
  own(_: Empty, { context }: ScopedCall): Promise<QuotaView[]> {
    return this.quotas.own(context);
  }

  @HandleRpc(quotasOf)
  of(input: OrgId, { context }: ScopedCall): Promise<QuotaView[]> {
    return this.quotas.of(input, context);
  }

  @HandleRpc(setQuotas)
  set(input: QuotaValuesById, { context }: ScopedCall): Promise<QuotaView[]> {
    return this.quotas.set(input, context);
  }
}
