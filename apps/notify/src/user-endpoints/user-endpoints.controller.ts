import { Controller } from '@nestjs/common';
import { HandleRpc, type ScopedCall } from '@spanwise/bus/rpc-handler';
import {
  CreateUserEndpointOf,
  createUserEndpoint,
  deleteUserEndpoint,
  EndpointOfUser,
  listUserEndpoints,
  OfUser,
  readUserEndpoint,
  TestUserEndpointOf,
  testUserEndpoint,
  UpdateUserEndpointOf,
  updateUserEndpoint,
  VerifyUserEndpoint,
  VerifyUserEndpointOf,
  verifyUserEndpoint,
  type EndpointTestResult,
  type UserEndpointView,
} from '@spanwise/contracts/notify-recipients';
import { SealedBodies } from '../sealed-bodies.js';
import { requireUserAccess } from './endpoint-access.js';
import { EndpointVerification } from './endpoint-verification.js';
import { UserEndpoints } from './user-endpoints.js';

@Controller()
export class UserEndpointsController {
  constructor(
    private readonly endpoints: UserEndpoints,
    private readonly verification: EndpointVerification,
    private readonly bodies: SealedBodies,
  ) {}

  @HandleRpc(listUserEndpoints)
  async list({ user_id }: OfUser, { context }: ScopedCall): Promise<UserEndpointView[]> {
    requireUserAccess(context, user_id, 'read');
    return this.endpoints.list(context, user_id);
  }

  @HandleRpc(readUserEndpoint)
  async read({ user_id, id }: EndpointOfUser, { context }: ScopedCall): Promise<UserEndpointView> {
    requireUserAccess(context, user_id, 'read');
    return this.endpoints.read(context, user_id, id);
  }

  @HandleRpc(createUserEndpoint)
  async create({ user_id, body }: CreateUserEndpointOf, { context }: ScopedCall): Promise<UserEndpointView> {
    requireUserAccess(context, user_id, 'manage');
    return this.endpoints.create(context, user_id, body);
  }

  @HandleRpc(updateUserEndpoint)
  async update({ user_id, id, body }: UpdateUserEndpointOf, { context }: ScopedCall): Promise<UserEndpointView> {
    requireUserAccess(context, user_id, 'manage');
    return this.endpoints.update(context, user_id, id, body);
  }

  @HandleRpc(deleteUserEndpoint)
  async delete({ user_id, id }: EndpointOfUser, { context }: ScopedCall): Promise<{ deleted: true }> {
    requireUserAccess(context, user_id, 'manage');
    await this.endpoints.delete(context, user_id, id);
    return { deleted: true };
  }

  @HandleRpc(verifyUserEndpoint)
  async verify({ user_id, id, sealed }: VerifyUserEndpointOf, { context }: ScopedCall): Promise<UserEndpointView> {
    requireUserAccess(context, user_id, 'manage');
    const { code } = this.bodies.open(VerifyUserEndpoint, sealed);
    return this.verification.verify(context, user_id, id, code);
  }

  @HandleRpc(testUserEndpoint)
  async test({ user_id, id, body }: TestUserEndpointOf, { context }: ScopedCall): Promise<EndpointTestResult> {
    requireUserAccess(context, user_id, 'manage');
    return this.verification.test(context, user_id, id, body);
  }
}
