import { Controller } from '@nestjs/common';
import { HandleRpc } from '@spanwise/bus/rpc-handler';
import { readStoredState, type ReadStoredState, type StoredState } from '@spanwise/contracts/log/stored-state';
import { translateFaults } from '@spanwise/postgres/availability';
import { StoredStates } from './stored-states.js';

@Controller()
export class StoredStateController {
  constructor(private readonly states: StoredStates) {}

  @HandleRpc(readStoredState)
  read(asked: ReadStoredState): Promise<StoredState> {
    return translateFaults(() => this.states.read(asked));
  }
}
