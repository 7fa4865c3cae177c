/** The first screen of a web client: what came in lately, over all streams. */
import type { Integer } from '../base/integer.js';
import { rpc } from '../authz/rpc.js';
import { STREAM_READ_ACCESS, StreamsWindow, type StoredSignal } from '../telemetry/streams.js';

export type IntakeStatus = 'healthy' | 'degraded' | 'delayed' | 'no_data' | 'unknown';

/** Bytes as they came are counted by whole hours, which a bucket seldom is. */
export interface HomeBucket {
  start_micros: Integer;
  end_micros: Integer;
  ingested_bytes: null;
  stored_bytes: number;
  rows: number;
}

export interface HomeSignal {
  stream_type: StoredSignal;
  status: IntakeStatus;
  total_streams: number;
  active_streams: number;
  rows: number;
  stored_bytes: number;
  last_received_at_micros: Integer | null;
}

export interface HomeStream {
  id: string;
  name: string;
  stream_type: StoredSignal;
  status: IntakeStatus;
  rows: number;
  stored_bytes: number;
  first_received_at_micros: Integer | null;
  last_received_at_micros: Integer | null;
}

/** Of the window, and of all streams. Unknown values are null. */
export interface HomeOverview {
  generated_at_micros: Integer;
  window: { start_micros: Integer; end_micros: Integer; window_secs: Integer };
  /** `delayed` or `degraded` only where no stream is healthy. */
  ingest_status: IntakeStatus;
  probe_reason: null;
  /**
   * As they came, compressed where the client has compressed them, of the whole hours that the window touches. Null while the
   * projector does not answer, and in the first days after an upgrade from a version that counted by days alone.
   */
  ingested_bytes: Integer | null;
  stored_bytes: number;
  rows: number;
  compression_savings_ratio: null;
  /** With records in the window. */
  active_streams: number;
  total_streams: number;
  /** Records came into them within the window, and none for more than 15 minutes. */
  attention_streams: number;
  last_received_at_micros: Integer | null;
  /** Streams whose figures could be read. */
  stats_probe: { succeeded: number; total: number };
  buckets: HomeBucket[];
  signals: HomeSignal[];
  streams: HomeStream[];
}

export const homeOverview = rpc<HomeOverview>()('svc.apm.home.overview', StreamsWindow, STREAM_READ_ACCESS);
