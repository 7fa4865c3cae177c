import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put } from '@nestjs/common';
import { Bus } from '@spanwise/bus/bus';
import {
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
} from '@spanwise/contracts/notify';
import { parse } from '@spanwise/contracts/parse';
import { Empty } from '@spanwise/contracts/rpc';
import { Access } from '../auth/access.js';
import type { Caller } from '../auth/authentication.js';
import { CurrentCaller } from '../auth/current-caller.js';
import { namedId } from './named-id.js';
import { NotifyBodies } from './notify-bodies.js';

const READ = { organization: 'alerts.read' };
const MANAGE = { organization: 'alerts.manage' };
const NOUN = 'connector';

/** Specification 4.6. */
@Controller('api/v1/notify')
export class ConnectorsController {
  constructor(
    private readonly bus: Bus,
    private readonly bodies: NotifyBodies,
  ) {}

  @Access(READ)
  @Get('connector-types')
  types(@CurrentCaller() caller: Caller): Promise<ConnectorTypeView[]> {
    return this.bus.rpc.call(listConnectorTypes, new Empty(), caller.signed);
  }

  @Access(READ)
  @Get('connectors')
  list(@CurrentCaller() caller: Caller): Promise<ConnectorView[]> {
    return this.bus.rpc.call(listConnectors, new Empty(), caller.signed);
  }

  @Access(MANAGE)
  @Post('connectors')
  async create(@Body() body: unknown, @CurrentCaller() caller: Caller): Promise<ConnectorView> {
    const sealed = await this.bodies.seal(parse(CreateConnector, body));
    return this.bus.rpc.call(createConnector, { sealed }, caller.signed);
  }

  @Access(READ)
  @Get('connectors/:id')
  read(@Param('id') id: string, @CurrentCaller() caller: Caller): Promise<ConnectorView> {
    return this.bus.rpc.call(readConnector, { id: namedId(id, NOUN) }, caller.signed);
  }

  @Access(MANAGE)
  @Put('connectors/:id')
  async update(
    @Param('id') id: string,
    @Body() body: unknown,
    @CurrentCaller() caller: Caller,
  ): Promise<ConnectorView> {
    const named = namedId(id, NOUN);
    const sealed = await this.bodies.seal(parse(UpdateConnector, body));
    return this.bus.rpc.call(updateConnector, { id: named, sealed }, caller.signed);
  }

  @Access(MANAGE)
  @Post('connectors/:id/test')
  @HttpCode(200)
  async test(@Param('id') id: string, @Body() body: unknown, @CurrentCaller() caller: Caller): Promise<TestResult> {
    const named = namedId(id, NOUN);
    const sealed = await this.bodies.seal(parse(TestConnector, body));
    return this.bus.rpc.call(testConnector, { id: named, sealed }, caller.signed);
  }

  @Access(MANAGE)
  @Delete('connectors/:id')
  @HttpCode(204)
  async delete(@Param('id') id: string, @CurrentCaller() caller: Caller): Promise<void> {
    await this.bus.rpc.call(deleteConnector, { id: namedId(id, NOUN) }, caller.signed);
  }
}
