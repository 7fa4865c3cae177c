import { invalidArgument } from '@spanwise/contracts/base/errors';
import { isSafeText } from './members.js';

/** A name of a resource, trimmed; throws `invalid_argument` for a blank one and one with control characters. */
export function checkedName(text: string): string {
  const name = text.trim();
  const reason = name === '' ? 'must not be blank' : isSafeText(name) ? undefined : 'must not have control characters';
  if (reason !== undefined) throw invalidArgument(`The name ${reason}.`, [{ field: 'name', reason }]);
  return name;
}
