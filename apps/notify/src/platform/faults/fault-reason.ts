import { cutText } from '@spanwise/contracts/base/cut-text';
import { ServiceError } from '@spanwise/contracts/base/errors';
import { describeError, type Logger } from '@spanwise/host/logger';

const MAX_REASON = 1_024;

/** Of this process; what is done in a transaction has no logger. */
let log: Pick<Logger, 'warn'> | undefined;
export const logFaultsTo = (logger: Pick<Logger, 'warn'>): void => void (log = logger);

/**
 * What the owner of a failing rule, incident, policy or template reads (ALERT-150): the sentence of an error that was made for
 * readers, else its kind alone, since other messages may quote statements and rows. The log has the message.
 */
export function reasonOf(fault: unknown): string {
  if (fault instanceof ServiceError) return cutText(`${fault.kind}: ${fault.message}`, MAX_REASON);
  log?.warn(describeError(fault), 'an internal error affects one rule, incident, policy, template or delivery');
  return `Internal error (${kindOf(fault)}). The log of the service notify has the details.`;
}

function kindOf(fault: unknown): string {
  const { code } = (fault ?? {}) as { code?: unknown };
  if (typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code)) return `SQLSTATE ${code}`;
  return fault instanceof TypeError || fault instanceof RangeError || fault instanceof SyntaxError
    ? fault.name
    : 'unknown';
}
