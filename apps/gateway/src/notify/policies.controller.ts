import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put } from '@nestjs/common';
import { Bus } from '@spanwise/bus/bus';
import { CHANNELS_MANAGE, CHANNELS_READ } from '@spanwise/contracts/notify/notify';
import {
  ById,
  createPolicy,
  deletePolicy,
  EventSample,
  listPolicies,
  listResolverTypes,
  PolicyBody,
  PreviewPolicy,
  previewPolicy,
  readPolicy,
  testPolicy,
  updatePolicy,
  type PolicyPreview,
  type PolicyView,
  type ResolverType,
} from '@spanwise/contracts/notify/routing';
import { parse } from '@spanwise/contracts/authz/parse';
import { Empty } from '@spanwise/contracts/authz/rpc';
import { Access } from '../edge/auth/access.js';
import type { Caller } from '../edge/auth/authentication.js';
import { CurrentCaller } from '../edge/auth/current-caller.js';
import { pathId } from '../edge/auth/path-id.js';
import { Operation, OperationWithoutAnswer } from '../edge/openapi/operation.js';

const PATH = { id: 'Id of the policy' };
const TAKEN = { conflict: 'The name is taken, or the organization has too many policies.' };

const policyId = (id: string): ById => pathId(ById, id, 'There is no such policy.');

/** Which events are sent to which recipients and how (DELIVERY-20). */
@Controller('api/v1/notify')
export class NotificationPoliciesController {
  constructor(private readonly bus: Bus) {}

  @Access(CHANNELS_READ)
  @Operation('ResolverTypes', { summary: 'Recipient resolver types' })
  @Get('recipient-resolver-types')
  resolverTypes(@CurrentCaller() caller: Caller): Promise<ResolverType[]> {
    return this.bus.rpc.call(listResolverTypes, new Empty(), caller.signed);
  }

  @Access(CHANNELS_READ)
  @Operation('NotificationPolicies', { summary: 'Notification policies of the organization, by priority' })
  @Get('policies')
  list(@CurrentCaller() caller: Caller): Promise<PolicyView[]> {
    return this.bus.rpc.call(listPolicies, new Empty(), caller.signed);
  }

  @Access(CHANNELS_MANAGE)
  @Operation('NotificationPolicy', { summary: 'Create a notification policy', body: PolicyBody, refusals: TAKEN })
  @Post('policies')
  create(@Body() body: unknown, @CurrentCaller() caller: Caller): Promise<PolicyView> {
    return this.bus.rpc.call(createPolicy, parse(PolicyBody, body), caller.signed);
  }

  @Access(CHANNELS_MANAGE)
  @Operation('PolicyPreview', {
    summary: 'Preview a notification policy',
    description: 'Nothing is sent or saved.',
    body: PreviewPolicy,
  })
  @Post('policies/preview')
  @HttpCode(200)
  preview(@Body() body: unknown, @CurrentCaller() caller: Caller): Promise<PolicyPreview> {
    return this.bus.rpc.call(previewPolicy, parse(PreviewPolicy, body), caller.signed);
  }

  @Access(CHANNELS_READ)
  @Operation('NotificationPolicy', { summary: 'One notification policy', path: PATH })
  @Get('policies/:id')
  read(@Param('id') id: string, @CurrentCaller() caller: Caller): Promise<PolicyView> {
    return this.bus.rpc.call(readPolicy, policyId(id), caller.signed);
  }

  @Access(CHANNELS_MANAGE)
  @Operation('NotificationPolicy', {
    summary: 'Replace a notification policy',
    path: PATH,
    body: PolicyBody,
    refusals: TAKEN,
  })
  @Put('policies/:id')
  update(@Param('id') id: string, @Body() body: unknown, @CurrentCaller() caller: Caller): Promise<PolicyView> {
    const input = { ...policyId(id), body: parse(PolicyBody, body) };
    return this.bus.rpc.call(updatePolicy, input, caller.signed);
  }

  @Access(CHANNELS_MANAGE)
  @OperationWithoutAnswer({ summary: 'Delete a notification policy', path: PATH })
  @Delete('policies/:id')
  @HttpCode(204)
  async delete(@Param('id') id: string, @CurrentCaller() caller: Caller): Promise<void> {
    await this.bus.rpc.call(deletePolicy, policyId(id), caller.signed);
  }

  @Access(CHANNELS_MANAGE)
  @Operation('PolicyPreview', {
    summary: 'Test a stored notification policy with an event',
    description: 'Nothing is sent.',
    path: PATH,
    body: EventSample,
  })
  @Post('policies/:id/test')
  @HttpCode(200)
  test(@Param('id') id: string, @Body() body: unknown, @CurrentCaller() caller: Caller): Promise<PolicyPreview> {
    const input = { ...policyId(id), event: parse(EventSample, body ?? {}) };
    return this.bus.rpc.call(testPolicy, input, caller.signed);
  }
}
