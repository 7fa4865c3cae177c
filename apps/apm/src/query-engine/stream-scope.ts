/** Which streams a statement means, and which of their segments it reads. Pure apart from the ports it asks. */
import { invalidArgument } from '@spanwise/contracts/errors';
import type { Segment, SegmentFiles, StreamSegments, TelemetryCatalogue } from '@spanwise/segments/catalogue';
import type { Signal } from '@spanwise/segments/columns';
import type { TableName } from './statement-check.js';
import type { StreamView } from './stream-view.js';

export interface TimeRange {
  fromMicros: number;
  toMicros: number;
}

/** The streams of a statement, opened: their segments stay until `release`. */
export interface OpenedStreams {
  views: StreamView[];
  /** Rows of the segments that are read, which bounds what the statement scans. */
  rows: number;
  /** Older segments were left out. */
  cut: boolean;
  release: () => void;
}

export interface ScopeRequest {
  organizationId: string;
  tables: readonly TableName[];
  /** The stream that the request names, which settles the signal of a name that several have. */
  stream?: { name: string; signal: Signal };
  range: TimeRange;
  maxRows: number;
}

export async function openStreams(
  catalogue: TelemetryCatalogue,
  files: SegmentFiles,
  request: ScopeRequest,
): Promise<OpenedStreams> {
  const releases: (() => void)[] = [];
  const release = () => releases.splice(0).forEach((one) => one());
  try {
    const views: StreamView[] = [];
    let left = request.maxRows;
    let cut = false;
    for (const table of request.tables) {
      const signal = await signalOf(catalogue, table, request);
      const { stream, traceIds } = table;
      const opened = await catalogue.open(request.organizationId, signal, stream, request.range, traceIds);
      if (opened === undefined) throw noStream(table);
      releases.push(opened.release);
      const chosen = newestWithin(opened.segments.segments, left);
      left -= chosen.rows;
      cut ||= chosen.cut;
      views.push({
        names: [{ schema: table.signal, name: table.stream }],
        signal,
        fields: opened.segments.fields,
        files: await Promise.all(chosen.segments.map(({ key }) => files.localPath(key))),
        range: request.range,
      });
    }
    return { views, rows: request.maxRows - left, cut, release };
  } catch (error) {
    release();
    throw error;
  }
}

/** A name without a signal: the request's stream, else the only one of that name, else the one of the logs. */
async function signalOf(catalogue: TelemetryCatalogue, table: TableName, request: ScopeRequest): Promise<Signal> {
  if (table.signal !== undefined) return table.signal;
  if (request.stream?.name === table.stream) return request.stream.signal;
  const streams = await catalogue.streams(request.organizationId);
  const signals = streams.filter(({ stream }) => stream === table.stream).map(({ signal }) => signal);
  if (signals.length === 0) throw noStream(table);
  return signals.includes('logs') ? 'logs' : signals[0];
}

const noStream = ({ signal, stream }: TableName) => {
  const name = [signal, stream].filter((part) => part !== undefined).join('.');
  return invalidArgument(`There is no stream ${name.slice(0, 200)}.`);
};

/** The newest segments that have at most `maxRows` together, oldest first. */
function newestWithin(
  segments: StreamSegments['segments'],
  maxRows: number,
): { segments: Segment[]; rows: number; cut: boolean } {
  const chosen: Segment[] = [];
  let rows = 0;
  for (const segment of segments.toReversed()) {
    if (rows + segment.rows > maxRows) return { segments: chosen.reverse(), rows, cut: true };
    chosen.push(segment);
    rows += segment.rows;
  }
  return { segments: chosen.reverse(), rows, cut: false };
}
