import { Controller } from '@nestjs/common';
import { HandleRpc, type ScopedCall } from '@spanwise/bus/rpc-handler';
import { apmTransactions, type ApmQuery, type Page, type TransactionSummary } from '@spanwise/contracts/apm/apm';
import { SeriesKind } from '@spanwise/span-model/series';
import { Lists, type ListDefinition } from '../paging/list.js';
import type { Group } from '../read/grouping.js';
import { readRanked } from '../read/ranked-series.js';
import { redSortValue, transactionSummary } from '../read/summaries.js';

const transactions: ListDefinition<Group, TransactionSummary> = {
  name: 'transactions',
  rows: (read) => readRanked(read, SeriesKind.Transaction),
  valueOf: (group, sort) => redSortValue(group, sort),
  identityOf: (group) => group.identity,
  items: async (groups, read) => groups.map((group) => transactionSummary(group, read)),
};

@Controller()
export class TransactionsController {
  constructor(private readonly lists: Lists) {}

  @HandleRpc(apmTransactions)
  list(query: ApmQuery, call: ScopedCall): Promise<Page<TransactionSummary>> {
    return this.lists.page(transactions, query, call.context);
  }
}
