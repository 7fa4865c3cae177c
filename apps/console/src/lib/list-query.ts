/** What lists of figures have in their address, and ask the API for; pure. */
import type { Window } from './range.js';
import { cursor, oneOf, text, type Fields } from './search.js';

export interface ListState<Sort extends string> {
  environment: string;
  namespace: string;
  sort: Sort;
  direction: 'desc' | 'asc';
  cursor: string;
}

const PAGE = 50;

/** The first of the sorts stands where none is given. */
export const listFields = <Sort extends string>(sorts: readonly Sort[]): Fields<ListState<Sort>> => ({
  environment: text(),
  namespace: text(),
  sort: oneOf(sorts),
  direction: oneOf(['desc', 'asc'] as const),
  cursor: cursor(),
});

/** Members without a value are left out. */
export function listQuery<State extends object>({ state, window }: { state: State; window: Window }) {
  const given = Object.entries(state).filter(([, value]) => value !== '');
  return { ...window, limit: PAGE, ...(Object.fromEntries(given) as Partial<State>) };
}
