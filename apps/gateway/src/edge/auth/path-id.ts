import { notFound } from '@spanwise/contracts/base/errors';
import { parse } from '@spanwise/contracts/authz/parse';
import type { Constructor } from '@spanwise/contracts/authz/rpc';

/** The id of a path as a contract's input. A text that is no id names nothing: 404, as for an id of another organization. */
export function pathId<T extends { id: string }>(input: Constructor<T>, id: string, absent: string): T {
  try {
    return parse(input, { id });
  } catch {
    throw notFound(absent);
  }
}
