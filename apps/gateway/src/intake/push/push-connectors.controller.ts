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
    summary: 'Make a push connector',
    description: 'Its token is shown once; it writes the one stream, in the form of its kind, and does nothing else.',
    body: CreatePushConnector,
    refusals: { conflict: 'There is a connector with this name.' },
  })
  @Post()
  create(@Body() body: unknown, @CurrentCaller() caller: Caller): Promise<CreatedPushConnector> {
    return this.bus.rpc.call(createPushConnector, parse(CreatePushConnector, body), caller.signed);
  }

  @Access(EDIT)
  @Operation('PushConnector', {
    summary: 'Change a push connector',
    description: 'Members that are left out stay as they are.',
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
    summary: 'Give a push connector another token',
    description: 'The token before ends within a second.',
    path: PATH,
  })
  @Post(':id/rotate')
  @HttpCode(200)
  rotate(@Param('id') id: string, @CurrentCaller() caller: Caller): Promise<CreatedPushConnector> {
    return this.bus.rpc.call(rotatePushConnector, connectorId(id), caller.signed);
  }

  @Access(EDIT)
  @Operation('Deleted', { summary: 'Remove a push connector', path: PATH })
  @Delete(':id')
  remove(@Param('id') id: string, @CurrentCaller() caller: Caller): Promise<{ deleted: true }> {
    return this.bus.rpc.call(deletePushConnector, connectorId(id), caller.signed);
  }
}
