/** Which streams a statement means, and which of their segments it reads. Pure apart from the ports it asks. */
import { invalidArgument } from '@spanwise/contracts/errors';
import {
  SegmentUnreadable,
  type Segment,
  type SegmentFiles,
  type StreamSegments,
  type TelemetryCatalogue,
} from '@spanwise/segments/catalogue';
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
  /** Segments whose files are damaged or gone: they are left out. */
  unreadable: SegmentUnreadable[];
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
    const unreadable: SegmentUnreadable[] = [];
    for (const table of request.tables) {
      const signal = await signalOf(catalogue, table, request);
      const { stream, traceIds } = table;
      const opened = await catalogue.open(request.organizationId, signal, stream, request.range, traceIds);
      if (opened === undefined) throw noStream(table);
      releases.push(opened.release);
      const chosen = newestWithin(opened.segments.segments, left);
      left -= chosen.rows;
      cut ||= chosen.cut;
      const whole = await pathsOf(
        files,
        chosen.segments.filter((segment) => liesIn(segment, request.range)),
      );
      const edge = await pathsOf(
        files,
        chosen.segments.filter((segment) => !liesIn(segment, request.range)),
      );
      unreadable.push(...whole.unreadable, ...edge.unreadable);
      views.push({
        names: [{ schema: table.signal, name: table.stream }],
        signal,
        fields: opened.segments.fields,
        wholeFiles: whole.paths,
        edgeFiles: edge.paths,
        range: request.range,
      });
    }
    return { views, rows: request.maxRows - left, cut, unreadable, release };
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

async function pathsOf(
  files: SegmentFiles,
  segments: readonly Segment[],
): Promise<{ paths: string[]; unreadable: SegmentUnreadable[] }> {
  const found = await Promise.all(
    segments.map((segment) =>
      files.localPath(segment).catch((error: unknown) => {
        if (error instanceof SegmentUnreadable) return error;
        throw error;
      }),
    ),
  );
  return {
    paths: found.filter((one) => typeof one === 'string'),
    unreadable: found.filter((one) => typeof one !== 'string'),
  };
}

const liesIn = (segment: Segment, { fromMicros, toMicros }: TimeRange): boolean =>
  segment.fromMicros >= fromMicros && segment.toMicros < toMicros;

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
