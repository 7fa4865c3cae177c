import { Controller } from '@nestjs/common';
import { HandleRpc, type ScopedCall } from '@spanwise/bus/rpc-handler';
import {
  BindingId,
  CreateRoleBinding,
  createRoleBinding,
  deleteRoleBinding,
  listRoleBindings,
  type RoleBindingView,
  type Versioned,
} from '@spanwise/contracts/iam/roles';
import { Empty } from '@spanwise/contracts/authz/rpc';
import { RoleBindings } from './role-bindings.js';

@Controller()
export class RoleBindingsController {
  constructor(private readonly roleBindings: RoleBindings) {}

  @HandleRpc(listRoleBindings)
  list(_: Empty, { context }: ScopedCall): Promise<RoleBindingView[]> {
    return this.roleBindings.list(context);
  }

  @HandleRpc(createRoleBinding)
  create(input: CreateRoleBinding, { context }: ScopedCall): Promise<Versioned<RoleBindingView>> {
    return this.roleBindings.create(input, context);
  }

  @HandleRpc(deleteRoleBinding)
  delete(input: BindingId, { context }: ScopedCall): Promise<{ deleted: true; version: number }> {
    return this.roleBindings.delete(input, context);
  }
}
