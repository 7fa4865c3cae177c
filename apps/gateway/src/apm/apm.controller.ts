import { Controller, Get, Query } from '@nestjs/common';
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
} from '@spanwise/contracts/apm';
import { Access } from '../auth/access.js';
import type { Caller } from '../auth/authentication.js';
import { CurrentCaller } from '../auth/current-caller.js';
import { Operation } from '../openapi/operation.js';
import { apmQuery } from './apm-query.js';

/** Specification 4.2. */
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
    return this.bus.rpc.call(apmOverview, apmQuery(query), caller.signed);
  }

  @Operation('ServicePage', { summary: 'Services', query: ApmQuery, sorts: SORTS.services })
  @Get('services')
  services(@Query() query: unknown, @CurrentCaller() caller: Caller): Promise<Page<ServiceSummary>> {
    return this.bus.rpc.call(apmServices, apmQuery(query), caller.signed);
  }

  @Operation('TransactionPage', {
    summary: 'Transactions, ranked by total time or by what `sort` names',
    query: ApmQuery,
    sorts: SORTS.transactions,
  })
  @Get('transactions')
  transactions(@Query() query: unknown, @CurrentCaller() caller: Caller): Promise<Page<TransactionSummary>> {
    return this.bus.rpc.call(apmTransactions, apmQuery(query), caller.signed);
  }

  @Operation('DependencyPage', { summary: 'What services call', query: ApmQuery, sorts: SORTS.dependencies })
  @Get('dependencies')
  dependencies(@Query() query: unknown, @CurrentCaller() caller: Caller): Promise<Page<DependencySummary>> {
    return this.bus.rpc.call(apmDependencies, apmQuery(query), caller.signed);
  }

  @Operation('ErrorPage', { summary: 'Groups of equal errors', query: ApmQuery, sorts: SORTS.errors })
  @Get('errors')
  errors(@Query() query: unknown, @CurrentCaller() caller: Caller): Promise<Page<ErrorSummary>> {
    return this.bus.rpc.call(apmErrors, apmQuery(query), caller.signed);
  }
}
