import { Controller } from '@nestjs/common';
import { HandleRpc, type ScopedCall } from '@spanwise/bus/rpc-handler';
import {
  CreateOrg,
  createOrg,
  listOrgs,
  OrgId,
  OrgStatusById,
  RenameOrgById,
  renameOrg,
  setOrgStatus,
  type OrgView,
} from '@spanwise/contracts/iam/orgs';
import { deleteOrg, readOrgDeletion, type OrgDeletion } from '@spanwise/contracts/iam/organization-deletions';
import { Empty } from '@spanwise/contracts/authz/rpc';
import { Organizations } from './organizations.js';

@Controller()
export class OrganizationsController {
  constructor(private readonly organizations: Organizations) {}

  @HandleRpc(listOrgs)
  list(_: Empty, { context }: ScopedCall): Promise<OrgView[]> {
    return this.organizations.list(context);
  }

  @HandleRpc(createOrg)
  create(input: CreateOrg, { context }: ScopedCall): Promise<OrgView> {
    return this.organizations.create(input, context);
  }

  @HandleRpc(renameOrg)
  rename(input: RenameOrgById, { context }: ScopedCall): Promise<OrgView> {
    return this.organizations.rename(input, context);
  }

  @HandleRpc(setOrgStatus)
  setStatus(input: OrgStatusById, { context }: ScopedCall): Promise<OrgView> {
    return this.organizations.setStatus(input, context);
  }

  @HandleRpc(deleteOrg)
  remove(input: OrgId, { context }: ScopedCall): Promise<{ requested: true }> {
    return this.organizations.remove(input, context);
  }

  @HandleRpc(readOrgDeletion)
  deletion(input: OrgId, { context }: ScopedCall): Promise<OrgDeletion> {
    return this.organizations.deletion(input, context);
  }
}
