import type { Destination, SlicedRequest } from '../intake/sliced-request.js';
import type { Intake } from '../intake/intake.js';
import type { RequestStreams, StreamRefusal } from '../intake/known-streams.js';
import { checkNative } from '../intake/native-check.js';
import { sliceLines } from '../intake/record-slices.js';
import { Rejections } from '../intake/rejections.js';
import { inTurns } from '../intake/turns.js';
import { isStreamName, streamName } from '../intake/stream-name.js';
import { invalidArgument } from '@spanwise/contracts/base/errors';
import type { PushItem } from '../intake/push-record.js';

/** Each is a log message at least. */
const MAX_STREAMS = 100;

export interface PushDestination extends Destination {
  /** As decoded: a repetition is known by it where every record says its own time and the sender names no delivery. */
  body: Uint8Array;
}

interface StreamLines {
  lines: string[];
  /** Their places in the delivery. */
  indexes: number[];
  timed: boolean;
}

/** The records of a delivery as native logs, by stream. */
export async function slicePush(
  items: readonly PushItem[],
  { body, ...destination }: PushDestination,
  intake: Pick<Intake, 'streams' | 'shards'>,
): Promise<SlicedRequest> {
  // All of them: a bulk is answered for each record.
  const rejections = new Rejections(items.length);
  const streams = new Map<string, StreamLines>();
  const known = await intake.streams.of(destination.organizationId, 'logs', namesOf(items, destination.stream));
  await inTurns(items.entries(), ([index, item]) => {
    const reason = 'reason' in item ? item.reason : addRecord(streams, item, index, { ...destination, known });
    if (reason !== undefined) rejections.add(index, reason);
  });
  const slices: SlicedRequest['slices'] = [];
  let accepted = 0;
  let refusal: StreamRefusal | undefined;
  for (const [stream, { lines, indexes, timed }] of streams) {
    const refused = known.refusal(stream);
    if (refused !== undefined) {
      refusal = refused;
      for (const index of indexes) rejections.add(index, refused.reason);
      continue;
    }
    slices.push(...(await sliceLines({ ...destination, stream }, 'logs', lines, { body, timed }, intake.shards)));
    accepted += lines.length;
  }
  return { slices, accepted, decodedBytes: body.length, rejections, ...(refusal !== undefined && { refusal }) };
}

function namesOf(items: readonly PushItem[], stream: string): string[] {
  const names = new Set([stream]);
  for (const item of items)
    if ('record' in item && item.stream !== undefined && isStreamName(item.stream)) names.add(item.stream);
  return [...names];
}

/** Returns why the record cannot be taken, or undefined. */
function addRecord(
  streams: Map<string, StreamLines>,
  item: Extract<PushItem, { record: unknown }>,
  index: number,
  destination: Destination & { known: RequestStreams },
): string | undefined {
  const stream = item.stream ?? destination.stream;
  try {
    streamName(stream);
  } catch (error) {
    return (error as Error).message;
  }
  const { receivedAtMicros } = destination;
  const oldestMicros = destination.known.oldestMicros(stream, receivedAtMicros);
  const { reason, line, timed } = checkNative(item.record, 'logs', { stream, receivedAtMicros, oldestMicros });
  if (reason !== undefined) return reason;
  const known = streams.get(stream) ?? { lines: [], indexes: [], timed: true };
  known.lines.push(line);
  known.indexes.push(index);
  known.timed &&= timed;
  streams.set(stream, known);
  if (streams.size > MAX_STREAMS) throw invalidArgument(`A request names at most ${MAX_STREAMS} streams.`);
  return undefined;
}
