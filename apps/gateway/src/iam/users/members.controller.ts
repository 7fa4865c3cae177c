import { Body, Controller, Delete, HttpCode, Param, Post } from '@nestjs/common';
import { Bus } from '@spanwise/bus/bus';
import { forbidden } from '@spanwise/contracts/base/errors';
import { removeUser, SetMemberRoles, setMemberRoles } from '@spanwise/contracts/iam/users';
import { parse } from '@spanwise/contracts/authz/parse';
import { Access } from '../../edge/auth/access.js';
import type { Caller } from '../../edge/auth/authentication.js';
import { CurrentCaller } from '../../edge/auth/current-caller.js';
import { OperationWithoutAnswer } from '../../edge/openapi/operation.js';
import { userId } from './users.controller.js';

const MANAGE = { organization: 'org.members.manage' };
const ORGANIZATION = 'Id of the active organization';

@Access(MANAGE)
@Controller('api/v1/orgs/:id/members')
export class MembersController {
  constructor(private readonly bus: Bus) {}

  @OperationWithoutAnswer({
    summary: 'Set the roles of a member',
    description: 'Replaces the roles; takes effect within a second.',
    path: { id: ORGANIZATION },
    body: SetMemberRoles,
    refusals: { conflict: 'The organization would be left without an owner.', not_found: 'There is no such member.' },
  })
  @Post()
  @HttpCode(204)
  async set(@Param('id') id: string, @Body() body: unknown, @CurrentCaller() caller: Caller): Promise<void> {
    requireActive(id, caller);
    await this.bus.rpc.call(setMemberRoles, parse(SetMemberRoles, body), caller.signed);
  }

  @OperationWithoutAnswer({
    summary: 'Remove a member',
    path: { id: ORGANIZATION, user_id: 'Id of the user' },
    refusals: { conflict: 'The organization would be left without an owner.' },
  })
  @Delete(':user_id')
  @HttpCode(204)
  async remove(
    @Param('id') id: string,
    @Param('user_id') user: string,
    @CurrentCaller() caller: Caller,
  ): Promise<void> {
    requireActive(id, caller);
    await this.bus.rpc.call(removeUser, userId(user), caller.signed);
  }
}

/** The path only says again what the credential says: another organization is refused, whether it exists or not. */
function requireActive(organizationId: string, caller: Caller): void {
  if (organizationId !== caller.context.organization_id) throw forbidden('This is not the active organization.');
}
