import { Controller } from '@nestjs/common';
import { HandleBytesRpc, type BytesReply } from '@spanwise/bus/rpc-handler';
import { fetchDeltas, type DeltasHead, type FetchDeltas } from '@spanwise/contracts/log/projector';
import { translateFaults } from '@spanwise/postgres/availability';
import { WriterPool } from '../writer-pool.js';
import { fetchOutbox } from './outbox.store.js';

@Controller()
export class Deltas {
  constructor(private readonly writer: WriterPool) {}

  @HandleBytesRpc(fetchDeltas)
  fetch(asked: FetchDeltas): Promise<BytesReply<DeltasHead>> {
    return translateFaults(() => fetchOutbox(this.writer.pool, asked));
  }
}
