/** Deliveries that are one text or message (INTAKE-8): a large one is read in a thread apart, as it cannot be read in turns. */
import type { Coding } from '@spanwise/otlp/decompress';
import { sliceRecordLines } from './native-slices.js';
import type { Destination, SlicedRequest } from './sliced-request.js';
import { readFirehose } from './firehose.js';
import { readLoki } from './line-formats.js';
import { readLokiProtobuf } from './loki-protobuf.js';
import type { PushItem } from './push-record.js';

interface ReadDelivery {
  items: PushItem[];
  /** The sender's own name of this delivery, the same when it sends it again. */
  deliveryId?: string;
}

const READERS = {
  aws_kinesis_firehose: readFirehose,
  loki_push: readLoki,
  loki_protobuf: readLokiProtobuf,
} as const satisfies Record<string, (body: Uint8Array) => Promise<ReadDelivery>>;

export type WholeKind = keyof typeof READERS;

export interface PushTask {
  what: 'push';
  kind: WholeKind;
  destination: Destination;
  /** Empty where an API token sends. */
  connectorId: string;
  /** Snappy stands in the body alone, without a header. */
  coding: Coding | 'snappy';
  wire: Uint8Array;
}

export interface SlicedDelivery extends SlicedRequest {
  deliveryId?: string;
}

/** What identifies a repeated delivery, where its sender names it. */
export const deliveryKey = (
  connectorId: string,
  deliveryId: string | undefined,
): Pick<Destination, 'idempotencyKey'> =>
  deliveryId === undefined ? {} : { idempotencyKey: `push ${connectorId} ${deliveryId}` };

/** Throws `OtlpError` and `ServiceError` for what is no delivery: then nothing of it is kept. */
export async function sliceDelivery(
  { kind, destination, connectorId }: PushTask,
  body: Uint8Array,
  shards: number,
): Promise<SlicedDelivery> {
  const { items, deliveryId }: ReadDelivery = await READERS[kind](body);
  const named = { ...destination, ...deliveryKey(connectorId, deliveryId) };
  const sliced = await sliceRecordLines(named, 'logs', items, body, shards);
  return deliveryId === undefined ? sliced : { ...sliced, deliveryId };
}
