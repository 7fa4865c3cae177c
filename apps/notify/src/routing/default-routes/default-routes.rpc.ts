import { Controller } from '@nestjs/common';
import { HandleRpc, type ScopedCall } from '@spanwise/bus/rpc-handler';
import {
  DefaultsOf,
  DefaultsOfCategory,
  deleteDefaults,
  listDefaults,
  readDefaults,
  setDefaults,
  SetDefaultsOf,
  type DefaultRoutesView,
} from '@spanwise/contracts/notify/routing';
import { DefaultRoutes } from './default-routes.js';

@Controller()
export class DefaultRoutesController {
  constructor(private readonly defaults: DefaultRoutes) {}

  @HandleRpc(listDefaults)
  list({ team_id }: DefaultsOf, { context }: ScopedCall): Promise<DefaultRoutesView[]> {
    return this.defaults.list(context.organization_id, team_id);
  }

  @HandleRpc(readDefaults)
  read({ team_id, category }: DefaultsOfCategory, { context }: ScopedCall): Promise<DefaultRoutesView> {
    return this.defaults.read(context.organization_id, team_id, category);
  }

  @HandleRpc(setDefaults)
  async set({ team_id, category, body }: SetDefaultsOf, { context }: ScopedCall): Promise<DefaultRoutesView> {
    return this.defaults.set(context, team_id, category, body);
  }

  @HandleRpc(deleteDefaults)
  delete({ team_id, category }: DefaultsOfCategory, { context }: ScopedCall): Promise<{ deleted: true }> {
    return this.defaults.delete(context, team_id, category);
  }
}
