import { Controller } from '@nestjs/common';
import { HandleRpc, type ScopedCall } from '@spanwise/bus/rpc-handler';
import {
  CreateUser,
  createUser,
  getUser,
  listUsers,
  UpdateUserById,
  updateUser,
  UserId,
  type UserView,
} from '@spanwise/contracts/iam/users';
import { Empty } from '@spanwise/contracts/authz/rpc';
import { Users } from './users.js';

@Controller()
export class UsersController {
  constructor(private readonly users: Users) {}

  @HandleRpc(listUsers)
  list(_: Empty, { context }: ScopedCall): Promise<UserView[]> {
    return this.users.list(context);
  }

  @HandleRpc(getUser)
  get(input: UserId, { context }: ScopedCall): Promise<UserView> {
    return this.users.get(input, context);
  }

  @HandleRpc(createUser)
  create(input: CreateUser, { context }: ScopedCall): Promise<UserView> {
    return this.users.create(input, context);
  }

  @HandleRpc(updateUser)
  update(input: UpdateUserById, { context }: ScopedCall): Promise<UserView> {
    return this.users.update(input, context);
  }
}
