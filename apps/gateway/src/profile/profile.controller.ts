import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put } from '@nestjs/common';
import { Bus } from '@spanwise/bus/bus';
import {
  ChangePassword,
  changePassword,
  listSessions,
  Preferences,
  preferences,
  profile,
  revokeSession,
  SessionId,
  UpdateProfile,
  updatePreferences,
  updateProfile,
  updateWorkspacePreferences,
  workspacePreferences,
  type Profile,
  type SessionView,
} from '@spanwise/contracts/iam-profile';
import { parse } from '@spanwise/contracts/parse';
import { Empty } from '@spanwise/contracts/rpc';
import { Access, AnyContext } from '../auth/access.js';
import type { Caller } from '../auth/authentication.js';
import { CurrentCaller } from '../auth/current-caller.js';
import { pathId } from '../auth/path-id.js';
import { Operation } from '../openapi/operation.js';

/** The caller's own account (peer facts 2.5). */
@Controller('api/v1')
export class ProfileController {
  constructor(private readonly bus: Bus) {}

  @AnyContext()
  @Operation('Profile', { summary: 'The own profile' })
  @Get('me/profile')
  profile(@CurrentCaller() caller: Caller): Promise<Profile> {
    return this.bus.rpc.call(profile, new Empty(), caller.signed);
  }

  @AnyContext()
  @Operation('Profile', { summary: 'Change the own profile', body: UpdateProfile })
  @Put('me/profile')
  update(@Body() body: unknown, @CurrentCaller() caller: Caller): Promise<Profile> {
    return this.bus.rpc.call(updateProfile, parse(UpdateProfile, body), caller.signed);
  }

  @AnyContext()
  @Operation('Preferences', { summary: 'The own preferences' })
  @Get('me/preferences')
  preferences(@CurrentCaller() caller: Caller): Promise<Preferences> {
    return this.bus.rpc.call(preferences, new Empty(), caller.signed);
  }

  @AnyContext()
  @Operation('Preferences', { summary: 'Replace the own preferences', body: Preferences })
  @Put('me/preferences')
  updatePreferences(@Body() body: unknown, @CurrentCaller() caller: Caller): Promise<Preferences> {
    return this.bus.rpc.call(updatePreferences, parse(Preferences, body), caller.signed);
  }

  @AnyContext()
  @Operation('PasswordChanged', {
    summary: 'Change the own password',
    description: 'Ends every other session of the caller.',
    body: ChangePassword,
    refusals: { unauthorized: 'The current password is wrong.', resource_exhausted: 'Too many attempts.' },
  })
  @Post('me/password')
  @HttpCode(200)
  changePassword(@Body() body: unknown, @CurrentCaller() caller: Caller): Promise<{ changed: true }> {
    return this.bus.rpc.call(changePassword, parse(ChangePassword, body), caller.signed);
  }

  @AnyContext()
  @Operation('Sessions', { summary: 'The own sessions' })
  @Get('me/sessions')
  sessions(@CurrentCaller() caller: Caller): Promise<SessionView[]> {
    return this.bus.rpc.call(listSessions, new Empty(), caller.signed);
  }

  @AnyContext()
  @Operation('Revoked', { summary: 'End a session of the caller', path: { id: 'Id of the session' } })
  @Delete('me/sessions/:id')
  revokeSession(@Param('id') id: string, @CurrentCaller() caller: Caller): Promise<{ revoked: true }> {
    return this.bus.rpc.call(revokeSession, pathId(SessionId, id, 'There is no such session.'), caller.signed);
  }

  @Access({ organization: 'org.settings.read' })
  @Operation('Preferences', { summary: 'Preferences of the organization' })
  @Get('workspace/preferences')
  workspacePreferences(@CurrentCaller() caller: Caller): Promise<Preferences> {
    return this.bus.rpc.call(workspacePreferences, new Empty(), caller.signed);
  }

  @Access({ organization: 'org.settings.manage' })
  @Operation('Preferences', { summary: 'Replace the preferences of the organization', body: Preferences })
  @Put('workspace/preferences')
  updateWorkspacePreferences(@Body() body: unknown, @CurrentCaller() caller: Caller): Promise<Preferences> {
    return this.bus.rpc.call(updateWorkspacePreferences, parse(Preferences, body), caller.signed);
  }
}
