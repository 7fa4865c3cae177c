import { Controller } from '@nestjs/common';
import { HandleRpc, type ScopedCall } from '@spanwise/bus/rpc-handler';
import {
  ConnectorId,
  CreateConnector,
  createConnector,
  deleteConnector,
  listConnectors,
  listConnectorTypes,
  readConnector,
  SealedBody,
  SealedBodyOf,
  sealingKey,
  TestConnector,
  testConnector,
  UpdateConnector,
  updateConnector,
  type ConnectorTypeView,
  type ConnectorView,
  type SealingKey,
  type TestResult,
} from '@spanwise/contracts/notify/notify';
import { Empty } from '@spanwise/contracts/authz/rpc';
import { connectorTypes } from '../providers/registry.js';
import { SealedBodies } from '../../platform/sealed-bodies.js';
import { ConnectorTests } from './connector-tests.js';
import { Connectors } from './connectors.js';

@Controller()
export class ConnectorsController {
  constructor(
    private readonly connectors: Connectors,
    private readonly tests: ConnectorTests,
    private readonly bodies: SealedBodies,
  ) {}

  @HandleRpc(sealingKey)
  async key(_: Empty): Promise<SealingKey> {
    return { public_key: this.bodies.publicKey };
  }

  @HandleRpc(listConnectorTypes)
  async types(_: Empty): Promise<ConnectorTypeView[]> {
    return connectorTypes();
  }

  @HandleRpc(listConnectors)
  list(_: Empty, { context }: ScopedCall): Promise<ConnectorView[]> {
    return this.connectors.list(context.organization_id);
  }

  @HandleRpc(readConnector)
  read({ id }: ConnectorId, { context }: ScopedCall): Promise<ConnectorView> {
    return this.connectors.read(context.organization_id, id);
  }

  @HandleRpc(createConnector)
  async create({ sealed }: SealedBody, { context }: ScopedCall): Promise<ConnectorView> {
    return this.connectors.create(context, this.bodies.open(CreateConnector, sealed));
  }

  @HandleRpc(updateConnector)
  async update({ id, sealed }: SealedBodyOf, { context }: ScopedCall): Promise<ConnectorView> {
    return this.connectors.update(context, id, this.bodies.open(UpdateConnector, sealed));
  }

  @HandleRpc(testConnector)
  async test({ id, sealed }: SealedBodyOf, { context }: ScopedCall): Promise<TestResult> {
    return this.tests.run(context, id, this.bodies.open(TestConnector, sealed));
  }

  @HandleRpc(deleteConnector)
  delete({ id }: ConnectorId, { context }: ScopedCall): Promise<{ deleted: true }> {
    return this.connectors.delete(context, id);
  }
}
