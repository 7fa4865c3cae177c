import { Controller } from '@nestjs/common';
import { HandleRpc, type ScopedCall } from '@spanwise/bus/rpc-handler';
import {
  createSavedView,
  deleteSavedView,
  listSavedViews,
  readSavedView,
  updateSavedView,
  type SavedView,
  type SavedViewBody,
  type SavedViewId,
  type SavedViewsAsked,
  type UpdateSavedView,
} from '@spanwise/contracts/telemetry/saved-views';
import { SavedViews } from './saved-views.js';

@Controller()
export class SavedViewsController {
  constructor(private readonly views: SavedViews) {}

  @HandleRpc(listSavedViews)
  list(asked: SavedViewsAsked, { context }: ScopedCall): Promise<SavedView[]> {
    return this.views.list(asked, context);
  }

  @HandleRpc(readSavedView)
  read(asked: SavedViewId, { context }: ScopedCall): Promise<SavedView> {
    return this.views.read(asked, context);
  }

  @HandleRpc(createSavedView)
  create(input: SavedViewBody, { context }: ScopedCall): Promise<SavedView> {
    return this.views.create(input, context);
  }

  @HandleRpc(updateSavedView)
  update(input: UpdateSavedView, { context }: ScopedCall): Promise<SavedView> {
    return this.views.update(input, context);
  }

  @HandleRpc(deleteSavedView)
  remove(asked: SavedViewId, { context }: ScopedCall): Promise<{ deleted: true }> {
    return this.views.remove(asked, context);
  }
}
