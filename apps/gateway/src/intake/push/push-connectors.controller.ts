import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put } from '@nestjs/common';
import { Bus } from '@spanwise/bus/bus';
import {
  CreatePushConnector,
  createPushConnector,
  deletePushConnector,
  listPushConnectors,
  PushConnectorId,
  rotatePushConnector,
  UpdatePushConnector,
  updatePushConnector,
  type CreatedPushConnector,
  type PushConnectorView,
} from '@spanwise/contracts/iam/push-connectors';
import { parse } from '@spanwise/contracts/authz/parse';
import { Empty } from '@spanwise/contracts/authz/rpc';
import { Access } from '../../edge/auth/access.js';
import type { Caller } from '../../edge/auth/authentication.js';
import { CurrentCaller } from '../../edge/auth/current-caller.js';
import { pathId } from '../../edge/auth/path-id.js';
import { Operation } from '../../edge/openapi/operation.js';

const READ = { organization: 'pipelines.read' };
const EDIT = { organization: 'pipelines.edit' };
const PATH = { id: 'Id of the connector' };

const connectorId = (id: string): PushConnectorId => pathId(PushConnectorId, id, 'There is no such connector.');

/** Connectors for senders that know no sign-in (INTAKE-6). */
@Controller('api/v1/connectors')
export class PushConnectorsController {
  constructor(private readonly bus: Bus) {}

  @Access(READ)
  @Operation('PushConnectors', { summary: 'Push connectors of the organization' })
  @Get()
  list(@CurrentCaller() caller: Caller): Promise<PushConnectorView[]> {
    return this.bus.rpc.call(listPushConnectors, new Empty(), caller.signed);
  }

  @Access(EDIT)
  @Operation('CreatedPushConnector', {
    summary: 'Create a push connector',
    description: 'Its token is shown once; it can only write to the one stream, in the format of its kind.',
    body: CreatePushConnector,
    refusals: { conflict: 'There is a connector with this name.' },
  })
  @Post()
  create(@Body() body: unknown, @CurrentCaller() caller: Caller): Promise<CreatedPushConnector> {
    return this.bus.rpc.call(createPushConnector, parse(CreatePushConnector, body), caller.signed);
  }

  @Access(EDIT)
  @Operation('PushConnector', {
    summary: 'Update a push connector',
    description: 'Omitted members are unchanged.',
    path: PATH,
    body: UpdatePushConnector,
    refusals: { conflict: 'There is a connector with this name.' },
  })
  @Put(':id')
  update(@Param('id') id: string, @Body() body: unknown, @CurrentCaller() caller: Caller): Promise<PushConnectorView> {
    const change = { ...parse(UpdatePushConnector, body), ...connectorId(id) };
    return this.bus.rpc.call(updatePushConnector, change, caller.signed);
  }

  @Access(EDIT)
  @Operation('CreatedPushConnector', {
    summary: 'Rotate the token of a push connector',
    description: 'The previous token is refused within a second.',
    path: PATH,
  })
  @Post(':id/rotate')
  @HttpCode(200)
  rotate(@Param('id') id: string, @CurrentCaller() caller: Caller): Promise<CreatedPushConnector> {
    return this.bus.rpc.call(rotatePushConnector, connectorId(id), caller.signed);
  }

  @Access(EDIT)
  @Operation('Deleted', { summary: 'Delete a push connector', path: PATH })
  @Delete(':id')
  remove(@Param('id') id: string, @CurrentCaller() caller: Caller): Promise<{ deleted: true }> {
    return this.bus.rpc.call(deletePushConnector, connectorId(id), caller.signed);
  }
}
