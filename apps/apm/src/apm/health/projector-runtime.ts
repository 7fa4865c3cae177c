import { Inject, Injectable } from '@nestjs/common';
import { Bus } from '@spanwise/bus/bus';
import { ServiceError } from '@spanwise/contracts/base/errors';
import { projectorStatus, type ShardStatus } from '@spanwise/contracts/log/projector';
import { Empty } from '@spanwise/contracts/authz/rpc';

/** What the projector says of itself; `reason` when it does not answer. */
export interface ProjectorAnswer {
  shards: ShardStatus[];
  reason?: string;
}

@Injectable()
export class ProjectorRuntime {
  constructor(@Inject(Bus) private readonly bus: Pick<Bus, 'rpc'>) {}

  /** Never fails: a projector that is away is what the caller wants to know. */
  async ask(): Promise<ProjectorAnswer> {
    try {
      return await this.bus.rpc.call(projectorStatus, new Empty());
    } catch (error) {
      const reason = error instanceof ServiceError ? error.message : 'The projector service did not answer.';
      return { shards: [], reason };
    }
  }
}
