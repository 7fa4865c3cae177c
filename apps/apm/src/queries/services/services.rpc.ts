import { Controller } from '@nestjs/common';
import { HandleRpc, type ScopedCall } from '@spanwise/bus/rpc-handler';
import { apmServices, type ApmQuery, type Page, type ServiceSummary } from '@spanwise/contracts/apm';
import { Lists, type ListDefinition } from '../paging/list.js';
import { sumTotals } from '../read/grouping.js';
import { redSortValue } from '../read/summaries.js';
import { readServices, serviceSummaries, type ServiceGroup } from './service-rows.store.js';

const services: ListDefinition<ServiceGroup, ServiceSummary> = {
  name: 'services',
  rows: async (read) => {
    const { active, groups } = await readServices(read);
    return { rows: groups, services: sumTotals(active.map(({ totals }) => totals)) };
  },
  valueOf: (group, sort) => (sort === 'name' ? group.series[0].service : redSortValue(group, sort)),
  identityOf: (group) => group.identity,
  items: serviceSummaries,
};

@Controller()
export class ServicesController {
  constructor(private readonly lists: Lists) {}

  @HandleRpc(apmServices)
  list(query: ApmQuery, call: ScopedCall): Promise<Page<ServiceSummary>> {
    return this.lists.page(services, query, call.context);
  }
}
