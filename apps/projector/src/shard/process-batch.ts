import type { Pool } from 'pg';
import { MissingMinutes, type BatchProcessor } from '../dedup/batch-processor.js';
import type { CommittedKeys } from '../dedup/committed-keys.js';
import type { BatchMessage } from '../dedup/batch-message.js';
import type { BatchResult } from '../dedup/batch-result.js';
import type { PoisonMark } from '../dedup/poison-marks.js';
import { loadMinutes } from './minute-keys.store.js';

export interface LoadedProcessor {
  processor: BatchProcessor;
  /** Those that it processes by. */
  keys: CommittedKeys;
}

/** Processes with the committed keys of every minute that appears; minutes are loaded on demand. */
export async function processBatch(
  pool: Pool,
  shard: number,
  { processor, keys }: LoadedProcessor,
  messages: BatchMessage[],
  keep?: (poisonMark: PoisonMark) => Promise<void>,
): Promise<BatchResult> {
  keys.forgetProbed();
  for (;;) {
    try {
      return await processor.process(messages, keep);
    } catch (error) {
      if (!(error instanceof MissingMinutes)) throw error;
      await loadMinutes(pool, shard, keys, error);
    }
  }
}
