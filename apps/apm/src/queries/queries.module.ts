import type { Provider, Type } from '@nestjs/common';
import { DependenciesController } from './dependencies/dependencies.controller.js';
import { ErrorDetailController } from './errors/error-detail.controller.js';
import { ErrorsController } from './errors/errors.controller.js';
import { HealthController } from './health/health.controller.js';
import { ProjectorRuntime } from './health/projector-runtime.js';
import { OverviewController } from './overview/overview.controller.js';
import { Lists } from './paging/list.js';
import { ReconcileController } from './reconcile/reconcile.controller.js';
import { ApmReads } from './read/apm-read.js';
import { Snapshots } from './read/snapshot.js';
import { ServiceGraphController } from './service-graph/service-graph.controller.js';
import { ServiceDetailController } from './services/service-detail.controller.js';
import { ServicesController } from './services/services.controller.js';
import { TransactionDetailController } from './transactions/transaction-detail.controller.js';
import { TransactionsController } from './transactions/transactions.controller.js';
import { CompareVersionsController } from './versions/compare-versions.controller.js';

/** The reading half of apm: needs `DataSource`, `ApmConfig`, `Bus`, `Heartbeats`, `Projection` and `Queries` in the same module. */
export const queriesControllers: Type<unknown>[] = [
  OverviewController,
  ServicesController,
  ServiceDetailController,
  TransactionsController,
  TransactionDetailController,
  DependenciesController,
  ErrorsController,
  ErrorDetailController,
  ServiceGraphController,
  HealthController,
  CompareVersionsController,
  ReconcileController,
];

export const queriesProviders: Provider[] = [Snapshots, ApmReads, Lists, ProjectorRuntime];
