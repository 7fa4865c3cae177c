import type { Pool } from 'pg';
import { isSameTime, type StoredMessage } from '../log/log-anchor.js';
import type { LogReader } from '../log/log-reader.js';
import { countedMessages } from './counted-messages.store.js';
import type { ShardPosition } from './shard-state.store.js';

/**
 * The last message that the log has and that was counted from it: a log that came back shorter begins as the one before, and
 * what it begins with is not to be read again. Undefined where they have nothing in common, or it is unknown. One sequence
 * with one time in two histories is one message: the log's time goes on while it is away.
 */
export async function lastCommon(
  pool: Pool,
  reader: LogReader,
  { shard, epoch, seq }: ShardPosition,
): Promise<StoredMessage | undefined> {
  const { state } = await reader.info();
  const range = { fromSeq: state.first_seq, toSeq: Math.min(seq, state.last_seq) };
  const counted = await countedMessages(pool, shard, epoch, range);
  let common: StoredMessage | undefined;
  let [low, high] = [0, counted.length - 1];
  while (low <= high) {
    const middle = Math.floor((low + high) / 2);
    const message = await reader.messageAt(counted[middle]!.seq);
    if (message !== undefined && isSameTime(message.loggedAtMicros, counted[middle]!.loggedAtMicros)) {
      common = message;
      low = middle + 1;
    } else high = middle - 1;
  }
  return common;
}
