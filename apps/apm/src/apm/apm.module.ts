import { Module } from '@nestjs/common';
import { Dependencies } from './dependencies/dependencies.js';
import { DeploymentRecords } from './deployments/deployments.js';
import { ErrorDetails } from './errors/error-detail.js';
import { ErrorGroups } from './errors/errors.js';
import { Health } from './health/health.js';
import { ProjectorRuntime } from './health/projector-runtime.js';
import { Heatmaps } from './heatmap/heatmap.js';
import { Home } from './home/home.js';
import { DeletedOrganization } from './organizations/deleted-organization.js';
import { Overviews } from './overview/overview.js';
import { Lists } from './paging/list.js';
import { ApmReads } from './read/apm-read.js';
import { Snapshots } from './read/snapshot.js';
import { Reconciling } from './reconcile/reconcile.js';
import { ServiceGraphs } from './service-graph/service-graph.js';
import { Topologies } from './service-graph/topology.js';
import { ServiceDetails } from './services/service-detail.js';
import { ServiceIncidents } from './services/service-incidents.js';
import { Services } from './services/services.js';
import { TransactionDetails } from './transactions/transaction-detail.js';
import { Transactions } from './transactions/transactions.js';
import { VersionComparisons } from './versions/compare-versions.js';

@Module({
  controllers: [
    Overviews,
    Services,
    Transactions,
    Dependencies,
    ErrorGroups,
    ErrorDetails,
    Health,
    Heatmaps,
    Reconciling,
    ServiceGraphs,
    Topologies,
    ServiceDetails,
    TransactionDetails,
    VersionComparisons,
    DeploymentRecords,
    Home,
  ],
  providers: [Snapshots, ApmReads, Lists, ProjectorRuntime, ServiceIncidents, DeletedOrganization],
  exports: [ApmReads, Snapshots],
})
export class ApmViewsModule {}
