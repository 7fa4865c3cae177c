import { Controller } from '@nestjs/common';
import { HandleRpc, type ScopedCall } from '@spanwise/bus/rpc-handler';
import { OrgId, selectOrg, type SelectedOrg } from '@spanwise/contracts/iam/orgs';
import { OrganizationSelection } from './organization-selection.js';

@Controller()
export class SelectionController {
  constructor(private readonly organizationSelection: OrganizationSelection) {}

  @HandleRpc(selectOrg)
  select(input: OrgId, { context }: ScopedCall): Promise<SelectedOrg> {
    return this.organizationSelection.select(input, context);
  }
}
