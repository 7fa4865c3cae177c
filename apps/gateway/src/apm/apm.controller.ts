import { Controller, Get, Param, Query } from '@nestjs/common';
import { Bus } from '@spanwise/bus/bus';
import {
  APM_ACCESS,
  apmDependencies,
  apmErrors,
  apmOverview,
  apmServices,
  apmTransactions,
  ApmQuery,
  SORTS,
  type DependencySummary,
  type ErrorSummary,
  type Overview,
  type Page,
  type ServiceSummary,
  type TransactionSummary,
} from '@spanwise/contracts/apm/apm';
import { apmCompareVersions, CompareQuery, type VersionComparison } from '@spanwise/contracts/apm/compare';
import {
  apmErrorDetail,
  apmServiceDetail,
  apmTransactionDetail,
  TransactionQuery,
  type ErrorGroupDetail,
  type ServiceDetail,
  type TransactionDetail,
} from '@spanwise/contracts/apm/details';
import { apmHealth, type ApmHealth } from '@spanwise/contracts/apm/health';
import { apmHeatmap, HeatmapQuery, type Heatmap } from '@spanwise/contracts/apm/heatmap';
import { apmReconcile, ReconcileQuery, type Reconciliation } from '@spanwise/contracts/apm/reconcile';
import { Access } from '../edge/auth/access.js';
import type { Caller } from '../edge/auth/authentication.js';
import { CurrentCaller } from '../edge/auth/current-caller.js';
import { Operation } from '../edge/openapi/operation.js';
import { apmQuery, otherQuery, unpagedQuery } from './apm-query.js';

@Access(APM_ACCESS)
@Controller('api/v1/apm')
export class ApmController {
  constructor(private readonly bus: Bus) {}

  @Operation('Overview', {
    summary: 'Request rate, errors and duration of the whole organization',
    query: ApmQuery,
    without: ['sort', 'direction', 'limit', 'cursor'],
  })
  @Get('overview')
  overview(@Query() query: unknown, @CurrentCaller() caller: Caller): Promise<Overview> {
    return this.bus.rpc.call(apmOverview, unpagedQuery(query), caller.signed);
  }

  @Operation('ServicePage', { summary: 'Services', query: ApmQuery, sorts: SORTS.services })
  @Get('services')
  services(@Query() query: unknown, @CurrentCaller() caller: Caller): Promise<Page<ServiceSummary>> {
    return this.bus.rpc.call(apmServices, apmQuery(query), caller.signed);
  }

  /** The path wins over the `service` filter. */
  @Operation('ServiceDetail', {
    summary: 'One service: summary, trend, transactions, dependencies, errors and versions',
    description:
      'The path’s name takes precedence over the `service` filter. Several identities are merged unless filters select one.',
    query: ApmQuery,
    without: ['sort', 'cursor'],
    path: { service: 'Exact service name, URL-encoded' },
  })
  @Get('services/:service')
  service(
    @Param('service') service: string,
    @Query() query: unknown,
    @CurrentCaller() caller: Caller,
  ): Promise<ServiceDetail> {
    return this.bus.rpc.call(apmServiceDetail, { ...unpagedQuery(query), service }, caller.signed);
  }

  @Operation('TransactionPage', {
    summary: 'Transactions, by total time or `sort`',
    query: ApmQuery,
    sorts: SORTS.transactions,
  })
  @Get('transactions')
  transactions(@Query() query: unknown, @CurrentCaller() caller: Caller): Promise<Page<TransactionSummary>> {
    return this.bus.rpc.call(apmTransactions, apmQuery(query), caller.signed);
  }

  @Operation('TransactionDetail', {
    summary: 'One transaction: trend, affected errors and versions',
    query: TransactionQuery,
    without: ['sort', 'cursor'],
    path: { transaction: 'Exact transaction name, URL-encoded' },
  })
  @Get('transactions/:transaction')
  transaction(
    @Param('transaction') transaction: string,
    @Query() query: unknown,
    @CurrentCaller() caller: Caller,
  ): Promise<TransactionDetail> {
    const asked = { ...unpagedQuery(query, TransactionQuery), transaction };
    return this.bus.rpc.call(apmTransactionDetail, asked, caller.signed);
  }

