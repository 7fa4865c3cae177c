/** How far what an organization has sent can be read (QUERY-15, ADR 0031). */
import { setTimeout as sleep } from 'node:timers/promises';
import { Controller } from '@nestjs/common';
import { Bus } from '@spanwise/bus/bus';
import { HandleRpc } from '@spanwise/bus/rpc-handler';
import {
  readStoredState,
  type ReadStoredState,
  type ShardAsked,
  type ShardStored,
  type StoredState,
} from '@spanwise/contracts/log/stored-state';
import { translateFaults } from '@spanwise/postgres/availability';
import { LogReader } from '../log/log-reader.js';
import { ReaderPool } from '../reader-pool.js';
import { lookAtStored, type ShardLook, type ShardSpan } from './stored-state.store.js';

/** What was acknowledged a moment ago is processed in a moment: only then it is known whose it is and when it is of. */
const COMMITTED_WITHIN_MS = 500;
const LOOK_MS = 50;

@Controller()
export class StoredStates {
  private readonly logs = new Map<number, Promise<LogReader>>();

  constructor(
    private readonly reader: ReaderPool,
    private readonly bus: Bus,
  ) {}

  @HandleRpc(readStoredState)
  read(asked: ReadStoredState): Promise<StoredState> {
    return translateFaults(() => this.storedIn(asked));
  }

  private async storedIn({ organization_id: organizationId, shards }: ReadStoredState): Promise<StoredState> {
    const spans = await Promise.all(shards.map((asked) => this.spanOf(asked)));
    const startedMs = performance.now();
    let looks = await lookAtStored(this.reader.pool, organizationId, spans);
    while (looks.some(({ isCommitted }) => !isCommitted) && performance.now() - startedMs < COMMITTED_WITHIN_MS) {
      await sleep(LOOK_MS);
      looks = await lookAtStored(this.reader.pool, organizationId, spans);
    }
    return { shards: looks.map(storedOf) };
  }

  private async spanOf({ shard, entered, epoch, seq, manifest }: ShardAsked): Promise<ShardSpan> {
    return {
      shard,
      entered,
      ...(manifest !== undefined && { manifest }),
      ...(epoch !== undefined && { epoch }),
      seq: seq ?? (await this.endOf(shard)),
    };
  }

  /** Where nothing was ever acknowledged there may be no log. */
  private async endOf(shard: number): Promise<number> {
    const log = await this.logOf(shard);
    return (await log.stateIfThere())?.last_seq ?? 0;
  }

  private logOf(shard: number): Promise<LogReader> {
    let log = this.logs.get(shard);
    if (log === undefined) {
      log = this.bus.connection
        .jetstreamManager({ checkAPI: false })
        .then((manager) => new LogReader(this.bus.connection, manager, shard));
      this.logs.set(shard, log);
      log.catch(() => this.logs.delete(shard));
    }
    return log;
  }
}

const storedOf = ({ shard, epoch, seq, isStored, manifest, notStored }: ShardLook): ShardStored => ({
  shard,
  epoch,
  seq,
  ...(isStored && { manifest }),
  notStored,
});
