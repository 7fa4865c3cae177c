import { Body, Controller, Delete, Get, HttpCode, Param, Post } from '@nestjs/common';
import { Bus } from '@spanwise/bus/bus';
import {
  BindingId,
  CreateRoleBinding,
  createRoleBinding,
  deleteRoleBinding,
  EvaluateBatch,
  evaluateBatch,
  listRoleBindings,
  permissionCatalog,
  type PermissionCatalog,
  type RoleBindingView,
  type Versioned,
} from '@spanwise/contracts/iam/roles';
import type { Decision } from '@spanwise/contracts/authz/decisions';
import { parse } from '@spanwise/contracts/authz/parse';
import { Empty } from '@spanwise/contracts/authz/rpc';
import { Access, AnyContext } from '../../edge/auth/access.js';
import type { Caller } from '../../edge/auth/authentication.js';
import { CurrentCaller } from '../../edge/auth/current-caller.js';
import { pathId } from '../../edge/auth/path-id.js';
import { Operation } from '../../edge/openapi/operation.js';

@Controller('api/v1/iam')
export class PoliciesController {
  constructor(private readonly bus: Bus) {}

  @AnyContext()
  @Operation('PermissionCatalog', {
    summary: 'All permissions, and bundles of them',
    refusals: { forbidden: 'Both `iam.roles.read` and `iam.policies.read` are missing.' },
  })
  @Get('permissions')
  catalog(@CurrentCaller() caller: Caller): Promise<PermissionCatalog> {
    return this.bus.rpc.call(permissionCatalog, new Empty(), caller.signed);
  }

  @AnyContext()
  @Operation('Decisions', {
    summary: 'Evaluate permissions of the caller',
    description: 'One decision per request, in order; at most 100.',
    body: EvaluateBatch,
  })
  @Post('evaluate-batch')
  @HttpCode(200)
  evaluate(@Body() body: unknown, @CurrentCaller() caller: Caller): Promise<{ decisions: Decision[] }> {
    return this.bus.rpc.call(evaluateBatch, parse(EvaluateBatch, body), caller.signed);
  }

  @Access({ organization: 'iam.policies.read' })
  @Operation('RoleBindings', { summary: 'Role bindings on resources' })
  @Get('role-bindings')
  bindings(@CurrentCaller() caller: Caller): Promise<RoleBindingView[]> {
    return this.bus.rpc.call(listRoleBindings, new Empty(), caller.signed);
  }

  @Access({ organization: 'iam.policies.manage' })
  @Operation('BoundRole', {
    summary: 'Bind a role on a resource to a member, a team or all members',
    body: CreateRoleBinding,
    refusals: {
      forbidden: 'The caller lacks one of the permissions of the role.',
      not_found: 'There is no such member or team.',
      conflict: 'The organization has 1000 role bindings.',
    },
  })
  @Post('role-bindings')
  bind(@Body() body: unknown, @CurrentCaller() caller: Caller): Promise<Versioned<RoleBindingView>> {
    return this.bus.rpc.call(createRoleBinding, parse(CreateRoleBinding, body), caller.signed);
  }

  @Access({ organization: 'iam.policies.manage' })
  @Operation('UnboundRole', { summary: 'Delete a role binding', path: { id: 'Id of the binding' } })
  @Delete('role-bindings/:id')
  unbind(@Param('id') id: string, @CurrentCaller() caller: Caller): Promise<{ deleted: true; version: number }> {
    const binding = pathId(BindingId, id, 'There is no such role binding.');
    return this.bus.rpc.call(deleteRoleBinding, binding, caller.signed);
  }
}
