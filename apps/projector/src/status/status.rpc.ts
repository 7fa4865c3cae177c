import { Controller } from '@nestjs/common';
import { HandleRpc } from '@spanwise/bus/rpc-handler';
import { projectorStatus, type ProjectorStatus } from '@spanwise/contracts/log/projector';
import { Empty } from '@spanwise/contracts/authz/rpc';
import { ShardStatuses } from './shard-statuses.js';

@Controller()
export class StatusController {
  constructor(private readonly statuses: ShardStatuses) {}

  @HandleRpc(projectorStatus)
  status(_: Empty): Promise<ProjectorStatus> {
    return this.statuses.read();
  }
}
