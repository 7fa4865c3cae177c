import { Controller } from '@nestjs/common';
import { HandleRpc, type ScopedCall } from '@spanwise/bus/rpc-handler';
import {
  approveUser,
  rejectUser,
  removeUser,
  SetMemberRoles,
  setMemberRoles,
  UserId,
  type UserView,
} from '@spanwise/contracts/iam/users';
import { Members } from './members.js';

@Controller()
export class MembersController {
  constructor(private readonly members: Members) {}

  @HandleRpc(setMemberRoles)
  setRoles(input: SetMemberRoles, { context }: ScopedCall): Promise<{ changed: true }> {
    return this.members.setRoles(input, context);
  }

  @HandleRpc(removeUser)
  remove(input: UserId, { context }: ScopedCall): Promise<{ removed: true }> {
    return this.members.remove(input, context);
  }

  @HandleRpc(approveUser)
  approve(input: UserId, { context }: ScopedCall): Promise<UserView> {
    return this.members.approve(input, context);
  }

  @HandleRpc(rejectUser)
  reject(input: UserId, { context }: ScopedCall): Promise<UserView> {
    return this.members.reject(input, context);
  }
}
