import { Controller } from '@nestjs/common';
import { HandleStream, type StreamedCall } from '@spanwise/bus/rpc-handler';
import {
  fieldStatistics,
  histogram,
  listLogs,
  listTraces,
  logsOfTrace,
  readTrace,
  searchAround,
  type CursorTail,
  type FieldStatisticsBody,
  type HistogramBody,
  type LogListBody,
  type SearchAroundBody,
  type TraceId,
  type TraceListBody,
} from '@spanwise/contracts/telemetry-reads';
import { ApmConfig } from '../config.js';
import { Queries } from '../query-engine/queries.js';
import { histogramOf, statisticsOf } from './field-statistics.js';
import { aroundText, logPage, logsOfOneTrace, type LogPageState } from './log-list.js';
import { PageCursors } from './page-cursor.js';
import { TelemetryReader } from './reader.js';
import { traceText } from './trace-detail.js';
import { tracePage, type TracePageState } from './trace-list.js';

/** Traces and logs for people: statements that apm makes, run as the caller's queries. */
@Controller()
export class TelemetryReadsController {
  private readonly reader: TelemetryReader;
  private readonly traceCursors: PageCursors<TracePageState>;
  private readonly logCursors: PageCursors<LogPageState>;

  constructor(queries: Queries, config: ApmConfig) {
    this.reader = new TelemetryReader(queries, config.queryTimeoutMs);
    this.traceCursors = new PageCursors(config.cursorKeys, 'web.trace-list');
    this.logCursors = new PageCursors(config.cursorKeys, 'web.log-list');
  }

  @HandleStream(listTraces)
  async traces(body: TraceListBody, call: StreamedCall): Promise<CursorTail> {
    return sendPage(await tracePage(this.reader, this.traceCursors, call.context, body, call.signal), call);
  }

  @HandleStream(readTrace)
  async trace(asked: TraceId, call: StreamedCall): Promise<object> {
    return sendText(await traceText(this.reader, call.context, asked, call.signal), call);
  }

  @HandleStream(logsOfTrace)
  async logsOf(asked: TraceId, call: StreamedCall): Promise<CursorTail> {
    return sendPage(await logsOfOneTrace(this.reader, call.context, asked, call.signal), call);
  }

  @HandleStream(listLogs)
  async logs(body: LogListBody, call: StreamedCall): Promise<CursorTail> {
    return sendPage(await logPage(this.reader, this.logCursors, call.context, body, call.signal), call);
  }

  @HandleStream(searchAround)
  async around(body: SearchAroundBody, call: StreamedCall): Promise<object> {
    return sendText(await aroundText(this.reader, call.context, body, call.signal), call);
  }

  @HandleStream(fieldStatistics)
  async statistics(body: FieldStatisticsBody, call: StreamedCall): Promise<object> {
    return sendText(JSON.stringify(await statisticsOf(this.reader, call.context, body, call.signal)), call);
  }

  @HandleStream(histogram)
  async histogram(body: HistogramBody, call: StreamedCall): Promise<object> {
    return sendText(JSON.stringify(await histogramOf(this.reader, call.context, body, call.signal)), call);
  }
}

async function sendPage(page: { lines: string[]; tail: CursorTail }, call: StreamedCall): Promise<CursorTail> {
  if (page.lines.length > 0) await call.write(Buffer.from(`${page.lines.join('\n')}\n`));
  return page.tail;
}

async function sendText(text: string, call: StreamedCall): Promise<object> {
  await call.write(Buffer.from(text));
  return {};
}
