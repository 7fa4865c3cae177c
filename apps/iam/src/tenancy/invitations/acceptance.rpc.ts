import { Controller } from '@nestjs/common';
import { HandleRpc } from '@spanwise/bus/rpc-handler';
import { AcceptInvitation, acceptInvitation, type AcceptedInvitation } from '@spanwise/contracts/iam/users';
import { Acceptance } from './acceptance.js';

@Controller()
export class AcceptanceController {
  constructor(private readonly acceptance: Acceptance) {}

  @HandleRpc(acceptInvitation)
  accept(input: AcceptInvitation): Promise<AcceptedInvitation> {
    return this.acceptance.accept(input);
  }
}
