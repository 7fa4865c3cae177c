/** The composite state of the product from the heartbeats of its services (API-8); pure. */
import {
  SUBSYSTEM_REASONS,
  type Heartbeat,
  type ServiceName,
  type SubsystemReason,
  type SubsystemState,
} from '@spanwise/contracts/base/heartbeat';

export const WATCHED: readonly ServiceName[] = ['iam', 'apm', 'notify', 'projector'];

export interface CompositeHealth {
  /** The first thing that is wrong, or undefined. */
  reason: string | undefined;
  replaying: boolean;
  subsystems: Record<string, SubsystemState>;
}

export function composeHealth(
  newest: (service: ServiceName) => Heartbeat | undefined,
  busConnected: boolean,
  shards: SubsystemState = { up: true },
): CompositeHealth {
  const subsystems: CompositeHealth['subsystems'] = {
    nats: busConnected ? { up: true } : { up: false, reason: 'not connected' },
  };
  let databaseUp = true;
  for (const service of WATCHED) {
    const heartbeat = newest(service);
    if (heartbeat === undefined) subsystems[service] = { up: false, reason: 'no sign of life' };
    else {
      const { object_store: objectStore, ...own } = heartbeat.subsystems;
      // The service serves without the store, which is a subsystem of its own.
      if (objectStore !== undefined && subsystems.object_store?.up !== false)
        subsystems.object_store = stateOf(objectStore);
      const failing = Object.entries(own).find(([, state]) => !state.up);
      subsystems[service] = failing === undefined ? { up: true } : stateOf(failing[1]);
      databaseUp &&= heartbeat.subsystems.postgres?.up !== false;
    }
  }
  subsystems.postgres = databaseUp ? { up: true } : { up: false, reason: 'not reachable' };
  if (!shards.up) subsystems.shards = shards;
  const projection = newest('projector')?.projection;
  const replaying = projection?.replaying ?? false;
  const order = ['nats', 'postgres', 'shards', ...WATCHED, 'object_store'];
  const down = order.find((name) => subsystems[name]?.up === false);
  return { reason: replaying ? 'wal_replay' : down, replaying, subsystems };
}

/** A process of another version may send words that that was not read: they are not passed on. */
const stateOf = ({ up, reason }: SubsystemState): SubsystemState =>
  up ? { up } : { up, reason: isKnown(reason) ? reason : 'internal fault' };

const isKnown = (reason: string | undefined): reason is SubsystemReason =>
  SUBSYSTEM_REASONS.some((known) => known === reason);
