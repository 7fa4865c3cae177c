import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put } from '@nestjs/common';
import { Bus } from '@spanwise/bus/bus';
import { notFound } from '@spanwise/contracts/base/errors';
import { getUser } from '@spanwise/contracts/iam/users';
import {
  CreateUserEndpoint,
  createUserEndpoint,
  deleteUserEndpoint,
  EndpointOfUser,
  listPreferences,
  listUserEndpoints,
  OfUser,
  readUserEndpoint,
  SetPreference,
  setPreference,
  TestUserEndpoint,
  testUserEndpoint,
  UpdateUserEndpoint,
  updateUserEndpoint,
  VerifyUserEndpoint,
  verifyUserEndpoint,
  type EndpointTestResult,
  type NotificationCategory,
  type PreferenceView,
  type UserEndpointView,
} from '@spanwise/contracts/notify/recipients';
import { parse } from '@spanwise/contracts/authz/parse';
import { AnyContext } from '../edge/auth/access.js';
import type { Caller } from '../edge/auth/authentication.js';
import { CurrentCaller } from '../edge/auth/current-caller.js';
import { Operation, OperationWithoutAnswer } from '../edge/openapi/operation.js';
import { NotifyBodies } from './notify-bodies.js';

const USER = { user_id: 'Id of the user' };
const ENDPOINT = { ...USER, id: 'Id of the endpoint' };
const OTHERS =
  'The caller’s own need no permission; those of others need `org.members.read`, and `org.members.manage` to change them.';

/** Where and when a user is notified (DELIVERY-18, DELIVERY-19). The service decides whose endpoints a caller may see. */
@AnyContext()
@Controller('api/v1/users/:user_id')
export class UserEndpointsController {
  constructor(
    private readonly bus: Bus,
    private readonly bodies: NotifyBodies,
  ) {}

  @Operation('UserEndpoints', { summary: 'Endpoints of a user', description: OTHERS, path: USER })
  @Get('notify-endpoints')
  async list(@Param() path: object, @CurrentCaller() caller: Caller): Promise<UserEndpointView[]> {
    return this.bus.rpc.call(listUserEndpoints, await this.member(path, caller), caller.signed);
  }

  @Operation('UserEndpoint', {
    summary: 'Add an endpoint',
    description: 'It is used once it is verified. `verified` true needs `org.members.manage`.',
    path: USER,
    body: CreateUserEndpoint,
    refusals: { conflict: 'The user has an endpoint with this identity, or too many.' },
  })
  @Post('notify-endpoints')
  async create(
    @Param() path: object,
    @Body() body: unknown,
    @CurrentCaller() caller: Caller,
  ): Promise<UserEndpointView> {
    const input = { ...(await this.member(path, caller)), body: parse(CreateUserEndpoint, body) };
    return this.bus.rpc.call(createUserEndpoint, input, caller.signed);
  }

  @Operation('UserEndpoint', { summary: 'One endpoint', path: ENDPOINT })
  @Get('notify-endpoints/:id')
  read(@Param() path: object, @CurrentCaller() caller: Caller): Promise<UserEndpointView> {
    return this.bus.rpc.call(readUserEndpoint, endpoint(path), caller.signed);
  }

  @Operation('UserEndpoint', {
    summary: 'Update an endpoint',
    description: 'Omitted members are unchanged. A changed connector or identity must be verified again.',
    path: ENDPOINT,
    body: UpdateUserEndpoint,
    refusals: { conflict: 'The user has an endpoint with this identity.' },
  })
  @Put('notify-endpoints/:id')
  update(@Param() path: object, @Body() body: unknown, @CurrentCaller() caller: Caller): Promise<UserEndpointView> {
    const input = { ...endpoint(path), body: parse(UpdateUserEndpoint, body) };
    return this.bus.rpc.call(updateUserEndpoint, input, caller.signed);
  }