  @Operation('Heatmap', {
    summary: 'Request duration heatmap',
    description:
      'Computed from rollups without reading spans. Cells consist of whole sketch buckets, so counts are exact for unsampled data. Covers all requests matching the filters, or one transaction.',
    query: HeatmapQuery,
    without: ['sort', 'direction', 'limit', 'cursor'],
  })
  @Get('heatmap')
  heatmap(@Query() query: unknown, @CurrentCaller() caller: Caller): Promise<Heatmap> {
    return this.bus.rpc.call(apmHeatmap, unpagedQuery(query, HeatmapQuery), caller.signed);
  }

  @Operation('DependencyPage', { summary: 'Dependencies of services', query: ApmQuery, sorts: SORTS.dependencies })
  @Get('dependencies')
  dependencies(@Query() query: unknown, @CurrentCaller() caller: Caller): Promise<Page<DependencySummary>> {
    return this.bus.rpc.call(apmDependencies, apmQuery(query), caller.signed);
  }

  @Operation('ErrorPage', { summary: 'Error groups', query: ApmQuery, sorts: SORTS.errors })
  @Get('errors')
  errors(@Query() query: unknown, @CurrentCaller() caller: Caller): Promise<Page<ErrorSummary>> {
    return this.bus.rpc.call(apmErrors, apmQuery(query), caller.signed);
  }

  @Operation('ErrorGroupDetail', {
    summary: 'One error group: trend, affected transactions and versions, stack and samples',
    query: ApmQuery,
    without: ['sort', 'cursor'],
    path: { fingerprint: 'Fingerprint of a list answer' },
  })
  @Get('errors/:fingerprint')
  error(
    @Param('fingerprint') fingerprint: string,
    @Query() query: unknown,
    @CurrentCaller() caller: Caller,
  ): Promise<ErrorGroupDetail> {
    return this.bus.rpc.call(apmErrorDetail, { ...unpagedQuery(query), fingerprint }, caller.signed);
  }

  @Operation('VersionComparison', {
    summary: 'Compare two versions',
    description: 'Based on confidence intervals: only significant regressions are listed.',
    query: CompareQuery,
    without: ['sort', 'cursor'],
  })
  @Get('versions/compare')
  compare(@Query() query: unknown, @CurrentCaller() caller: Caller): Promise<VersionComparison> {
    return this.bus.rpc.call(apmCompareVersions, unpagedQuery(query, CompareQuery), caller.signed);
  }

  @Operation('ApmHealth', {
    summary: 'Data health: shards, lag, boundaries and gaps',
    query: ApmQuery,
    without: ['sort', 'cursor'],
  })
  @Get('health')
  health(@Query() query: unknown, @CurrentCaller() caller: Caller): Promise<ApmHealth> {
    return this.bus.rpc.call(apmHealth, unpagedQuery(query), caller.signed);
  }

  @Operation('Reconciliation', {
    summary: 'Reconcile rollups of a closed range with the stored spans',
    description:
      'Whole minutes in UTC that are complete (whole hours where minutes are past retention), at most 24 hours. ' +
      'Recounts requests and errors per service and hour from the stored spans. `incomplete` means that spans of the range are past retention or not stored yet; nothing is compared then.',
    query: ReconcileQuery,
    refusals: { resource_exhausted: 'The recount took too long: narrow the range.' },
  })
  @Get('reconcile')
  reconcile(@Query() query: unknown, @CurrentCaller() caller: Caller): Promise<Reconciliation> {
    return this.bus.rpc.call(apmReconcile, otherQuery(query, ReconcileQuery), caller.signed);
  }
}
