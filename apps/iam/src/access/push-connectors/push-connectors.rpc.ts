import { Controller } from '@nestjs/common';
import { HandleRpc, type ScopedCall } from '@spanwise/bus/rpc-handler';
import {
  authenticatePush,
  CreatePushConnector,
  createPushConnector,
  deletePushConnector,
  listPushConnectors,
  PushConnectorId,
  PushToken,
  rotatePushConnector,
  updatePushConnector,
  UpdatePushConnectorById,
  type CreatedPushConnector,
  type PushConnectorView,
  type PushGrant,
} from '@spanwise/contracts/iam/push-connectors';
import { Empty } from '@spanwise/contracts/authz/rpc';
import { PushConnectors } from './push-connectors.js';

@Controller()
export class PushConnectorsController {
  constructor(private readonly pushConnectors: PushConnectors) {}

  @HandleRpc(listPushConnectors)
  list(_: Empty, { context }: ScopedCall): Promise<PushConnectorView[]> {
    return this.pushConnectors.list(context);
  }

  @HandleRpc(createPushConnector)
  create(input: CreatePushConnector, { context }: ScopedCall): Promise<CreatedPushConnector> {
    return this.pushConnectors.create(input, context);
  }

  @HandleRpc(updatePushConnector)
  update(input: UpdatePushConnectorById, { context }: ScopedCall): Promise<PushConnectorView> {
    return this.pushConnectors.update(input, context);
  }

  @HandleRpc(rotatePushConnector)
  rotate(input: PushConnectorId, { context }: ScopedCall): Promise<CreatedPushConnector> {
    return this.pushConnectors.rotate(input, context);
  }

  @HandleRpc(deletePushConnector)
  remove(input: PushConnectorId, { context }: ScopedCall): Promise<{ deleted: true }> {
    return this.pushConnectors.remove(input, context);
  }

  @HandleRpc(authenticatePush)
  authenticate(input: PushToken): Promise<PushGrant> {
    return this.pushConnectors.authenticate(input);
  }
}
