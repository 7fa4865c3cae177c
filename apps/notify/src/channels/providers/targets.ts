import type { TargetType } from '@spanwise/contracts/notify/notify';
import { EndpointRefused } from '../egress/endpoints.js';
import { mailboxOf } from './email-smtp/mailbox.js';
import { checkUrl, isSafeText } from './members.js';
import type { Target, ProviderContext } from './provider.js';

type TargetRule = (value: string, context: ProviderContext) => string | undefined;

/** A rule by target type; a type without a rule does not suit the connector. */
export type TargetRules = Partial<Record<TargetType, TargetRule>>;

export function targetFaultBy(rules: TargetRules): (target: Target, context: ProviderContext) => string | undefined {
  return ({ type, value }, context) => {
    const rule = rules[type];
    if (rule === undefined) return `target_type must be one of ${Object.keys(rules).join(', ')} for this connector`;
    if (!isSafeText(value) || value.trim() === '') return 'target must be a text without control characters';
    return rule(value, context);
  };
}

/** A label that people read: the receiver comes from the configuration. */
export const anyLabel: TargetRule = () => undefined;

/** An id of the provider: of a user, a channel, a chat. */
export const providerId: TargetRule = (value) =>
  /^\S{1,256}$/u.test(value) ? undefined : 'target must be an id without spaces';

export const mailAddress: TargetRule = (value) =>
  mailboxOf(value) === undefined ? 'target must be one e-mail address' : undefined;

export const urlTarget: TargetRule = (value, { dialer }) => {
  try {
    checkUrl(value, dialer.rules);
    return undefined;
  } catch (error) {
    if (error instanceof EndpointRefused) return `target ${error.message}`;
    throw error;
  }
};
