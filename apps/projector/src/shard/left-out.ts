/** A number of shards that is smaller than before strands what the others still hold: it would not be read again. */
import type { NatsConnection } from 'nats';
import type { Pool } from 'pg';
import { decodeLogMessage } from '@spanwise/contracts/log/log-message';
import { DELTA_PARTITIONS } from '@spanwise/contracts/log/projector';
import { DeltaFold } from '@spanwise/span-model/delta';
import { encodeDelta } from '@spanwise/span-model/delta-codec';
import { LogReader } from '../log/log-reader.js';
import { holdsDeltas, holdsUnstored, knownFrom } from './left-out.store.js';
import { loadPosition } from './shard-state.store.js';

/** Throws a sentence when a shard from `shards` on holds telemetry that is not counted, stored and applied (PROTO-34). */
export async function refuseLeftOut(pool: Pool, connection: NatsConnection, shards: number): Promise<void> {
  for (const shard of await knownFrom(pool, shards)) {
    const what = await remainderOf(pool, connection, shard);
    if (what === undefined) continue;
    throw new Error(
      `Shard ${shard} still holds ${what}, and SPANWISE_INGEST_SHARDS is ${shards}: start with at least ${shard + 1} until it is drained.`,
    );
  }
}

async function remainderOf(pool: Pool, connection: NatsConnection, shard: number): Promise<string | undefined> {
  if (await holdsUncounted(pool, connection, shard)) return 'messages that are not counted';
  if (await holdsUnstored(pool, shard)) return 'telemetry that is not stored';
  const silent = encodeDelta(new DeltaFold(), DELTA_PARTITIONS);
  return (await holdsDeltas(pool, shard, silent)) ? 'counts that apm has not taken' : undefined;
}

/** Messages of the services themselves have no slices: there are new ones each minute. */
async function holdsUncounted(pool: Pool, connection: NatsConnection, shard: number): Promise<boolean> {
  const position = await loadPosition(pool, shard);
  const reader = new LogReader(connection, await connection.jetstreamManager({ checkAPI: false }), shard);
  const state = await reader.stateIfThere();
  if (state === undefined) return false;
  const isKnown = await reader.continues(position);
  for (let seq = Math.max(state.first_seq, isKnown ? position.seq + 1 : 0); seq <= state.last_seq; seq++) {
    const message = await reader.messageAt(seq);
    if (message !== undefined && holdsSlices(message.data)) return true;
  }
  return false;
}

function holdsSlices(data: Uint8Array): boolean {
  try {
    return decodeLogMessage(data).length > 0;
  } catch {
    // Its organization is unknown: the projection makes a dead letter of it.
    return true;
  }
}
