import { Controller } from '@nestjs/common';
import { HandleRpc } from '@spanwise/bus/rpc-handler';
import type { IamContext } from '@spanwise/contracts/authz/iam-context';
import { apmErrors, type ApmQuery, type ErrorSummary, type Page } from '@spanwise/contracts/apm/apm';
import { SeriesKind } from '@spanwise/span-model/series';
import { Lists, type ListDefinition } from '../paging/list.js';
import { sumTotals } from '../read/grouping.js';
import { ofKind, readRange } from '../read/series-rows.store.js';
import { errorSortValue, errorRows, errorSummaries, type ErrorRow } from './error-rows.store.js';

const errors: ListDefinition<ErrorRow, ErrorSummary> = {
  name: 'errors',
  rows: async (read) => {
    const active = await readRange(read.snapshot, [SeriesKind.Service, SeriesKind.Error], read.filters, read.range);
    const services = ofKind(active, SeriesKind.Service);
    return {
      rows: errorRows(ofKind(active, SeriesKind.Error), services),
      services: sumTotals(services.map(({ totals }) => totals)),
    };
  },
  valueOf: errorSortValue,
  identityOf: (row) => row.group.identity,
  items: errorSummaries,
};

@Controller()
export class ErrorGroups {
  constructor(private readonly lists: Lists) {}

  @HandleRpc(apmErrors)
  list(query: ApmQuery, context: IamContext): Promise<Page<ErrorSummary>> {
    return this.lists.page(errors, query, context);
  }
}
