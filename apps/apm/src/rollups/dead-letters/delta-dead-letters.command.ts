/**
 * `delta-dead-letters` prints what the figures lack, one JSON object a line; `delta-dead-letters replay SHARD PARTITION N`
 * applies one. See docs/runbook.md, "SpanwiseDeltaDeadLetters".
 */
import { Pool } from 'pg';
import type { ApmVariables } from '../../config.js';
import { ROLLUP_TABLES, wantedPartitions } from '../retention/partitions.store.js';
import { listLetters } from '../rollups/delta-dead-letters.store.js';
import { PartitionWriter } from '../rollups/partition-writer.js';

const USAGE = 'delta-dead-letters [replay SHARD PARTITION N]';

export async function deltaDeadLetters(config: ApmVariables, words: string[]): Promise<void> {
  const pool = new Pool({
    connectionString: config.writerUrl,
    application_name: 'spanwise-delta-dead-letters',
    max: 1,
  });
  try {
    if (words.length === 0) for (const letter of await listLetters(pool)) print(letter);
    else print({ replayed: await replay(pool, config, words) });
  } finally {
    await pool.end();
  }
}

async function replay(pool: Pool, config: ApmVariables, [action, ...words]: string[]): Promise<number> {
  const numbers = words.map((word) => (/^\d{1,15}$/.test(word) ? Number(word) : Number.NaN));
  if (action !== 'replay' || numbers.length !== 3 || numbers.some(Number.isNaN)) throw new Error(USAGE);
  const [shard, partition, n] = numbers;
  const oldestMinute = () => wantedPartitions(ROLLUP_TABLES[0]!, config.minuteRetentionMs, Date.now())[0]!;
  const letters = await new PartitionWriter(pool, partition!, config, oldestMinute).replay(shard!, n!);
  if (letters === 0)
    throw new Error(
      'There is no such dead letter, or it cannot be read: then a rebuild of all organizations mends it.',
    );
  return letters;
}

const print = (value: object): void => void process.stdout.write(`${JSON.stringify(value)}\n`);
