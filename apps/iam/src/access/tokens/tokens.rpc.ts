import { Controller } from '@nestjs/common';
import { HandleRpc, type ScopedCall } from '@spanwise/bus/rpc-handler';
import {
  ById,
  CreateApiToken,
  createApiToken,
  defaultApiToken,
  listApiTokens,
  revokeApiToken,
  type ApiTokenView,
  type CreatedApiToken,
} from '@spanwise/contracts/iam/iam';
import { Empty } from '@spanwise/contracts/authz/rpc';
import { ApiTokens } from './api-tokens.js';

@Controller()
export class TokensController {
  constructor(private readonly apiTokens: ApiTokens) {}

  @HandleRpc(createApiToken)
  create(input: CreateApiToken, { context }: ScopedCall): Promise<CreatedApiToken> {
    return this.apiTokens.create(input, context);
  }

  @HandleRpc(defaultApiToken)
  default(_: Empty, { context }: ScopedCall): Promise<CreatedApiToken> {
    return this.apiTokens.default(context);
  }

  @HandleRpc(listApiTokens)
  list(_: Empty, { context }: ScopedCall): Promise<ApiTokenView[]> {
    return this.apiTokens.list(context);
  }

  @HandleRpc(revokeApiToken)
  revoke(input: ById, { context }: ScopedCall): Promise<{ revoked: true }> {
    return this.apiTokens.revoke(input, context);
  }
}
