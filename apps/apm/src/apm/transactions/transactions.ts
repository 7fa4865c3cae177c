import { Controller } from '@nestjs/common';
import { HandleRpc } from '@spanwise/bus/rpc-handler';
import type { IamContext } from '@spanwise/contracts/authz/iam-context';
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
export class Transactions {
  constructor(private readonly lists: Lists) {}

  @HandleRpc(apmTransactions)
  list(query: ApmQuery, context: IamContext): Promise<Page<TransactionSummary>> {
    return this.lists.page(transactions, query, context);
  }
}
