import { Controller } from '@nestjs/common';
import { HandleRpc, type ScopedCall } from '@spanwise/bus/rpc-handler';
import {
  apmTransactionDetail,
  type TransactionDetail,
  type TransactionDetailQuery,
} from '@spanwise/contracts/apm/details';
import { TransactionDetails } from './transaction-detail.js';

@Controller()
export class TransactionDetailController {
  constructor(private readonly details: TransactionDetails) {}

  @HandleRpc(apmTransactionDetail)
  detail(query: TransactionDetailQuery, { context }: ScopedCall): Promise<TransactionDetail> {
    return this.details.detail(query, context);
  }
}
