import { Controller, Get, Param, Query } from '@nestjs/common';
import { Bus } from '@spanwise/bus/bus';
import {
  APM_ACCESS,
  apmDependencies,
  apmErrors,
  apmOverview,
  apmServices,
  apmTransactions,
  type DependencySummary,
  type ErrorSummary,
  type Overview,
  type Page,
  type ServiceSummary,
  type TransactionSummary,
} from '@spanwise/contracts/apm';
import { apmCompareVersions, CompareQuery, type VersionComparison } from '@spanwise/contracts/apm-compare';
import {
  apmErrorDetail,
  apmServiceDetail,
  apmTransactionDetail,
  TransactionQuery,
  type ErrorDetail,
  type ServiceDetail,
  type TransactionDetail,
} from '@spanwise/contracts/apm-details';
import { apmHealth, type ApmHealth } from '@spanwise/contracts/apm-health';
import { Access } from '../auth/access.js';
import type { Caller } from '../auth/authentication.js';
import { CurrentCaller } from '../auth/current-caller.js';
import { apmQuery, unpagedQuery } from './apm-query.js';

/** Specification 4.2. */
@Access(APM_ACCESS)
@Controller('api/v1/apm')
export class ApmController {
  constructor(private readonly bus: Bus) {}

  @Get('overview')
  overview(@Query() query: unknown, @CurrentCaller() caller: Caller): Promise<Overview> {
    return this.bus.rpc.call(apmOverview, unpagedQuery(query), caller.signed);
  }

  @Get('services')
  services(@Query() query: unknown, @CurrentCaller() caller: Caller): Promise<Page<ServiceSummary>> {
    return this.bus.rpc.call(apmServices, apmQuery(query), caller.signed);
  }

  /** The path wins over the `service` filter. */
  @Get('services/:service')
  service(
    @Param('service') service: string,
    @Query() query: unknown,
    @CurrentCaller() caller: Caller,
  ): Promise<ServiceDetail> {
    return this.bus.rpc.call(apmServiceDetail, { ...unpagedQuery(query), service }, caller.signed);
  }

  @Get('transactions')
  transactions(@Query() query: unknown, @CurrentCaller() caller: Caller): Promise<Page<TransactionSummary>> {
    return this.bus.rpc.call(apmTransactions, apmQuery(query), caller.signed);
  }

  @Get('transactions/:transaction')
  transaction(
    @Param('transaction') transaction: string,
    @Query() query: unknown,
    @CurrentCaller() caller: Caller,
  ): Promise<TransactionDetail> {
    const asked = { ...unpagedQuery(query, TransactionQuery), transaction };
    return this.bus.rpc.call(apmTransactionDetail, asked, caller.signed);
  }

  @Get('dependencies')
  dependencies(@Query() query: unknown, @CurrentCaller() caller: Caller): Promise<Page<DependencySummary>> {
    return this.bus.rpc.call(apmDependencies, apmQuery(query), caller.signed);
  }

  @Get('errors')
  errors(@Query() query: unknown, @CurrentCaller() caller: Caller): Promise<Page<ErrorSummary>> {
    return this.bus.rpc.call(apmErrors, apmQuery(query), caller.signed);
  }

  @Get('errors/:fingerprint')
  error(
    @Param('fingerprint') fingerprint: string,
    @Query() query: unknown,
    @CurrentCaller() caller: Caller,
  ): Promise<ErrorDetail> {
    return this.bus.rpc.call(apmErrorDetail, { ...unpagedQuery(query), fingerprint }, caller.signed);
  }

  @Get('versions/compare')
  compare(@Query() query: unknown, @CurrentCaller() caller: Caller): Promise<VersionComparison> {
    return this.bus.rpc.call(apmCompareVersions, unpagedQuery(query, CompareQuery), caller.signed);
  }

  @Get('health')
  health(@Query() query: unknown, @CurrentCaller() caller: Caller): Promise<ApmHealth> {
    return this.bus.rpc.call(apmHealth, unpagedQuery(query), caller.signed);
  }
}
