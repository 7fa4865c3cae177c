import { Body, Controller, Delete, Get, Param, Post, Put } from '@nestjs/common';
import { Bus } from '@spanwise/bus/bus';
import { parse } from '@spanwise/contracts/authz/parse';
import {
  createSavedView,
  deleteSavedView,
  listSavedViews,
  readSavedView,
  SAVED_VIEW_CREATE,
  SAVED_VIEW_DELETE,
  SAVED_VIEW_EDIT,
  SAVED_VIEW_READ,
  SavedViewBody,
  SavedViewId,
  updateSavedView,
  type SavedView,
} from '@spanwise/contracts/telemetry/saved-views';
import { Access } from '../../edge/auth/access.js';
import type { Caller } from '../../edge/auth/authentication.js';
import { CurrentCaller } from '../../edge/auth/current-caller.js';
import { HeldCalls, OpenToHeld } from '../../edge/auth/held-calls.js';
import { pathId } from '../../edge/auth/path-id.js';
import { Operation } from '../../edge/openapi/operation.js';

const PATH = { id: 'Id of the saved search' };
const viewId = (id: string): SavedViewId => pathId(SavedViewId, id, 'There is no such saved search.');

@Controller('api/v1/saved_views')
export class SavedViewsController {
  constructor(
    private readonly bus: Bus,
    private readonly held: HeldCalls,
  ) {}

  @Access(SAVED_VIEW_READ)
  @OpenToHeld(listSavedViews)
  @Operation('SavedViews', {
    summary: 'Saved searches of the organization, pinned first, then by name',
    description: 'Without the permission, those that the caller has a role on.',
  })
  @Get()
  list(@CurrentCaller() caller: Caller): Promise<SavedView[]> {
    return this.held.ofAll(listSavedViews, {}, caller);
  }

  @Access(SAVED_VIEW_CREATE)
  @Operation('SavedView', {
    summary: 'Create a saved search',
    body: SavedViewBody,
    refusals: { conflict: 'The organization keeps 1,000 saved searches already.' },
  })
  @Post()
  create(@Body() body: unknown, @CurrentCaller() caller: Caller): Promise<SavedView> {
    return this.bus.rpc.call(createSavedView, parse(SavedViewBody, body), caller.signed);
  }

  @Access(SAVED_VIEW_READ)
  @OpenToHeld(readSavedView)
  @Operation('SavedView', { summary: 'One saved search', path: PATH })
  @Get(':id')
  read(@Param('id') id: string, @CurrentCaller() caller: Caller): Promise<SavedView> {
    return this.held.byId(readSavedView, viewId(id), caller);
  }

  @Access(SAVED_VIEW_EDIT)
  @Operation('SavedView', {
    summary: 'Update a saved search',
    description: 'Replaces it: omitted members get their defaults. Existing shares are unchanged.',
    body: SavedViewBody,
    path: PATH,
  })
  @Put(':id')
  update(@Param('id') id: string, @Body() body: unknown, @CurrentCaller() caller: Caller): Promise<SavedView> {
    const change = { ...parse(SavedViewBody, body), ...viewId(id) };
    return this.bus.rpc.call(updateSavedView, change, caller.signed);
  }

  @Access(SAVED_VIEW_DELETE)
  @Operation('Deleted', {
    summary: 'Delete a saved search',
    description: 'Existing shares stop working.',
    path: PATH,
  })
  @Delete(':id')
  remove(@Param('id') id: string, @CurrentCaller() caller: Caller): Promise<{ deleted: true }> {
    return this.bus.rpc.call(deleteSavedView, viewId(id), caller.signed);
  }
}
