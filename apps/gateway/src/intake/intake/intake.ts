/** What every way in shares: who may send, what is sent is durable before it is answered, and the count of it. */
import type { LogSlice, SliceSignal } from '@spanwise/contracts/log/log-message';
import type { Logger } from '@spanwise/host/logger';
import type { Authentication } from '../../edge/auth/authentication.js';
import type { Admission } from './admission.js';
import type { IntakeHealth } from './intake-health.js';
import type { IntakeMetrics } from './intake-metrics.js';
import type { KnownStreams, RequestStreams } from './known-streams.js';
import type { LogPublisher } from './log-publisher.js';
import { Rejections } from './rejections.js';
import type { Slicing } from './slicing.js';
import type { Destination, OtlpRequest, SlicedRequest } from './sliced-request.js';

export interface Intake {
  authentication: Authentication;
  admission: Admission;
  publisher: LogPublisher;
  metrics: IntakeMetrics;
  /** Counts what is not taken of good requests. */
  health: Pick<IntakeHealth, 'noteFault'>;
  logger: Logger;
  streams: KnownStreams;
  /** The slice with original places in its stacks, or as it is. */
  sourceMaps: { applied(slice: LogSlice): Promise<LogSlice> };
  slicing: Pick<Slicing, 'run'>;
  /** A body may come as slowly as it likes for so long. */
  bodyGraceMs: number;
  shards: number;
  nowMicros: () => number;
}

/** Wire limit of an intake body (API-4). */
export const MAX_WIRE_BYTES = 16 * 1024 * 1024;
export const WRITE_ACCESS = { organization: 'streams.write' };

export async function takeOtlp(intake: Intake, signal: SliceSignal, sent: OtlpRequest): Promise<SlicedRequest> {
  const { streams, ...aged } = await streamOf(intake, signal, sent);
  const request = { ...sent, ...aged };
  const whole = await intake.slicing.run({ what: 'otlp', signal, request });
  const sliced = admitted(streams, request.stream, whole);
  await store(intake, signal, sliced, request.wire.length);
  return sliced;
}

/** What is known of the one stream of a request. */
export async function streamOf(
  intake: Intake,
  signal: SliceSignal,
  { organizationId, stream, receivedAtMicros }: Destination,
): Promise<{ streams: RequestStreams; oldestMicros: number | undefined }> {
  const streams = await intake.streams.of(organizationId, signal, [stream]);
  return { streams, oldestMicros: streams.oldestMicros(stream, receivedAtMicros) };
}

/** The request as it is, or, where its stream may not be made, with all of its records rejected. */
export function admitted<T extends SlicedRequest>(streams: RequestStreams, stream: string, sliced: T): T {
  const refusal = sliced.accepted === 0 ? undefined : streams.refusal(stream);
  if (refusal === undefined) return sliced;
  const rejections = new Rejections();
  const count = sliced.accepted + sliced.rejections.count;
  for (let index = 0; index < count; index++) rejections.add(index, refusal.reason);
  return { ...sliced, slices: [], accepted: 0, rejections, refusal };
}

/** An answer of success stands for every record: all messages that hold a part of the request must be in the log. */
export async function store(
  { admission, publisher, metrics, sourceMaps }: Intake,
  signal: SliceSignal,
  { slices, accepted, decodedBytes, rejections }: SlicedRequest,
  wireBytes: number,
): Promise<void> {
  if (slices.length > 0) admission.took(slices[0]!.slice.organizationId, decodedBytes, accepted);
  await Promise.all(slices.map(async ({ shard, slice }) => publisher.publish(shard, await sourceMaps.applied(slice))));
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
