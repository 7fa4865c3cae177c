import { Controller } from '@nestjs/common';
import { HandleRpc } from '@spanwise/bus/rpc-handler';
import {
  confirmDeletion,
  DoneDeletion,
  dueDeletions,
  DueDeletions,
  type DeletionOrder,
} from '@spanwise/contracts/iam/organization-deletions';
import { translateFaults } from '@spanwise/postgres/availability';
import { Scopes } from '../../db/scopes.js';
import { ordersDue } from './deletions.store.js';
import { Deletions } from './deletions.js';

/** For the services that have rows or files of organizations. */
@Controller()
export class DeletionsController {
  constructor(
    private readonly scopes: Scopes,
    private readonly deletions: Deletions,
  ) {}

  @HandleRpc(dueDeletions)
  due(asked: DueDeletions): Promise<DeletionOrder[]> {
    return translateFaults(() => this.scopes.in({}, (client) => ordersDue(client, asked)));
  }

  @HandleRpc(confirmDeletion)
  confirm(done: DoneDeletion): Promise<{ recorded: true }> {
    return translateFaults(() => this.deletions.record(done));
  }
}
