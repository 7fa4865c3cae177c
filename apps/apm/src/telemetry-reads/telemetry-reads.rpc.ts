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
  type ListLogs,
  type ListTraces,
  type OnHeldStreams,
  type ReadAround,
  type ReadFieldStatistics,
  type ReadHistogram,
  type ReadTrace,
} from '@spanwise/contracts/telemetry-reads';
import { ApmConfig } from '../config.js';
import { Queries } from '../query-engine/queries.js';
import { histogramOf, statisticsOf } from './field-statistics.js';
import { aroundText, logPage, logsOfOneTrace, type LogPageState } from './log-list.js';
import { PageCursors } from '../page-cursor.js';
import { TelemetryReader } from './reader.js';
import { traceText } from './trace-detail.js';
import { tracePage, type TracePageState } from './trace-list.js';

/** Traces and logs for people: statements that apm makes, run as the caller's queries. */
@Controller()
export class TelemetryReadsController {
  private readonly traceCursors: PageCursors<TracePageState>;
  private readonly logCursors: PageCursors<LogPageState>;

  constructor(
    private readonly queries: Queries,
    private readonly config: ApmConfig,
  ) {
    this.traceCursors = new PageCursors(config.cursorKeys, 'web.trace-list');
    this.logCursors = new PageCursors(config.cursorKeys, 'web.log-list');
  }

  @HandleStream(listTraces)
  async traces(body: ListTraces, call: StreamedCall): Promise<CursorTail> {
    return sendPage(await tracePage(this.readerOf(call, body), this.traceCursors, body, call.signal), call);
  }

  @HandleStream(readTrace)
  async trace(body: ReadTrace, call: StreamedCall): Promise<object> {
    return sendText(await traceText(this.readerOf(call, body), body, call.signal), call);
  }

  @HandleStream(logsOfTrace)
  async logsOf(body: ReadTrace, call: StreamedCall): Promise<CursorTail> {
    return sendPage(await logsOfOneTrace(this.readerOf(call, body), body, call.signal), call);
  }

  @HandleStream(listLogs)
  async logs(body: ListLogs, call: StreamedCall): Promise<CursorTail> {
    return sendPage(await logPage(this.readerOf(call, body), this.logCursors, body, call.signal), call);
  }

  @HandleStream(searchAround)
  async around(body: ReadAround, call: StreamedCall): Promise<object> {
    return sendText(await aroundText(this.readerOf(call, body), body, call.signal), call);
  }

  @HandleStream(fieldStatistics)
  async statistics(body: ReadFieldStatistics, call: StreamedCall): Promise<object> {
    return sendText(JSON.stringify(await statisticsOf(this.readerOf(call, body), body, call.signal)), call);
  }

  @HandleStream(histogram)
  async histogram(body: ReadHistogram, call: StreamedCall): Promise<object> {
    return sendText(JSON.stringify(await histogramOf(this.readerOf(call, body), body, call.signal)), call);
  }

  private readerOf({ context }: StreamedCall, { held_ids: heldIds }: OnHeldStreams): TelemetryReader {
    return new TelemetryReader(this.queries, this.config.queryTimeoutMs, context, heldIds);
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
