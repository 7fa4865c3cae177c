import { Controller } from '@nestjs/common';
import { HandleRpc } from '@spanwise/bus/rpc-handler';
import type { IamContext } from '@spanwise/contracts/authz/iam-context';
import { apmDependencies, type ApmQuery, type DependencySummary, type Page } from '@spanwise/contracts/apm/apm';
import { SeriesKind } from '@spanwise/span-model/series';
import { Lists, type ListDefinition } from '../paging/list.js';
import type { Group } from '../read/grouping.js';
import { readRanked } from '../read/ranked-series.js';
import { redSortValue } from '../read/summaries.js';
import { dependencySummaries } from './dependency-rows.store.js';

const dependencies: ListDefinition<Group, DependencySummary> = {
  name: 'dependencies',
  rows: (read) => readRanked(read, SeriesKind.Dependency),
  valueOf: (group, sort) => redSortValue(group, sort),
  identityOf: (group) => group.identity,
  items: dependencySummaries,
};

@Controller()
export class Dependencies {
  constructor(private readonly lists: Lists) {}

  @HandleRpc(apmDependencies)
  list(query: ApmQuery, context: IamContext): Promise<Page<DependencySummary>> {
    return this.lists.page(dependencies, query, context);
  }
}
