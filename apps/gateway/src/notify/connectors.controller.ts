import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put } from '@nestjs/common';
import { Bus } from '@spanwise/bus/bus';
import {
  ConnectorId,
  CreateConnector,
  createConnector,
  deleteConnector,
  listConnectors,
  listConnectorTypes,
  readConnector,
  TestConnector,
  testConnector,
  UpdateConnector,
  updateConnector,
  type ConnectorTypeView,
  type ConnectorView,
  type TestResult,
  CHANNELS_MANAGE,
  CHANNELS_READ,
} from '@spanwise/contracts/notify/notify';
import { parse } from '@spanwise/contracts/authz/parse';
import { Empty } from '@spanwise/contracts/authz/rpc';
import { Access } from '../edge/auth/access.js';
import type { Caller } from '../edge/auth/authentication.js';
import { CurrentCaller } from '../edge/auth/current-caller.js';
import { pathId } from '../edge/auth/path-id.js';
import { Operation, OperationWithoutAnswer } from '../edge/openapi/operation.js';
import { NotifyBodies } from './notify-bodies.js';

const PATH = { id: 'Id of the connector' };
const connectorId = (id: string): string => pathId(ConnectorId, id, 'There is no such connector.').id;

@Controller('api/v1/notify')
export class ConnectorsController {
  constructor(
    private readonly bus: Bus,
    private readonly bodies: NotifyBodies,
  ) {}

  @Access(CHANNELS_READ)
  @Operation('ConnectorTypes', { summary: 'Connector types and their features' })
  @Get('connector-types')
  types(@CurrentCaller() caller: Caller): Promise<ConnectorTypeView[]> {
    return this.bus.rpc.call(listConnectorTypes, new Empty(), caller.signed);
  }

  @Access(CHANNELS_READ)
  @Operation('Connectors', { summary: 'Connectors of the organization' })
  @Get('connectors')
  list(@CurrentCaller() caller: Caller): Promise<ConnectorView[]> {
    return this.bus.rpc.call(listConnectors, new Empty(), caller.signed);
  }

  @Access(CHANNELS_MANAGE)
  @Operation('Connector', {
    summary: 'Create a connector',
    description:
      'Secrets of `config` are encrypted and read back as `***`. Its members depend on the type; unknown ones are refused. ' +
      '`slack_app`, `slack_webhook`, `lark_app` and `lark_webhook` are aliases of `chatone_app`, `chatone_webhook`, `chattwo_app` and `chattwo_webhook`; responses use the name that was sent.',
    body: CreateConnector,
    refusals: { conflict: 'The name is taken, or the organization has as many connectors as it may have.' },
  })
  @Post('connectors')
  async create(@Body() body: unknown, @CurrentCaller() caller: Caller): Promise<ConnectorView> {
    const sealed = await this.bodies.seal(parse(CreateConnector, body));
    return this.bus.rpc.call(createConnector, { sealed }, caller.signed);
  }

  @Access(CHANNELS_READ)
  @Operation('Connector', { summary: 'One connector', path: PATH })
  @Get('connectors/:id')
  read(@Param('id') id: string, @CurrentCaller() caller: Caller): Promise<ConnectorView> {
    return this.bus.rpc.call(readConnector, { id: connectorId(id) }, caller.signed);
  }

  @Access(CHANNELS_MANAGE)
  @Operation('Connector', {
    summary: 'Update a connector',
    description:
      'Omitted members are unchanged. In a sent `config`, `***` keeps the stored secret and an omitted member is removed. A secret belongs to the destination that it was entered for: with another scheme, host, port or TLS mode it must be entered again.',
    path: PATH,
    body: UpdateConnector,
    refusals: { conflict: 'The name is taken.' },
  })
  @Put('connectors/:id')
  async update(
    @Param('id') id: string,
    @Body() body: unknown,
    @CurrentCaller() caller: Caller,
  ): Promise<ConnectorView> {
    const named = connectorId(id);
    const sealed = await this.bodies.seal(parse(UpdateConnector, body));
    return this.bus.rpc.call(updateConnector, { id: named, sealed }, caller.signed);
  }

  @Access(CHANNELS_MANAGE)
  @Operation('ConnectorTestResult', {
    summary: 'Send a test message',
    description:
      'A delivery that the provider rejects is 200 with `sent` false and the reason in `error`. ' +
      'A URL as the target, other than that of the connector, receives none of its headers and secrets.',
    path: PATH,
    body: TestConnector,
    refusals: {
      conflict: 'The connector is disabled.',
      resource_exhausted: 'Too many tests of the organization are under way, or were made within the hour.',
    },
  })
  @Post('connectors/:id/test')
  @HttpCode(200)
  async test(@Param('id') id: string, @Body() body: unknown, @CurrentCaller() caller: Caller): Promise<TestResult> {
    const named = connectorId(id);
    const sealed = await this.bodies.seal(parse(TestConnector, body));
    return this.bus.rpc.call(testConnector, { id: named, sealed }, caller.signed);
  }

  @Access(CHANNELS_MANAGE)
  @OperationWithoutAnswer({
    summary: 'Delete a connector',
    path: PATH,
    refusals: { conflict: 'A user endpoint, a policy or a default route uses it; the message names them.' },
  })
  @Delete('connectors/:id')
  @HttpCode(204)
  async delete(@Param('id') id: string, @CurrentCaller() caller: Caller): Promise<void> {
    await this.bus.rpc.call(deleteConnector, { id: connectorId(id) }, caller.signed);
  }
}
