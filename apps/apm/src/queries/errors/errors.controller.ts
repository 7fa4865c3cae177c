import { Controller } from '@nestjs/common';
import { HandleRpc, type ScopedCall } from '@spanwise/bus/rpc-handler';
import { apmErrors, type ApmQuery, type ErrorSummary, type Page } from '@spanwise/contracts/apm';
import { SeriesKind } from '@spanwise/span-model/series';
import { Lists, type ListDefinition } from '../paging/list.js';
import { mergeAll } from '../read/grouping.js';
import { readRange } from '../read/series-rows.js';
import { errorSortValue, errorSummaries, readErrors, type ErrorRow } from './error-rows.js';

const errors: ListDefinition<ErrorRow, ErrorSummary> = {
  name: 'errors',
  rows: async (read) => {
    const services = await readRange(read.snapshot, SeriesKind.Service, read.filters, read.range);
    return { rows: await readErrors(read, services), services: mergeAll(services.map(({ red }) => red)) };
  },
  valueOf: errorSortValue,
  identityOf: (row) => row.group.identity,
  items: errorSummaries,
};

@Controller()
export class ErrorsController {
  constructor(private readonly lists: Lists) {}

  @HandleRpc(apmErrors)
  list(query: ApmQuery, call: ScopedCall): Promise<Page<ErrorSummary>> {
    return this.lists.page(errors, query, call.context);
  }
}
