import type { NamedKey } from '@spanwise/host/config';
import { rewrapEnvelope, sealEnvelope, unsealEnvelope } from '@spanwise/host/sealing';
import { DeliveryFault } from '../egress/delivery-fault.js';
import type { Config } from './connector-config.js';

/** Configurations at rest: sealed to their organization and connector, so that a copied row does not open. */
export class ConnectorSecrets {
  constructor(private readonly keys: NamedKey[]) {}

  seal(organizationId: string, connectorId: string, config: Config): Buffer {
    return sealEnvelope(this.keys, Buffer.from(JSON.stringify(config)), boundTo(organizationId, connectorId));
  }

  /** Throws `secret_unavailable` when the key is not configured any more, or the row was changed or copied. */
  open(organizationId: string, connectorId: string, sealed: Buffer): Config {
    let plain: Buffer;
    try {
      plain = unsealEnvelope(this.keys, sealed, boundTo(organizationId, connectorId));
    } catch {
      throw new DeliveryFault('secret_unavailable');
    }
    return JSON.parse(plain.toString('utf8')) as Config;
  }

  /** As `open`; secrets that cannot be opened are as if there were none. */
  openOrNothing(organizationId: string, connectorId: string, sealed: Buffer): Config {
    try {
      return this.open(organizationId, connectorId, sealed);
    } catch (error) {
      if (error instanceof DeliveryFault) return {};
      throw error;
    }
  }

  /** The envelope under the first key, or undefined when it is there already. */
  rewrap(organizationId: string, connectorId: string, sealed: Buffer): Buffer | undefined {
    return rewrapEnvelope(this.keys, sealed, boundTo(organizationId, connectorId));
  }
}

const boundTo = (organizationId: string, connectorId: string) => `notify.connector|${organizationId}|${connectorId}`;
