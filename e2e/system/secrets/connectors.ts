/** A configuration of every type of connector, with a canary in every place that can hold a secret. */
import type { ConnectorType } from '@spanwise/contracts/notify/notify';
import { PROVIDERS } from '@spanwise/notify/channels/providers/registry';
import { sampleConfig } from '../harness/connector-samples.js';
import type { Receivers } from '../harness/receivers.js';
import type { Canaries } from './canaries.js';

/** Where a test message is sent, for types that do not take the name of a room. */
const TARGETS: Partial<Record<ConnectorType, { target_type: string; target: string }>> = {
  email_smtp: { target_type: 'fixed_address', target: 'ops@example.org' },
  telegram_bot: { target_type: 'fixed_group', target: '-1001' },
};

export const TYPES = Object.values(PROVIDERS).map(({ type }) => type);
export const targetOf = (type: ConnectorType) => TARGETS[type] ?? { target_type: 'fixed_group', target: 'room' };

/** `ending` is that of the secrets and addresses, `refused` for those that the receivers do not take. */
export function configOf(
  type: ConnectorType,
  canaries: Canaries,
  { host, url, mailPort }: Receivers,
  ending: string,
): Record<string, unknown> {
  const destination = { host, mailPort, url: `${url}/${canaries.next()}/${ending}` };
  return sampleConfig(type, PROVIDERS[type].members, destination, () => `${canaries.next()}${ending}`);
}
