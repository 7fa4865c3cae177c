import { Controller } from '@nestjs/common';
import { HandleRpc, type ScopedCall } from '@spanwise/bus/rpc-handler';
import { apmCompareVersions, type CompareQuery, type VersionComparison } from '@spanwise/contracts/apm/compare';
import { VersionComparisons } from './compare-versions.js';

@Controller()
export class CompareVersionsController {
  constructor(private readonly comparisons: VersionComparisons) {}

  @HandleRpc(apmCompareVersions)
  compare(query: CompareQuery, { context }: ScopedCall): Promise<VersionComparison> {
    return this.comparisons.compare(query, context);
  }
}
