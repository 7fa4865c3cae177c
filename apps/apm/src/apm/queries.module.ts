import type { Provider, Type } from '@nestjs/common';
import { DependenciesController } from './dependencies/dependencies.rpc.js';
import { ErrorDetails } from './errors/error-detail.js';
import { ErrorDetailController } from './errors/error-detail.rpc.js';
import { ErrorsController } from './errors/errors.rpc.js';
import { Health } from './health/health.js';
import { HealthController } from './health/health.rpc.js';
import { ProjectorRuntime } from './health/projector-runtime.js';
import { OverviewController } from './overview/overview.rpc.js';
import { Heatmaps } from './heatmap/heatmap.js';
import { HeatmapController } from './heatmap/heatmap.rpc.js';
import { Lists } from './paging/list.js';
import { Reconciling } from './reconcile/reconcile.js';
import { ReconcileController } from './reconcile/reconcile.rpc.js';
import { ApmReads } from './read/apm-read.js';
import { Snapshots } from './read/snapshot.js';
import { ServiceGraphs } from './service-graph/service-graph.js';
import { ServiceGraphController } from './service-graph/service-graph.rpc.js';
import { Topologies } from './service-graph/topology.js';
import { TopologyController } from './service-graph/topology.rpc.js';
import { ServiceDetails } from './services/service-detail.js';
import { ServiceDetailController } from './services/service-detail.rpc.js';
import { ServiceIncidents } from './services/service-incidents.js';
import { ServicesController } from './services/services.rpc.js';
import { TransactionDetails } from './transactions/transaction-detail.js';
import { TransactionDetailController } from './transactions/transaction-detail.rpc.js';
import { TransactionsController } from './transactions/transactions.rpc.js';
import { VersionComparisons } from './versions/compare-versions.js';
import { CompareVersionsController } from './versions/compare-versions.rpc.js';

/** The reading half of apm: needs `DataSource`, `ApmConfig`, `Bus`, `Heartbeats`, `Projection` and `Queries` in the same module. */
export const queriesControllers: Type<unknown>[] = [
  OverviewController,
  ServicesController,
  ServiceDetailController,
  TransactionsController,
  TransactionDetailController,
  HeatmapController,
  DependenciesController,
  ErrorsController,
  ErrorDetailController,
  ServiceGraphController,
  TopologyController,
  HealthController,
  CompareVersionsController,
  ReconcileController,
];

export const queriesProviders: Provider[] = [
  Snapshots,
  ApmReads,
  Lists,
  ProjectorRuntime,
  ErrorDetails,
  Health,
  Heatmaps,
  Reconciling,
  ServiceGraphs,
  Topologies,
  ServiceDetails,
  ServiceIncidents,
  TransactionDetails,
  VersionComparisons,
];
