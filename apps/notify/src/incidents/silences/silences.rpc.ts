import { Controller } from '@nestjs/common';
import { HandleRpc, type ScopedCall } from '@spanwise/bus/rpc-handler';
import {
  createSilence,
  deleteSilence,
  listSilences,
  SilenceBody,
  SilenceId,
  readSilence,
  SetSilenceOf,
  updateSilence,
  type SilenceView,
} from '@spanwise/contracts/alerting/silences';
import { Empty } from '@spanwise/contracts/authz/rpc';
import { Silences } from './silences.js';

@Controller()
export class SilencesController {
  constructor(private readonly silences: Silences) {}

  @HandleRpc(listSilences)
  list(_: Empty, { context }: ScopedCall): Promise<SilenceView[]> {
    return this.silences.list(context.organization_id);
  }

  @HandleRpc(readSilence)
  read({ id }: SilenceId, { context }: ScopedCall): Promise<SilenceView> {
    return this.silences.read(context.organization_id, id);
  }

  @HandleRpc(createSilence)
  create(body: SilenceBody, { context }: ScopedCall): Promise<SilenceView> {
    return this.silences.create(context, body);
  }

  @HandleRpc(updateSilence)
  update({ id, body }: SetSilenceOf, { context }: ScopedCall): Promise<SilenceView> {
    return this.silences.update(context, id, body);
  }

  @HandleRpc(deleteSilence)
  delete({ id }: SilenceId, { context }: ScopedCall): Promise<{ deleted: true }> {
    return this.silences.delete(context, id);
  }
}
