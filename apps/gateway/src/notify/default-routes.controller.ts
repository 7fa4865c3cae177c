import { Body, Controller, Delete, Get, HttpCode, Param, Put } from '@nestjs/common';
import { Bus } from '@spanwise/bus/bus';
import { CHANNELS_MANAGE, CHANNELS_READ } from '@spanwise/contracts/notify/notify';
import { notFound } from '@spanwise/contracts/base/errors';
import {
  DefaultsOf,
  DefaultsOfCategory,
  deleteDefaults,
  listDefaults,
  readDefaults,
  SetDefaultRoutes,
  setDefaults,
  type DefaultRoutesView,
} from '@spanwise/contracts/notify/routing';
import { parse } from '@spanwise/contracts/authz/parse';
import { Access } from '../edge/auth/access.js';
import type { Caller } from '../edge/auth/authentication.js';
import { CurrentCaller } from '../edge/auth/current-caller.js';
import { Operation, OperationWithoutAnswer } from '../edge/openapi/operation.js';

const CATEGORY = { category: 'alert, oncall, escalation, report, security or system' };
const TEAM = { team_id: 'Id of the team' };

/** Where notifications go when no recipient can be reached (DELIVERY-23). */
@Controller('api/v1/notify')
export class DefaultRoutesController {
  constructor(private readonly bus: Bus) {}

  @Access(CHANNELS_READ)
  @Operation('DefaultRoutesList', { summary: 'Default routes of the organization' })
  @Get('organization-defaults')
  list(@CurrentCaller() caller: Caller): Promise<DefaultRoutesView[]> {
    return this.bus.rpc.call(listDefaults, new DefaultsOf(), caller.signed);
  }

  @Access(CHANNELS_READ)
  @Operation('DefaultRoutes', { summary: 'Default routes of the organization for a category', path: CATEGORY })
  @Get('organization-defaults/:category')
  read(@Param() path: object, @CurrentCaller() caller: Caller): Promise<DefaultRoutesView> {
    return this.bus.rpc.call(readDefaults, ofCategory(path), caller.signed);
  }

  @Access(CHANNELS_MANAGE)
  @Operation('DefaultRoutes', {
    summary: 'Set the default routes of the organization for a category',
    path: CATEGORY,
    body: SetDefaultRoutes,
  })
  @Put('organization-defaults/:category')
  set(@Param() path: object, @Body() body: unknown, @CurrentCaller() caller: Caller): Promise<DefaultRoutesView> {
    return this.write(path, body, caller);
  }

  @Access(CHANNELS_MANAGE)
  @OperationWithoutAnswer({ summary: 'Delete the default routes of the organization for a category', path: CATEGORY })
  @Delete('organization-defaults/:category')
  @HttpCode(204)
  async delete(@Param() path: object, @CurrentCaller() caller: Caller): Promise<void> {
    await this.bus.rpc.call(deleteDefaults, ofCategory(path), caller.signed);
  }

  @Access(CHANNELS_READ)
  @Operation('DefaultRoutesList', { summary: 'Default routes of a team', path: TEAM })
  @Get('team-defaults/:team_id')
  listOfTeam(@Param() path: object, @CurrentCaller() caller: Caller): Promise<DefaultRoutesView[]> {
    return this.bus.rpc.call(listDefaults, ofTeam(path), caller.signed);
  }

  @Access(CHANNELS_READ)
  @Operation('DefaultRoutes', { summary: 'Default routes of a team for a category', path: { ...TEAM, ...CATEGORY } })
  @Get('team-defaults/:team_id/:category')
  readOfTeam(@Param() path: object, @CurrentCaller() caller: Caller): Promise<DefaultRoutesView> {
    return this.bus.rpc.call(readDefaults, { ...ofCategory(path), ...ofTeam(path) }, caller.signed);
  }

  @Access(CHANNELS_MANAGE)
  @Operation('DefaultRoutes', {
    summary: 'Set the default routes of a team for a category',
    path: { ...TEAM, ...CATEGORY },
    body: SetDefaultRoutes,
  })
  @Put('team-defaults/:team_id/:category')
  setOfTeam(@Param() path: object, @Body() body: unknown, @CurrentCaller() caller: Caller): Promise<DefaultRoutesView> {
    return this.write(path, body, caller, ofTeam(path));
  }

  @Access(CHANNELS_MANAGE)
  @OperationWithoutAnswer({
    summary: 'Delete the default routes of a team for a category',
    path: { ...TEAM, ...CATEGORY },
  })
  @Delete('team-defaults/:team_id/:category')
  @HttpCode(204)
  async deleteOfTeam(@Param() path: object, @CurrentCaller() caller: Caller): Promise<void> {
    await this.bus.rpc.call(deleteDefaults, { ...ofCategory(path), ...ofTeam(path) }, caller.signed);
  }

  private write(path: object, body: unknown, caller: Caller, owner: DefaultsOf = {}): Promise<DefaultRoutesView> {
    const input = { ...ofCategory(path), ...owner, body: parse(SetDefaultRoutes, body) };
    return this.bus.rpc.call(setDefaults, input, caller.signed);
  }
}

/** An unknown category is 400: the categories are a closed list. */
function ofCategory(path: object): DefaultsOfCategory {
  return parse(DefaultsOfCategory, { category: (path as DefaultsOfCategory).category });
}

function ofTeam(path: object): DefaultsOf {
  try {
    return parse(DefaultsOf, { team_id: (path as DefaultsOf).team_id });
  } catch {
    throw notFound('There is no such team.');
  }
}
