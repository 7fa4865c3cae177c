import { ServiceError } from '@spanwise/contracts/errors';
import { parse } from '@spanwise/contracts/parse';
import { ConnectorId } from '@spanwise/contracts/notify';

/** A text that is no id names nothing: 404, as for an id of another organization. */
export function namedId(id: string, noun: string): string {
  try {
    return parse(ConnectorId, { id }).id;
  } catch {
    throw new ServiceError('not_found', `There is no such ${noun}.`);
  }
}
