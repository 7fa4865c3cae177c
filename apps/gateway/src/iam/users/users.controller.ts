import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post } from '@nestjs/common';
import { Bus } from '@spanwise/bus/bus';
import {
  approveUser,
  CreateUser,
  createUser,
  getUser,
  listUsers,
  rejectUser,
  removeUser,
  UpdateUser,
  updateUser,
  UserId,
  type UserView,
} from '@spanwise/contracts/iam/users';
import { parse } from '@spanwise/contracts/authz/parse';
import { Empty } from '@spanwise/contracts/authz/rpc';
import { Access, AnyContext } from '../../edge/auth/access.js';
import type { Caller } from '../../edge/auth/authentication.js';
import { CurrentCaller } from '../../edge/auth/current-caller.js';
import { pathId } from '../../edge/auth/path-id.js';
import { Operation, OperationWithoutAnswer } from '../../edge/openapi/operation.js';

const READ = { organization: 'org.members.read' };
const MANAGE = { organization: 'org.members.manage' };
const PATH = { id: 'Id of the user' };

export const userId = (id: string): UserId => pathId(UserId, id, 'There is no such user in this organization.');

/** The people of the organization. */
@Controller('api/v1/users')
export class UsersController {
  constructor(private readonly bus: Bus) {}

  @Access(READ)
  @Operation('Users', { summary: 'Members of the organization, by name' })
  @Get()
  list(@CurrentCaller() caller: Caller): Promise<UserView[]> {
    return this.bus.rpc.call(listUsers, new Empty(), caller.signed);
  }

  @Access(MANAGE)
  @Operation('User', {
    summary: 'Create an account and add it as a member',
    description:
      'The roles are those of `role_ids`, or `viewer`. The account is signed in to with this password. If the address already has an account, the response is the same: the new account is separate, and the owner of the other one is invited by e-mail to join instead; their name and password are unchanged.',
    body: CreateUser,
    refusals: { conflict: 'A member has the address already, or the organization is full.' },
  })
  @Post()
  create(@Body() body: unknown, @CurrentCaller() caller: Caller): Promise<UserView> {
    return this.bus.rpc.call(createUser, parse(CreateUser, body), caller.signed);
  }

  @AnyContext()
  @Operation('User', {
    summary: 'One member',
    description: 'The caller; any member with `org.members.read`.',
    path: PATH,
    refusals: { forbidden: 'The permission `org.members.read` is missing.' },
  })
  @Get(':id')
  get(@Param('id') id: string, @CurrentCaller() caller: Caller): Promise<UserView> {
    return this.bus.rpc.call(getUser, userId(id), caller.signed);
  }

  @AnyContext()
  @Operation('User', {
    summary: 'Update a member',
    description:
      'The caller; with `org.members.manage` any member whose permissions the caller has too. `disabled` applies to this organization and takes effect within a second.',
    path: PATH,
    body: UpdateUser,
    refusals: {
      forbidden: 'The permission is missing, or the account belongs to other organizations too.',
      conflict: 'The organization would be left without an owner.',
    },
  })
  @Patch(':id')
  update(@Param('id') id: string, @Body() body: unknown, @CurrentCaller() caller: Caller): Promise<UserView> {
    return this.bus.rpc.call(updateUser, { ...parse(UpdateUser, body), ...userId(id) }, caller.signed);
  }

  @Access(MANAGE)
  @OperationWithoutAnswer({
    summary: 'Remove a member',
    description: 'The account stays; its sessions and API tokens of this organization end.',
    path: PATH,
    refusals: { conflict: 'The organization would be left without an owner.' },
  })
  @Delete(':id')
  @HttpCode(204)
  async remove(@Param('id') id: string, @CurrentCaller() caller: Caller): Promise<void> {
    await this.bus.rpc.call(removeUser, userId(id), caller.signed);
  }

  @Access(MANAGE)
  @Operation('User', {
    summary: 'Approve a pending account',
    path: PATH,
    refusals: { conflict: 'The user does not wait for approval.' },
  })
  @Post(':id/approve')
  @HttpCode(200)
  approve(@Param('id') id: string, @CurrentCaller() caller: Caller): Promise<UserView> {
    return this.bus.rpc.call(approveUser, userId(id), caller.signed);
  }

  @Access(MANAGE)
  @Operation('User', {
    summary: 'Reject a pending account',
    path: PATH,
    refusals: { conflict: 'The user does not wait for approval.' },
  })
  @Post(':id/reject')
  @HttpCode(200)
  reject(@Param('id') id: string, @CurrentCaller() caller: Caller): Promise<UserView> {
    return this.bus.rpc.call(rejectUser, userId(id), caller.signed);
  }
}
