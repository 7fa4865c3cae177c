import type { Pool } from 'pg';
import { MissingMinutes, type BatchJudge } from '../dedup/batch-processor.js';
import type { CommittedKeys } from '../dedup/committed-keys.js';
import type { JudgedMessage } from '../dedup/judged-message.js';
import type { Judgement } from '../dedup/batch-result.js';
import type { Verdict } from '../dedup/verdict.js';
import { loadMinutes } from './minute-keys.store.js';

export interface LoadedJudge {
  judge: BatchJudge;
  /** Those that it judges by. */
  keys: CommittedKeys;
}

/** Judges with the committed keys of every minute that appears; minutes are loaded on demand. */
export async function judgeLoading(
  pool: Pool,
  shard: number,
  { judge, keys }: LoadedJudge,
  messages: JudgedMessage[],
  keep?: (verdict: Verdict) => Promise<void>,
): Promise<Judgement> {
  keys.forgetProbed();
  for (;;) {
    try {
      return await judge.judge(messages, keep);
    } catch (error) {
      if (!(error instanceof MissingMinutes)) throw error;
      await loadMinutes(pool, shard, keys, error);
    }
  }
}
