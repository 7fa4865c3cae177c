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
} from '@spanwise/contracts/iam/profile';
import { parse } from '@spanwise/contracts/authz/parse';
import { Empty } from '@spanwise/contracts/authz/rpc';
import { Access, AnyContext } from '../../edge/auth/access.js';
import type { Caller } from '../../edge/auth/authentication.js';
import { CurrentCaller } from '../../edge/auth/current-caller.js';
import { pathId } from '../../edge/auth/path-id.js';
import { Operation } from '../../edge/openapi/operation.js';

/** The caller's own account. */
@Controller('api/v1')
export class ProfileController {
  constructor(private readonly bus: Bus) {}

  @AnyContext()
  @Operation('Profile', { summary: 'The caller’s profile' })
  @Get('me/profile')
  profile(@CurrentCaller() caller: Caller): Promise<Profile> {
    return this.bus.rpc.call(profile, new Empty(), caller.signed);
  }

  @AnyContext()
  @Operation('Profile', {
    summary: 'Update the caller’s profile',
    description: 'Omitted members are unchanged; an empty avatar_url clears it.',
    body: UpdateProfile,
    refusals: { forbidden: 'An API token changes no account.' },
  })
  @Put('me/profile')
  update(@Body() body: unknown, @CurrentCaller() caller: Caller): Promise<Profile> {
    return this.bus.rpc.call(updateProfile, parse(UpdateProfile, body), caller.signed);
  }

  @AnyContext()
  @Operation('Preferences', {
    summary: 'The caller’s preferences',
    description: 'Those of the organization, or the product’s, while the caller has none.',
  })
  @Get('me/preferences')
  preferences(@CurrentCaller() caller: Caller): Promise<Preferences> {
    return this.bus.rpc.call(preferences, new Empty(), caller.signed);
  }

  @AnyContext()
  @Operation('Preferences', {
    summary: 'Set the caller’s preferences',
    description: 'Omitted members get their defaults.',
    body: Preferences,
    refusals: { forbidden: 'An API token changes no account.' },
  })
  @Put('me/preferences')
  updatePreferences(@Body() body: unknown, @CurrentCaller() caller: Caller): Promise<Preferences> {
    return this.bus.rpc.call(updatePreferences, parse(Preferences, body), caller.signed);
  }

  @AnyContext()
  @Operation('PasswordChanged', {
    summary: 'Change the caller’s password',
    description: 'Ends every other session of the caller.',
    body: ChangePassword,
    refusals: { forbidden: 'An API token changes no account.', resource_exhausted: 'Too many attempts.' },
  })
  @Post('me/password')
  @HttpCode(200)
  changePassword(@Body() body: unknown, @CurrentCaller() caller: Caller): Promise<{ changed: true }> {
    return this.bus.rpc.call(changePassword, parse(ChangePassword, body), caller.signed);
  }

  @AnyContext()
  @Operation('Sessions', {
    summary: 'The caller’s sessions',
    description: 'The session of this call comes first.',
    refusals: { forbidden: 'An API token has no sessions.' },
  })
  @Get('me/sessions')
  sessions(@CurrentCaller() caller: Caller): Promise<SessionView[]> {
    return this.bus.rpc.call(listSessions, new Empty(), caller.signed);
  }

  @AnyContext()
  @Operation('Revoked', {
    summary: 'Revoke one of the caller’s sessions',
    path: { id: 'Id of the session' },
    refusals: { forbidden: 'An API token has no sessions.' },
  })
  @Delete('me/sessions/:id')
  revokeSession(@Param('id') id: string, @CurrentCaller() caller: Caller): Promise<{ revoked: true }> {
    return this.bus.rpc.call(revokeSession, pathId(SessionId, id, 'There is no such session.'), caller.signed);
  }

  @Access({ organization: 'org.settings.read' })
  @Operation('Preferences', { summary: 'Default preferences of members' })
  @Get('workspace/preferences')
  workspacePreferences(@CurrentCaller() caller: Caller): Promise<Preferences> {
    return this.bus.rpc.call(workspacePreferences, new Empty(), caller.signed);
  }

  @Access({ organization: 'org.settings.manage' })
  @Operation('Preferences', {
    summary: 'Set the default preferences of members',
    body: Preferences,
  })
  @Put('workspace/preferences')
  updateWorkspacePreferences(@Body() body: unknown, @CurrentCaller() caller: Caller): Promise<Preferences> {
    return this.bus.rpc.call(updateWorkspacePreferences, parse(Preferences, body), caller.signed);
  }
}
