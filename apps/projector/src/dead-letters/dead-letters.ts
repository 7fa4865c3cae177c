import { Controller } from '@nestjs/common';
import type { Pool } from 'pg';
import { HandleRpc } from '@spanwise/bus/rpc-handler';
import { Empty } from '@spanwise/contracts/authz/rpc';
import { conflict } from '@spanwise/contracts/base/errors';
import { encodeLogMessage } from '@spanwise/contracts/log/log-message';
import {
  listDeadLetters,
  ResolveDeadLetter,
  resolveDeadLetter,
  type DeadLetterView,
} from '@spanwise/contracts/log/projector';
import { translateFaults } from '@spanwise/postgres/availability';
import type { PoisonReason } from '../dedup/batch-message.js';
import { openSlice } from '../dedup/open-message.js';
import type { Shard } from '../shard/shard.js';
import { Shards } from '../shard/shards.js';
import type { ShardPosition } from '../shard/shard-state.store.js';
import { BatchTrial } from '../trial/batch-trial.js';
import { WriterPool } from '../writer-pool.js';
import {
  askToStore,
  closeLetter,
  findOpen,
  listLetters,
  moveInLedger,
  readLetter,
  sliceOf,
  type DeadLetterRow,
} from './dead-letters.store.js';

@Controller()
export class DeadLetters {
  constructor(
    private readonly writer: WriterPool,
    private readonly shards: Shards,
  ) {}

  @HandleRpc(listDeadLetters)
  list(_: Empty): Promise<DeadLetterView[]> {
    return translateFaults(() => listLetters(this.writer.pool));
  }

  @HandleRpc(resolveDeadLetter)
  resolve({ id, action }: ResolveDeadLetter): Promise<DeadLetterView> {
    return translateFaults(() => resolveLetter(this.writer.pool, this.shards.all, id, action));
  }
}

/**
 * Processes an open letter again, by the floor that was stored with it, and moves its records in the ledger from dead to what
 * they turn out to be, in a transaction of the shard's own sequence: nothing is published again, so `received` stays.
 * A letter that still cannot be counted stays open; `discard` leaves its records in the ledger as dead for good.
 */
export async function resolveLetter(
  pool: Pool,
  shards: Shard[],
  id: string,
  action: 'replay' | 'discard',
): Promise<DeadLetterView> {
  const letter = await findOpen(pool, id);
  if (action === 'discard') return closeLetter(pool, letter, 'discarded');
  const shard = shards.find((one) => one.number === letter.shard);
  if (shard === undefined)
    throw conflict(`The shard ${letter.shard} of this dead letter is not projected by this process.`);
  return shard.enqueue(() => replay(pool, shard, letter));
}

async function replay(pool: Pool, shard: Shard, letter: DeadLetterRow): Promise<DeadLetterView> {
  const position = shard.position;
  if (position === undefined) throw conflict('The shard is loading; try again.');
  const judgedSlice = openSlice(sliceOf(letter), letter.slice);
  const watermark = { micros: position.watermark.micros, floorHour: letter.floor_hour };
  const message = {
    seq: Number(letter.seq),
    loggedAtMicros: Number(letter.logged_at_micros),
    watermark,
    slices: [judgedSlice],
  };
  if (letter.reason.startsWith(ENDS_PROCESS) && !(await survives(shard, position, letter)))
    throw conflict('The dead letter still cannot be counted: it ends the process that reads it.');
  const result = await shard.process([message]);
  // A record of it that takes too long keeps the letter open as a whole: its parts are not distinguished again.
  const poison = result.dead[0]?.batchSlice.poison;
  if (poison !== undefined) throw conflict(`The dead letter still cannot be counted: ${poison.detail}.`);
  const entry = result.ledger.at(0);
  if (entry === undefined) throw conflict('The organization of this dead letter is deleted.');
  await shard.commit({
    from: position,
    to: position,
    // The log's position of the letter was passed long ago: what is to be stored of it is kept with it.
    result: { ...result, ledger: [], marks: [] },
    also: async (client) => {
      await moveInLedger(client, letter, entry);
      await askToStore(client, letter, position.n + 1, result.marks[0]);
    },
  });
  return readLetter(pool, letter.id);
}

const ENDS_PROCESS: PoisonReason = 'ends_process';

/** Whether another process survives processing the letter. */
async function survives(shard: Shard, { keySeed }: ShardPosition, letter: DeadLetterRow): Promise<boolean> {
  const trial = new BatchTrial(shard.options);
  // By its own floor: what is late is not looked at closely.
  const watermark = { micros: 0, floorHour: letter.floor_hour };
  const data = encodeLogMessage([sliceOf(letter)]);
  const entry = { seq: Number(letter.seq), loggedAtMicros: Number(letter.logged_at_micros), data };
  try {
    return await trial.survives({ watermark, keySeed, poisonMarks: [] }, [entry]);
  } finally {
    trial.close();
  }
}
