import { Controller } from '@nestjs/common';
import { HandleRpc, type ScopedCall } from '@spanwise/bus/rpc-handler';
import {
  createSemanticGroup,
  deleteSemanticGroup,
  importSemanticGroups,
  listSemanticGroups,
  readSemanticGroup,
  SemanticGroupBody,
  SemanticGroupId,
  SemanticGroupsImport,
  SetSemanticGroup,
  updateSemanticGroup,
  type SemanticGroupView,
} from '@spanwise/contracts/alerting/grouping';
import { Empty } from '@spanwise/contracts/authz/rpc';
import { SemanticGroups } from './semantic-groups.js';

@Controller()
export class SemanticGroupsController {
  constructor(private readonly groups: SemanticGroups) {}

  @HandleRpc(listSemanticGroups)
  list(_: Empty, { context }: ScopedCall): Promise<SemanticGroupView[]> {
    return this.groups.list(context.organization_id);
  }

  @HandleRpc(readSemanticGroup)
  read({ id }: SemanticGroupId, { context }: ScopedCall): Promise<SemanticGroupView> {
    return this.groups.read(context.organization_id, id);
  }

  @HandleRpc(createSemanticGroup)
  create(body: SemanticGroupBody, { context }: ScopedCall): Promise<SemanticGroupView> {
    return this.groups.create(context, body);
  }

  @HandleRpc(updateSemanticGroup)
  update({ id, body }: SetSemanticGroup, { context }: ScopedCall): Promise<SemanticGroupView> {
    return this.groups.update(context, id, body);
  }

  @HandleRpc(deleteSemanticGroup)
  delete({ id }: SemanticGroupId, { context }: ScopedCall): Promise<{ deleted: true }> {
    return this.groups.delete(context, id);
  }

  @HandleRpc(importSemanticGroups)
  import(body: SemanticGroupsImport, { context }: ScopedCall): Promise<{ imported: number }> {
    return this.groups.import(context, body);
  }
}
