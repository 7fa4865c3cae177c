import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post } from '@nestjs/common';
import { Bus } from '@spanwise/bus/bus';
import {
  CreateRole,
  createRole,
  deleteRole,
  listRoles,
  RoleId,
  UpdateRole,
  updateRole,
  type RoleView,
} from '@spanwise/contracts/iam/roles';
import { parse } from '@spanwise/contracts/authz/parse';
import { Empty } from '@spanwise/contracts/authz/rpc';
import { Access } from '../../edge/auth/access.js';
import type { Caller } from '../../edge/auth/authentication.js';
import { CurrentCaller } from '../../edge/auth/current-caller.js';
import { pathId } from '../../edge/auth/path-id.js';
import { Operation } from '../../edge/openapi/operation.js';

const MANAGE = { organization: 'iam.roles.manage' };
const PATH = { id: 'Id of the role' };

const roleId = (id: string): RoleId => pathId(RoleId, id, 'There is no such role.');

@Controller('api/v1/roles')
export class RolesController {
  constructor(private readonly bus: Bus) {}

  @Access({ organization: 'iam.roles.read' })
  @Operation('Roles', { summary: 'Built-in and custom roles, with the number of assignments' })
  @Get()
  list(@CurrentCaller() caller: Caller): Promise<RoleView[]> {
    return this.bus.rpc.call(listRoles, new Empty(), caller.signed);
  }

  @Access(MANAGE)
  @Operation('Role', {
    summary: 'Create a role',
    body: CreateRole,
    refusals: {
      forbidden: 'The caller lacks one of the permissions.',
      conflict: 'The key is taken, or the organization has 1000 roles.',
    },
  })
  @Post()
  @HttpCode(200)
  create(@Body() body: unknown, @CurrentCaller() caller: Caller): Promise<RoleView> {
    return this.bus.rpc.call(createRole, parse(CreateRole, body), caller.signed);
  }

  @Access(MANAGE)
  @Operation('Role', {
    summary: 'Update a role',
    description: 'Takes effect within a second.',
    path: PATH,
    body: UpdateRole,
    refusals: { forbidden: 'The role is built in, or the caller lacks one of its permissions.' },
  })
  @Patch(':id')
  update(@Param('id') id: string, @Body() body: unknown, @CurrentCaller() caller: Caller): Promise<RoleView> {
    return this.bus.rpc.call(updateRole, { ...parse(UpdateRole, body), ...roleId(id) }, caller.signed);
  }

  @Access(MANAGE)
  @Operation('Deleted', {
    summary: 'Delete a role',
    path: PATH,
    refusals: { forbidden: 'The role is built in.', conflict: 'The role is in use.' },
  })
  @Delete(':id')
  delete(@Param('id') id: string, @CurrentCaller() caller: Caller): Promise<{ deleted: true }> {
    return this.bus.rpc.call(deleteRole, roleId(id), caller.signed);
  }
}
