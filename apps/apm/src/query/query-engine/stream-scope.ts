/** Which streams a statement means, and which of their segments it reads. Pure apart from the ports it asks. */
import { conflict, invalidArgument } from '@spanwise/contracts/base/errors';
import {
  SegmentUnreadable,
  type FieldOverflow,
  type Segment,
  type SegmentFiles,
  type StreamSegments,
  type TelemetryCatalogue,
} from '@spanwise/segments/catalogue';
import type { Signal } from '@spanwise/segments/columns';
import { cutText } from '@spanwise/contracts/base/cut-text';
import type { FreeName } from './free-names.js';
import type { TableName } from './statement-check.js';
import type { StreamView } from './stream-view.js';
import { namesToFind, withMoreNames } from './unplaced-fields.js';

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
  /** Of the streams that have more fields than places. */
  overflows: StreamOverflow[];
  release: () => void;
}

export interface StreamOverflow extends FieldOverflow {
  signal: Signal;
  stream: string;
}

/** Streams that other organizations grant to one caller. */
export interface GrantedStreams {
  /** Ids of those of the organizations that grant some stream, by their slugs. */
  owners: (slugs: readonly string[]) => Promise<ReadonlyMap<string, string>>;
  /** False where the caller may not query the stream; true once its owner's audit log says that the caller does. */
  use: (organizationId: string, streamId: string) => Promise<boolean>;
}

export interface ScopeRequest {
  organizationId: string;
  tables: readonly TableName[];
  free: readonly FreeName[];
  /** The stream that the request names, which settles the signal of a name that several have. */
  stream?: { name: string; signal: Signal };
  range: TimeRange;
  /** A person has chosen the range. */
  chosenRange?: true;
  /** Ids of the only streams of the organization that the caller may query; absent: all. */
  heldIds?: readonly string[];
  /** Absent: no stream of another organization may be named. */
  granted?: GrantedStreams;
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
    const views: (StreamView & { hasMoreNames: boolean })[] = [];
    const overflows: StreamOverflow[] = [];
    const fieldNames = namesToFind(request.free);
    let left = request.maxRows;
    let cut = false;
    const unreadable: SegmentUnreadable[] = [];
    const owners = await ownersOf(request);
    for (const table of request.tables) {
      const signal = await signalOf(catalogue, table, request);
      const { stream, traceIds } = table;
      const owner = owners.get(table.organization);
      if (owner === undefined) throw noStream(table);
      const wanted = { fieldNames, ...(traceIds && { traceIds }) };
      const opened = await catalogue.open(owner, signal, stream, request.range, wanted);
      if (opened === undefined) throw noStream(table);
      releases.push(opened.release);
      if (!(await isOpenTo(request, table, opened.segments))) throw noStream(table);
      const { fields, unplaced, overflow } = opened.segments;
      if (overflow !== undefined) overflows.push({ signal, stream, ...overflow });
      requireAllowed(opened.segments, request);
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
        names: [{ catalog: table.organization, schema: table.signal, name: table.stream }],
        signal,
        fields,
        unplaced,
        hasMoreNames: overflow?.hasMoreNames ?? false,
        wholeFiles: whole.paths,
        edgeFiles: edge.paths,
        range: request.range,
      });
    }
    const rows = request.maxRows - left;
    return { views: withMoreNames(views, request.free), rows, cut, unreadable, overflows, release };
  } catch (error) {
    release();
    throw error;
  }
}

/** Ids of the organizations by their slugs; the caller's own has none here. */
async function ownersOf(request: ScopeRequest): Promise<ReadonlyMap<string | undefined, string>> {
  const slugs = request.tables.flatMap(({ organization }) => organization ?? []);
  const granted = slugs.length === 0 ? undefined : await request.granted?.owners([...new Set(slugs)]);
  return new Map<string | undefined, string>([...(granted ?? []), [undefined, request.organizationId]]);
}

async function isOpenTo(
  { heldIds, granted }: ScopeRequest,
  table: TableName,
  { id, organizationId }: StreamSegments,
): Promise<boolean> {
  if (table.organization === undefined) return heldIds?.includes(id) ?? true;
  return (await granted?.use(organizationId, id)) ?? false;
}

/** A name without a signal: the request's stream, else the only one of that name, else the one of the logs. */
async function signalOf(catalogue: TelemetryCatalogue, table: TableName, request: ScopeRequest): Promise<Signal> {
  if (table.signal !== undefined) return table.signal;
  if (request.stream?.name === table.stream) return request.stream.signal;
  const streams = await catalogue.streams(request.organizationId);
  const signals = streams.filter(({ stream }) => stream === table.stream).map(({ signal }) => signal);
  if (signals.length === 0) throw noStream(table);
  return signals.includes('logs') ? 'logs' : signals[0]!;
}

function requireAllowed({ signal, stream, limits }: StreamSegments, { range, chosenRange }: ScopeRequest): void {
  const name = cutText(`${signal}.${stream}`, 200);
  if (!limits.queryable) throw conflict(`The stream ${name} is set not to be queried.`);
  const hours = limits.maxQueryHours;
  if (chosenRange && hours !== undefined && range.toMicros - range.fromMicros > hours * 3_600_000_000)
    throw invalidArgument(`The stream ${name} is set to be queried over at most ${hours} h at a time.`);
}

const noStream = ({ organization, signal, stream }: TableName) => {
  const name = [organization, signal, stream].filter((part) => part !== undefined).join('.');
  return invalidArgument(`There is no stream ${cutText(name, 200)}.`);
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
