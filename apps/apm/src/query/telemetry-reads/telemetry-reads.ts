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
  type TimeWindow,
} from '@spanwise/contracts/telemetry/reads';
import { ApmConfig } from '../../config.js';
import { Queries } from '../query-engine/queries.js';
import { histogramOf, statisticsOf } from './field-statistics.js';
import { aroundText, logPage, logsOfOneTrace, type LogPageState } from './log-list.js';
import { SignedCursors } from '@spanwise/host/signed-cursor';
import { StoredReads } from '../../store/stored-state/stored-reads.js';
import { TelemetryReader } from './reader.js';
import { traceText } from './trace-detail.js';
import { tracePage, type TracePageState } from './trace-list.js';

/** Traces and logs for people: statements that apm makes, run as the caller's queries. */
@Controller()
export class TelemetryReads {
  private readonly traceCursors: SignedCursors<TracePageState>;
  private readonly logCursors: SignedCursors<LogPageState>;

  constructor(
    private readonly queries: Queries,
    private readonly config: ApmConfig,
    private readonly stored: StoredReads,
  ) {
    this.traceCursors = new SignedCursors(config.cursorKeys, 'web.trace-list');
    this.logCursors = new SignedCursors(config.cursorKeys, 'web.log-list');
  }

  @HandleStream(listTraces)
  async traces(body: ListTraces, call: StreamedCall): Promise<CursorTail> {
    return sendPage(await tracePage(await this.readerOf(call, body), this.traceCursors, body, call.signal), call);
  }

  @HandleStream(readTrace)
  async trace(body: ReadTrace, call: StreamedCall): Promise<object> {
    return sendText(await traceText(await this.readerOf(call, body), body, call.signal), call);
  }

  @HandleStream(logsOfTrace)
  async logsOf(body: ReadTrace, call: StreamedCall): Promise<CursorTail> {
    return sendPage(await logsOfOneTrace(await this.readerOf(call, body), body, call.signal), call);
  }

  @HandleStream(listLogs)
  async logs(body: ListLogs, call: StreamedCall): Promise<CursorTail> {
    return sendPage(await logPage(await this.readerOf(call, body), this.logCursors, body, call.signal), call);
  }

  @HandleStream(searchAround)
  async around(body: ReadAround, call: StreamedCall): Promise<object> {
    return sendText(await aroundText(await this.readerOf(call, body), body, call.signal), call);
  }

  @HandleStream(fieldStatistics)
  async statistics(body: ReadFieldStatistics, call: StreamedCall): Promise<object> {
    return sendText(JSON.stringify(await statisticsOf(await this.readerOf(call, body), body, call.signal)), call);
  }

  @HandleStream(histogram)
  async histogram(body: ReadHistogram, call: StreamedCall): Promise<object> {
    return sendText(JSON.stringify(await histogramOf(await this.readerOf(call, body), body, call.signal)), call);
  }

  /** Once what was asked to be waited for is stored. */
  private async readerOf(
    { context, signal }: StreamedCall,
    { held_ids: heldIds, from = 0, to = Number.MAX_SAFE_INTEGER, wait_for: waitForMs }: OnHeldStreams & TimeWindow,
  ): Promise<TelemetryReader> {
    const { organization_id: id } = context;
    await this.stored.wait(id, { fromMicros: from, toMicros: to }, waitForMs, signal);
    return new TelemetryReader(this.queries, this.config.queryTimeoutMs, context, heldIds, this.stored.of(id));
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
