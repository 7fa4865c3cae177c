import { DiscardPolicy, RetentionPolicy, StorageType, type JetStreamManager } from 'nats';
import { INGEST_STREAM, INGEST_SUBJECT } from '@spanwise/contracts/log/log-message';

export interface IngestStreamOptions {
  /** The log refuses new messages beyond this; nothing is ever dropped from its other end. */
  maxBytes: number;
  replicas: number;
}

/** Largest message of the log: one request can be 64 MiB decoded, but messages are cut and compressed to fit this. */
export const MAX_LOG_MESSAGE_BYTES = 7 * 1024 * 1024;

/** Makes the stream of a shard when it is not there. A stream that exists is left as its operator has set it. */
export async function ensureIngestStream(
  manager: JetStreamManager,
  shard: number,
  options: IngestStreamOptions,
): Promise<void> {
  const name = INGEST_STREAM(shard);
  const exists = await manager.streams.info(name).then(
    () => true,
    (error: { api_error?: { err_code: number } }) => {
      if (error.api_error?.err_code === STREAM_NOT_FOUND) return false;
      throw error;
    },
  );
  if (exists) return;
  await manager.streams.add({
    name,
    subjects: [INGEST_SUBJECT(shard)],
    storage: StorageType.File,
    retention: RetentionPolicy.Limits,
    discard: DiscardPolicy.New,
    max_bytes: options.maxBytes,
    num_replicas: options.replicas,
    duplicate_window: 120 * 1_000_000_000,
  });
}

const STREAM_NOT_FOUND = 10_059;
