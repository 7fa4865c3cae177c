import type { Destination, SlicedRequest } from '../intake/sliced-request.js';
import { checkNative } from '../intake/native-check.js';
import { sliceLines } from '../intake/record-slices.js';
import { Rejections } from '../intake/rejections.js';
import { streamName } from '../intake/stream-name.js';
import { invalidArgument } from '@spanwise/contracts/errors';
import type { PushItem } from './push-record.js';

/** Each is a log message at least. */
const MAX_STREAMS = 100;

export interface PushDestination extends Destination {
  /** As decoded: a repetition is known by it where every record says its own time and the sender names no delivery. */
  body: Uint8Array;
}

interface StreamLines {
  lines: string[];
  timed: boolean;
}

/** The records of a delivery as native logs, by stream. */
export async function slicePush(
  items: readonly PushItem[],
  { body, ...destination }: PushDestination,
  shards: number,
): Promise<SlicedRequest> {
  const rejections = new Rejections();
  const streams = new Map<string, StreamLines>();
  for (const [index, item] of items.entries()) {
    const reason = 'reason' in item ? item.reason : addRecord(streams, item, destination);
    if (reason !== undefined) rejections.add(index, reason);
  }
  const slices: SlicedRequest['slices'] = [];
  let accepted = 0;
  for (const [stream, { lines, timed }] of streams) {
    slices.push(...(await sliceLines({ ...destination, stream }, 'logs', lines, { body, timed }, shards)));
    accepted += lines.length;
  }
  return { slices, accepted, rejections };
}

/** Returns why the record cannot be taken, or undefined. */
function addRecord(
  streams: Map<string, StreamLines>,
  item: Extract<PushItem, { record: unknown }>,
  destination: Destination,
): string | undefined {
  const stream = item.stream ?? destination.stream;
  try {
    streamName(stream);
  } catch (error) {
    return (error as Error).message;
  }
  const { reason, line, timed } = checkNative(item.record, 'logs', stream, destination.receivedAtMicros);
  if (reason !== undefined) return reason;
  const known = streams.get(stream) ?? { lines: [], timed: true };
  known.lines.push(line);
  known.timed &&= timed;
  streams.set(stream, known);
  if (streams.size > MAX_STREAMS) throw invalidArgument(`A request names at most ${MAX_STREAMS} streams.`);
  return undefined;
}
