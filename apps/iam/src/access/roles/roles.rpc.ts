import { Controller } from '@nestjs/common';
import { HandleRpc, type ScopedCall } from '@spanwise/bus/rpc-handler';
import {
  CreateRole,
  createRole,
  deleteRole,
  listRoles,
  RoleId,
  UpdateRoleById,
  updateRole,
  type RoleView,
} from '@spanwise/contracts/iam/roles';
import { Empty } from '@spanwise/contracts/authz/rpc';
import { Roles } from './roles.js';

@Controller()
export class RolesController {
  constructor(private readonly roles: Roles) {}

  @HandleRpc(listRoles)
  list(_: Empty, { context }: ScopedCall): Promise<RoleView[]> {
    return this.roles.list(context);
  }

  @HandleRpc(createRole)
  create(input: CreateRole, { context }: ScopedCall): Promise<RoleView> {
    return this.roles.create(input, context);
  }

  @HandleRpc(updateRole)
  update(input: UpdateRoleById, { context }: ScopedCall): Promise<RoleView> {
    return this.roles.update(input, context);
  }

  @HandleRpc(deleteRole)
  delete(input: RoleId, { context }: ScopedCall): Promise<{ deleted: true }> {
    return this.roles.delete(input, context);
  }
}