  @OperationWithoutAnswer({
    summary: 'Delete an endpoint',
    path: ENDPOINT,
    refusals: { conflict: 'A preference uses it.' },
  })
  @Delete('notify-endpoints/:id')
  @HttpCode(204)
  async delete(@Param() path: object, @CurrentCaller() caller: Caller): Promise<void> {
    await this.bus.rpc.call(deleteUserEndpoint, endpoint(path), caller.signed);
  }

  @Operation('UserEndpoint', {
    summary: 'Verify an endpoint',
    description:
      'Without a code: verifies immediately with `org.members.manage`, otherwise sends a code to the endpoint. With the code: confirms it.',
    path: ENDPOINT,
    body: VerifyUserEndpoint,
    refusals: {
      conflict: 'The code could not be delivered.',
      resource_exhausted: 'A code was sent within the last minute, or too many tests and codes within the hour.',
    },
  })
  @Post('notify-endpoints/:id/verify')
  @HttpCode(200)
  async verify(
    @Param() path: object,
    @Body() body: unknown,
    @CurrentCaller() caller: Caller,
  ): Promise<UserEndpointView> {
    const input = { ...endpoint(path), sealed: await this.bodies.seal(parse(VerifyUserEndpoint, body ?? {})) };
    return this.bus.rpc.call(verifyUserEndpoint, input, caller.signed);
  }

  @Operation('EndpointTestResult', {
    summary: 'Send a test message to an endpoint',
    description: 'Until the endpoint is verified a fixed text is sent: `title` and `text` are ignored.',
    path: ENDPOINT,
    body: TestUserEndpoint,
    refusals: {
      conflict: 'The connector is disabled.',
      resource_exhausted: 'Too many tests are under way, or too many tests and codes were sent within the hour.',
    },
  })
  @Post('notify-endpoints/:id/test')
  @HttpCode(200)
  test(@Param() path: object, @Body() body: unknown, @CurrentCaller() caller: Caller): Promise<EndpointTestResult> {
    const input = { ...endpoint(path), body: parse(TestUserEndpoint, body ?? {}) };
    return this.bus.rpc.call(testUserEndpoint, input, caller.signed);
  }

  @Operation('NotificationPreferences', {
    summary: 'Notification preferences of a user',
    description: OTHERS,
    path: USER,
  })
  @Get('notify-preferences')
  async preferences(@Param() path: object, @CurrentCaller() caller: Caller): Promise<PreferenceView[]> {
    return this.bus.rpc.call(listPreferences, await this.member(path, caller), caller.signed);
  }

  @Operation('NotificationPreference', {
    summary: 'Set the preference of a category',
    path: { ...USER, category: 'alert, oncall, escalation, report, security or system' },
    body: SetPreference,
  })
  @Put('notify-preferences/:category')
  async setPreference(
    @Param() path: object,
    @Body() body: unknown,
    @CurrentCaller() caller: Caller,
  ): Promise<PreferenceView> {
    const { category } = path as { category: NotificationCategory };
    const input = { ...(await this.member(path, caller)), category, body: parse(SetPreference, body) };
    return this.bus.rpc.call(setPreference, input, caller.signed);
  }

  /** Throws `not_found` for who is no member of the organization; one's own membership is in the context. */
  private async member(path: object, caller: Caller): Promise<OfUser> {
    const named = user(path);
    if (named.user_id !== caller.context.subject) {
      await this.bus.rpc.call(getUser, { id: named.user_id }, caller.signed);
    }
    return named;
  }
}

/** Texts that are no ids name nothing. */
function user(path: object): OfUser {
  const { user_id } = path as OfUser;
  return named(() => parse(OfUser, { user_id }), 'There is no such user.');
}

function endpoint(path: object): EndpointOfUser {
  const { user_id, id } = path as EndpointOfUser;
  return named(() => parse(EndpointOfUser, { user_id, id }), 'There is no such endpoint.');
}

function named<T>(work: () => T, absent: string): T {
  try {
    return work();
  } catch {
    throw notFound(absent);
  }
}
