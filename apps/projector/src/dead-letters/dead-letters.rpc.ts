import { Controller } from '@nestjs/common';
import { HandleRpc } from '@spanwise/bus/rpc-handler';
import { Empty } from '@spanwise/contracts/authz/rpc';
import {
  listDeadLetters,
  ResolveDeadLetter,
  resolveDeadLetter,
  type DeadLetterView,
} from '@spanwise/contracts/log/projector';
import { translateFaults } from '@spanwise/postgres/availability';
import { Shards } from '../shard/shards.js';
import { WriterPool } from '../writer-pool.js';
import { resolveLetter } from './dead-letters.js';
import { listLetters } from './dead-letters.store.js';

@Controller()
export class DeadLettersController {
  constructor(
    private readonly writer: WriterPool,
    private readonly shards: Shards,
  ) {}

  @HandleRpc(listDeadLetters)
  list(_: Empty): Promise<DeadLetterView[]> {
    return translateFaults(() => listLetters(this.writer.pool));
  }

  @HandleRpc(resolveDeadLetter)
  resolve(input: ResolveDeadLetter): Promise<DeadLetterView> {
    return translateFaults(() => resolveLetter(this.writer.pool, this.shards.all, input.id, input.action));
  }
}
