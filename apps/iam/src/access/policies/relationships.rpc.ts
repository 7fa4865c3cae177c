import { Controller } from '@nestjs/common';
import { HandleRpc, type ScopedCall } from '@spanwise/bus/rpc-handler';
import {
  CreateRelationship,
  createRelationship,
  deleteRelationship,
  listRelationships,
  RelationshipId,
  type RelationshipView,
} from '@spanwise/contracts/iam/policies';
import type { Versioned } from '@spanwise/contracts/iam/roles';
import { Empty } from '@spanwise/contracts/authz/rpc';
import { Relationships } from './relationships.js';

@Controller()
export class RelationshipsController {
  constructor(private readonly relationships: Relationships) {}

  @HandleRpc(listRelationships)
  list(_: Empty, { context }: ScopedCall): Promise<RelationshipView[]> {
    return this.relationships.list(context);
  }

  @HandleRpc(createRelationship)
  create(input: CreateRelationship, { context }: ScopedCall): Promise<Versioned<RelationshipView>> {
    return this.relationships.create(input, context);
  }

  @HandleRpc(deleteRelationship)
  delete(input: RelationshipId, { context }: ScopedCall): Promise<{ deleted: true; version: number }> {
    return this.relationships.delete(input, context);
  }
}
