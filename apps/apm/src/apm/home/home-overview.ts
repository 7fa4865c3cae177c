/** From the activity of streams to the first screen of a web client; pure. */
import type { HomeBucket, HomeOverview, HomeSignal, HomeStream, IntakeStatus } from '@spanwise/contracts/apm/home';
import {
  STORED_SIGNALS,
  type StoredSignal,
  type StreamActivity,
  type StreamStatus,
} from '@spanwise/contracts/telemetry/streams';
import { bucketsOf, type Window } from '../../store/streams/stream-view.js';

const STATUS: Record<StreamStatus, IntakeStatus> = {
  healthy: 'healthy',
  delayed: 'delayed',
  interrupted: 'degraded',
  idle: 'no_data',
  unused: 'no_data',
};
/** The best that some stream says: one that is quiet does not make an intake that works a broken one. */
const BEST_FIRST: readonly IntakeStatus[] = ['healthy', 'delayed', 'degraded'];

export function overviewOf(activity: readonly StreamActivity[], window: Window): HomeOverview {
  const { nowMicros, windowSecs } = window;
  const streams = activity.map(streamOf);
  return {
    generated_at_micros: nowMicros,
    window: { start_micros: nowMicros - windowSecs * 1_000_000, end_micros: nowMicros, window_secs: windowSecs },
    ingest_status: best(streams),
    probe_reason: null,
    ingested_bytes: null,
    stored_bytes: sum(streams, 'stored_bytes'),
    rows: sum(streams, 'rows'),
    compression_savings_ratio: null,
    active_streams: active(streams),
    total_streams: streams.length,
    attention_streams: streams.filter(({ status }) => status === 'delayed' || status === 'degraded').length,
    last_received_at_micros: newest(streams),
    stats_probe: { succeeded: streams.length, total: streams.length },
    buckets: bucketsOf([], window).map((bucket, at) => totalOf(bucket, at, activity)),
    signals: STORED_SIGNALS.map((signal) => signalOf(signal, streams)),
    streams,
  };
}

const streamOf = (stream: StreamActivity): HomeStream => ({
  id: stream.id,
  name: stream.name,
  stream_type: stream.stream_type,
  status: STATUS[stream.status],
  rows: stream.rows,
  stored_bytes: stream.stored_bytes,
  first_received_at_micros: stream.first_received_at_micros ?? null,
  last_received_at_micros: stream.last_received_at_micros ?? null,
});

function signalOf(signal: StoredSignal, all: readonly HomeStream[]): HomeSignal {
  const streams = all.filter(({ stream_type }) => stream_type === signal);
  return {
    stream_type: signal,
    status: best(streams),
    total_streams: streams.length,
    active_streams: active(streams),
    rows: sum(streams, 'rows'),
    stored_bytes: sum(streams, 'stored_bytes'),
    last_received_at_micros: newest(streams),
  };
}

const totalOf = (
  { start_micros, end_micros }: Pick<HomeBucket, 'start_micros' | 'end_micros'>,
  at: number,
  activity: readonly StreamActivity[],
): HomeBucket => {
  const buckets = activity.map((stream) => stream.buckets[at]!);
  return {
    start_micros,
    end_micros,
    ingested_bytes: null,
    stored_bytes: sum(buckets, 'stored_bytes'),
    rows: sum(buckets, 'rows'),
  };
};

const best = (streams: readonly HomeStream[]): IntakeStatus =>
  BEST_FIRST.find((status) => streams.some((stream) => stream.status === status)) ?? 'no_data';

const active = (streams: readonly HomeStream[]): number => streams.filter(({ rows }) => rows > 0).length;

const sum = <Member extends string>(items: readonly Record<Member, number>[], member: Member): number =>
  items.reduce((total, item) => total + item[member], 0);

const newest = (streams: readonly HomeStream[]): number | null =>
  streams.reduce<number | null>(
    (latest, { last_received_at_micros: micros }) => (micros !== null && micros > (latest ?? 0) ? micros : latest),
    null,
  );
