import { Controller } from '@nestjs/common';
import { HandleRpc, type ScopedCall } from '@spanwise/bus/rpc-handler';
import {
  createMute,
  deleteMute,
  listMutes,
  MuteBody,
  MuteId,
  readMute,
  SetMuteOf,
  updateMute,
  type MuteView,
} from '@spanwise/contracts/alerting/silences';
import { Empty } from '@spanwise/contracts/authz/rpc';
import { Mutes } from './mutes.js';

@Controller()
export class MutesController {
  constructor(private readonly mutes: Mutes) {}

  @HandleRpc(listMutes)
  list(_: Empty, { context }: ScopedCall): Promise<MuteView[]> {
    return this.mutes.list(context.organization_id);
  }

  @HandleRpc(readMute)
  read({ id }: MuteId, { context }: ScopedCall): Promise<MuteView> {
    return this.mutes.read(context.organization_id, id);
  }

  @HandleRpc(createMute)
  create(body: MuteBody, { context }: ScopedCall): Promise<MuteView> {
    return this.mutes.create(context, body);
  }

  @HandleRpc(updateMute)
  update({ id, body }: SetMuteOf, { context }: ScopedCall): Promise<MuteView> {
    return this.mutes.update(context, id, body);
  }

  @HandleRpc(deleteMute)
  delete({ id }: MuteId, { context }: ScopedCall): Promise<{ deleted: true }> {
    return this.mutes.delete(context, id);
  }
}
