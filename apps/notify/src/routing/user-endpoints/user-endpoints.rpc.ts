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
  VerifyUserEndpointOf,
  verifyUserEndpoint,
  type EndpointTestResult,
  type UserEndpointView,
} from '@spanwise/contracts/notify/recipients';
import { EndpointVerification } from './endpoint-verification.js';
import { UserEndpoints } from './user-endpoints.js';

@Controller()
export class UserEndpointsController {
  constructor(
    private readonly endpoints: UserEndpoints,
    private readonly verification: EndpointVerification,
  ) {}

  @HandleRpc(listUserEndpoints)
  list({ user_id }: OfUser, { context }: ScopedCall): Promise<UserEndpointView[]> {
    return this.endpoints.list(context, user_id);
  }

  @HandleRpc(readUserEndpoint)
  read({ user_id, id }: EndpointOfUser, { context }: ScopedCall): Promise<UserEndpointView> {
    return this.endpoints.read(context, user_id, id);
  }

  @HandleRpc(createUserEndpoint)
  create({ user_id, body }: CreateUserEndpointOf, { context }: ScopedCall): Promise<UserEndpointView> {
    return this.endpoints.create(context, user_id, body);
  }

  @HandleRpc(updateUserEndpoint)
  update({ user_id, id, body }: UpdateUserEndpointOf, { context }: ScopedCall): Promise<UserEndpointView> {
    return this.endpoints.update(context, user_id, id, body);
  }

  @HandleRpc(deleteUserEndpoint)
  delete({ user_id, id }: EndpointOfUser, { context }: ScopedCall): Promise<{ deleted: true }> {
    return this.endpoints.delete(context, user_id, id);
  }

  @HandleRpc(verifyUserEndpoint)
  verify({ user_id, id, sealed }: VerifyUserEndpointOf, { context }: ScopedCall): Promise<UserEndpointView> {
    return this.verification.verify(context, user_id, id, sealed);
  }

  @HandleRpc(testUserEndpoint)
  test({ user_id, id, body }: TestUserEndpointOf, { context }: ScopedCall): Promise<EndpointTestResult> {
    return this.verification.test(context, user_id, id, body);
  }
}
