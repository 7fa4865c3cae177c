/** The work on a request between its bytes and the slices of the log, which sends nothing: it runs in any thread. */
import type { SliceSignal } from '@spanwise/contracts/log/log-message';
import { decompress, type Coding } from '@spanwise/otlp/decompress';
import { readRemoteWrite, type RemoteMetric } from '@spanwise/otlp/remote-write';
import {
  countJson,
  countLokiPush,
  countRemoteWrite,
  countRequest,
  countShared,
  requestLimits,
  tooMany,
} from '@spanwise/otlp/request-limits';
import { unsnappy } from '@spanwise/otlp/snappy';
import { sliceDelivery, type PushTask, type SlicedDelivery } from './whole-deliveries.js';
import { sliceNative } from './native-slices.js';
import { sliceRecords } from './record-slices.js';
import { Rejections } from './rejections.js';
import type { Destination, OtlpRequest, SlicedRequest } from './sliced-request.js';
import { sliceTraces } from './trace-slices.js';

export interface SliceOptions {
  shards: number;
  /** Of one request (INTAKE-9). */
  maxRecords: number;
}

export interface OtlpTask {
  what: 'otlp';
  signal: SliceSignal;
  request: OtlpRequest;
}

/** JSON, or JSON by lines. */
export interface NativeTask {
  what: 'native';
  signal: SliceSignal;
  destination: Destination;
  form: 'json' | 'ndjson';
  coding: Coding;
  wire: Uint8Array;
}

export interface RemoteTask {
  what: 'remoteWrite';
  wire: Uint8Array;
  latestMs: number;
  /** By metric; 0 for others. */
  earliestMs: ReadonlyMap<string, number>;
}

export type SliceTask = OtlpTask | NativeTask | RemoteTask | PushTask;

export interface ReadSamples {
  metrics: RemoteMetric[];
  rejections: Rejections;
  decodedBytes: number;
}

export type SliceResult<Task> = Task extends RemoteTask
  ? ReadSamples
  : Task extends PushTask
    ? SlicedDelivery
    : SlicedRequest;

/** The block says what it inflates to. */
export const isSnappy = (task: SliceTask): task is RemoteTask | PushTask =>
  task.what === 'remoteWrite' || (task.what === 'push' && task.coding === 'snappy');

/** The body as it was before it was compressed. Throws `OtlpError`. */
export const bodyOf = async (task: SliceTask): Promise<Uint8Array> => {
  if (isSnappy(task)) return unsnappy(task.wire);
  const { wire, coding } = task.what === 'otlp' ? task.request : task;
  return decompress(wire, coding as Coding);
};

/** What the work costs, in fields of the body. Throws `OtlpError` for a request of more than the limits. */
export function fieldsOf(task: SliceTask, body: Uint8Array, maxRecords: number): number {
  const limits = requestLimits(maxRecords);
  if (task.what === 'remoteWrite') return countRemoteWrite(body, limits);
  if (task.what === 'push')
    return task.kind === 'loki_protobuf' ? countLokiPush(body, limits) : countJson(body, limits);
  return task.what === 'otlp'
    ? countRequest(body, task.request.encoding, task.signal, limits)
    : // Each line has its own depth, and is counted as it is read.
      task.form === 'json'
      ? countJson(body, limits)
      : 0;
}

/** Of a body whose fields were counted. Throws `OtlpError` for what is malformed. */
export async function slice(task: SliceTask, body: Uint8Array, options: SliceOptions): Promise<SliceResult<SliceTask>> {
  if (task.what === 'remoteWrite') return readSamples(task, body);
  const { shards, maxRecords } = options;
  if (task.what === 'push') return sliceDelivery(task, body, shards);
  if (task.what === 'native') return sliceNative(task.destination, task.signal, task.form, body, options);
  const { signal, request } = task;
  const sliced = await (signal === 'traces'
    ? sliceTraces(request, body, shards)
    : sliceRecords(request, body, signal, shards));
  // Those of JSON are only known now.
  const records = sliced.accepted + sliced.rejections.count;
  const most = requestLimits(maxRecords);
  if (records > maxRecords) throw tooMany('records', most);
  countShared(body, request.encoding, signal, records, most);
  return sliced;
}

function readSamples({ latestMs, earliestMs }: RemoteTask, body: Uint8Array): ReadSamples {
  const { metrics, rejected } = readRemoteWrite(body, latestMs, (metric) => earliestMs.get(metric) ?? 0);
  const rejections = new Rejections();
  for (const { index, reason } of rejected) rejections.add(index, reason);
  return { metrics, rejections, decodedBytes: body.length };
}
