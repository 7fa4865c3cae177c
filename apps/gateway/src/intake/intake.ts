/** What every way in shares: who may send, what is sent is durable before it is answered, and the count of it. */
import type { SliceSignal } from '@spanwise/contracts/log-message';
import type { Logger } from '@spanwise/host/logger';
import type { Authentication } from '../auth/authentication.js';
import type { Admission } from './admission.js';
import type { IntakeMetrics } from './intake-metrics.js';
import type { LogPublisher } from './log-publisher.js';
import { sliceRecords } from './record-slices.js';
import type { OtlpRequest, SlicedRequest } from './sliced-request.js';
import { sliceTraces } from './trace-slices.js';

export interface Intake {
  authentication: Authentication;
  admission: Admission;
  publisher: LogPublisher;
  metrics: IntakeMetrics;
  logger: Logger;
  shards: number;
  nowMicros: () => number;
}

/** Decisions 1.6: wire limit of an intake body. */
export const MAX_WIRE_BYTES = 16 * 1024 * 1024;
export const WRITE_ACCESS = { organization: 'streams.write' };

export async function takeOtlp(intake: Intake, signal: SliceSignal, request: OtlpRequest): Promise<SlicedRequest> {
  const { shards } = intake;
  const sliced = await (signal === 'traces' ? sliceTraces(request, shards) : sliceRecords(request, signal, shards));
  await store(intake, signal, sliced, request.wire.length);
  return sliced;
}

/** An answer of success stands for every record: all messages that hold a part of the request must be in the log. */
export async function store(
  { publisher, metrics }: Intake,
  signal: SliceSignal,
  { slices, accepted, rejections }: SlicedRequest,
  wireBytes: number,
): Promise<void> {
  await Promise.all(slices.map(({ shard, slice }) => publisher.publish(shard, slice)));
  metrics.requests.inc({ signal, outcome: 'accepted' });
  if (signal === 'traces') {
    metrics.spans.inc({ outcome: 'accepted' }, accepted);
    metrics.spans.inc({ outcome: 'rejected' }, rejections.count);
  } else {
    metrics.records.inc({ signal, outcome: 'accepted' }, accepted);
    metrics.records.inc({ signal, outcome: 'rejected' }, rejections.count);
  }
  metrics.bytes.inc(wireBytes);
}
