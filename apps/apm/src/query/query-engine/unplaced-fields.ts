/** The fields that a statement reads by their names although they have no place in the schema of their stream. Pure. */
import { invalidArgument } from '@spanwise/contracts/base/errors';
import type { StreamField } from '@spanwise/segments/catalogue';
import { COLUMNS } from '@spanwise/segments/columns';
import { memberOf } from './field-value.js';
import { DERIVED_NAMES, TIME } from './derived-columns.js';
import type { FreeName } from './free-names.js';
import { fieldColumns, type StreamView } from './stream-view.js';

/** Of names that no stream holds, in one statement. */
const MAX_MORE_NAMES = 200;
const MEMBERS = /^(?:attributes|resource)\./;

/** What to look for among the fields without a place, in lower case. */
export const namesToFind = (free: readonly FreeName[]): string[] => [
  ...new Set(free.map(({ name }) => name.toLowerCase()).flatMap((name) => [name, name.replace(MEMBERS, '')])),
];

/**
 * With the names that a stream may have had and does not hold: their types are unknown, so they read as text. One that
 * stands without its stream means another stream's column of that name, if there is one.
 */
export function withMoreNames(
  views: readonly (StreamView & { hasMoreNames: boolean })[],
  free: readonly FreeName[],
): StreamView[] {
  const known = views.map(columnNames);
  return views.map((view, at) => {
    if (!view.hasMoreNames) return view;
    const names = free.filter(({ name, bare }) => {
      const lower = name.toLowerCase();
      return (
        memberOf(name) === undefined && !known[at]!.has(lower) && !(bare && known.some((columns) => columns.has(lower)))
      );
    });
    if (names.length > MAX_MORE_NAMES)
      throw invalidArgument(`A statement names at most ${MAX_MORE_NAMES} fields that its streams do not hold.`);
    const others = names.map(({ name }): StreamField => ({
      name,
      type: 'utf8',
      column: 'attributes',
      foundLate: true,
    }));
    return { ...view, unplaced: [...view.unplaced, ...others] };
  });
}

const columnNames = (view: StreamView): ReadonlySet<string> =>
  new Set(
    [
      ...[...COLUMNS[view.signal], ...fieldColumns(view)].map(({ name }) => name),
      '_event_id',
      TIME,
      ...DERIVED_NAMES,
    ].map((name) => name.toLowerCase()),
  );
