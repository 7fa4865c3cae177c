import { Body, Controller, HttpCode, Post, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Bus } from '@spanwise/bus/bus';
import { parse } from '@spanwise/contracts/authz/parse';
import { QUERY_ACCESS } from '@spanwise/contracts/telemetry/query';
import {
  fieldStatistics,
  FieldStatisticsBody,
  histogram,
  HistogramBody,
  listLogs,
  LogListBody,
  searchAround,
  SearchAroundBody,
  type FieldStatistics,
  type Histogram,
  type LogPage,
  type SearchAround,
} from '@spanwise/contracts/telemetry/reads';
import { Access } from '../../edge/auth/access.js';
import type { Caller } from '../../edge/auth/authentication.js';
import { CurrentCaller } from '../../edge/auth/current-caller.js';
import { OpenToHeld } from '../../edge/auth/held-calls.js';
import { Operation } from '../../edge/openapi/operation.js';
import { sendPage, sendText } from './streamed-answer.js';

@Access(QUERY_ACCESS)
@Controller('api/v1')
export class LogsController {
  constructor(private readonly bus: Bus) {}

  @OpenToHeld(listLogs)
  @Operation('LogPage', {
    summary: 'Search logs of a stream, newest first',
    description: 'A stream that does not exist has no logs.',
    body: LogListBody,
  })
  @Post('web/logs')
  @HttpCode(200)
  async logs(
    @Body() body: unknown,
    @CurrentCaller() caller: Caller,
    @Res() reply: FastifyReply,
  ): Promise<LogPage | void> {
    await sendPage(this.bus, listLogs, parse(LogListBody, body), caller, reply);
  }

  @OpenToHeld(searchAround)
  @Operation('SearchAround', {
    summary: 'Records of a stream before and after a moment',
    description: 'Within a day on each side. A stream that does not exist has none.',
    body: SearchAroundBody,
  })
  @Post('query/search_around')
  @HttpCode(200)
  async around(
    @Body() body: unknown,
    @CurrentCaller() caller: Caller,
    @Res() reply: FastifyReply,
  ): Promise<SearchAround | void> {
    await sendText(this.bus, searchAround, parse(SearchAroundBody, body), caller, reply);
  }

  @OpenToHeld(fieldStatistics)
  @Operation('FieldStatistics', {
    summary: 'Field statistics and top values',
    body: FieldStatisticsBody,
  })
  @Post('web/field_statistics')
  @HttpCode(200)
  async statistics(
    @Body() body: unknown,
    @CurrentCaller() caller: Caller,
    @Res() reply: FastifyReply,
  ): Promise<FieldStatistics | void> {
    await sendText(this.bus, fieldStatistics, parse(FieldStatisticsBody, body), caller, reply);
  }

  @OpenToHeld(histogram)
  @Operation('Histogram', { summary: 'Histogram of a stream’s records, errors separately', body: HistogramBody })
  @Post('web/histogram')
  @HttpCode(200)
  async histogram(
    @Body() body: unknown,
    @CurrentCaller() caller: Caller,
    @Res() reply: FastifyReply,
  ): Promise<Histogram | void> {
    await sendText(this.bus, histogram, parse(HistogramBody, body), caller, reply);
  }
}
