/** From native records to the slices of the log (INTAKE-3). */
import type { SliceSignal } from '@spanwise/contracts/log/log-message';
import { checkNative } from './native-check.js';
import { MAX_NATIVE_RECORDS, nativeItems, type NativeForm, type NativeItem } from './native-body.js';
import { nativeSpans } from './native-spans.js';
import { sliceLines, type RecordsSignal } from './record-slices.js';
import { Rejections } from './rejections.js';
import type { Destination, SlicedRequest } from './sliced-request.js';
import { sliceTraces } from './trace-slices.js';
import { inTurns } from './turns.js';

/** `maxRecords`: of one request. */
export async function sliceNative(
  destination: Destination,
  signal: SliceSignal,
  form: Exclude<NativeForm, 'protobuf'>,
  body: Uint8Array,
  { shards, maxRecords }: { shards: number; maxRecords: number },
): Promise<SlicedRequest> {
  const items = await nativeItems(body, form, Math.min(maxRecords, MAX_NATIVE_RECORDS));
  return signal === 'traces'
    ? sliceSpans(destination, items, shards)
    : sliceRecordLines(destination, signal, items, body, shards);
}

export async function sliceRecordLines(
  destination: Destination,
  signal: RecordsSignal,
  items: readonly NativeItem[],
  body: Uint8Array,
  shards: number,
): Promise<SlicedRequest> {
  const rejections = new Rejections();
  const lines: string[] = [];
  let timed = true;
  await inTurns(items.entries(), ([index, item]) => {
    const checked =
      'reason' in item ? { ...item, line: '', timed: true } : checkNative(item.record, signal, destination);
    timed &&= checked.timed;
    if (checked.reason === undefined) lines.push(checked.line);
    else rejections.add(index, checked.reason);
  });
  const slices = lines.length === 0 ? [] : await sliceLines(destination, signal, lines, { body, timed }, shards);
  return { slices, accepted: lines.length, decodedBytes: body.length, rejections };
}

async function sliceSpans(
  destination: Destination,
  items: readonly NativeItem[],
  shards: number,
): Promise<SlicedRequest> {
  const rejections = new Rejections();
  const { request, indexes } = await nativeSpans(items, rejections);
  const otlp = { ...destination, encoding: 'protobuf', coding: 'identity', wire: request } as const;
  const sliced = await sliceTraces(otlp, request, shards);
  rejections.addAll(sliced.rejections, indexes);
  return { ...sliced, rejections };
}
