import { Body, Controller, Delete, Get, Param, Post } from '@nestjs/common';
import { Bus } from '@spanwise/bus/bus';
import {
  CreateRelationship,
  createRelationship,
  deleteRelationship,
  listRelationships,
  RelationshipId,
  type RelationshipView,
} from '@spanwise/contracts/iam/policies';
import type { Versioned } from '@spanwise/contracts/iam/roles';
import { parse } from '@spanwise/contracts/authz/parse';
import { Empty } from '@spanwise/contracts/authz/rpc';
import { Access } from '../../edge/auth/access.js';
import type { Caller } from '../../edge/auth/authentication.js';
import { CurrentCaller } from '../../edge/auth/current-caller.js';
import { pathId } from '../../edge/auth/path-id.js';
import { Operation } from '../../edge/openapi/operation.js';

@Controller('api/v1/iam/relationships')
export class RelationshipsController {
  constructor(private readonly bus: Bus) {}

  @Access({ organization: 'iam.policies.read' })
  @Operation('Relationships', { summary: 'Relationships between subjects and resources' })
  @Get()
  list(@CurrentCaller() caller: Caller): Promise<RelationshipView[]> {
    return this.bus.rpc.call(listRelationships, new Empty(), caller.signed);
  }

  @Access({ organization: 'iam.policies.manage' })
  @Operation('ChangedRelationship', {
    summary: 'Create a relationship between a subject and a resource',
    description:
      'The role applies to the resource and its direct children. With a container it applies to the resource alone, while it is in that container.',
    body: CreateRelationship,
    refusals: {
      forbidden: 'The caller lacks one of the permissions of the role.',
      not_found: 'There is no such member or team.',
      conflict: 'The organization has 1000 relationships.',
    },
  })
  @Post()
  create(@Body() body: unknown, @CurrentCaller() caller: Caller): Promise<Versioned<RelationshipView>> {
    return this.bus.rpc.call(createRelationship, parse(CreateRelationship, body), caller.signed);
  }

  @Access({ organization: 'iam.policies.manage' })
  @Operation('UnboundRole', { summary: 'Delete a relationship', path: { id: 'Id of the relationship' } })
  @Delete(':id')
  delete(@Param('id') id: string, @CurrentCaller() caller: Caller): Promise<{ deleted: true; version: number }> {
    const relationship = pathId(RelationshipId, id, 'There is no such relationship.');
    return this.bus.rpc.call(deleteRelationship, relationship, caller.signed);
  }
}
