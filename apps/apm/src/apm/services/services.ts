import { Controller } from '@nestjs/common';
import { HandleRpc } from '@spanwise/bus/rpc-handler';
import { apmServices, type ApmQuery, type Page, type ServiceSummary } from '@spanwise/contracts/apm/apm';
import type { IamContext } from '@spanwise/contracts/authz/iam-context';
import { Lists, type ListDefinition } from '../paging/list.js';
import { sumTotals } from '../read/grouping.js';
import { redSortValue } from '../read/summaries.js';
import { ServiceIncidents } from './service-incidents.js';
import { readServices, readStates, serviceSummaries, type ServiceGroup } from './services.store.js';

const servicesList = (
  incidents: ServiceIncidents,
  context: IamContext,
): ListDefinition<ServiceGroup, ServiceSummary> => ({
  name: 'services',
  rows: async (read) => {
    const { active, groups } = await readServices(read);
    return { rows: groups, services: sumTotals(active.map(({ totals }) => totals)) };
  },
  valueOf: (group, sort) => (sort === 'name' ? group.series[0]!.service : redSortValue(group, sort)),
  identityOf: (group) => group.identity,
  items: async (groups, read) =>
    serviceSummaries(groups, await readStates(groups, await incidents.at(context, read.range.toMicros), read), read),
});

@Controller()
export class Services {
  constructor(
    private readonly lists: Lists,
    private readonly incidents: ServiceIncidents,
  ) {}

  @HandleRpc(apmServices)
  list(query: ApmQuery, context: IamContext): Promise<Page<ServiceSummary>> {
    return this.lists.page(servicesList(this.incidents, context), query, context);
  }
}
