/** What PostgreSQL can keep neither as text nor within JSON: NUL, and half of a surrogate pair. */
const UNSTORABLE = /[\0\p{Cs}]/u;

interface Place {
  value: unknown;
  name: string;
  within?: Place;
}

/**
 * Path of the first text, or of the first member by its name, that cannot be stored; undefined when there is none.
 * `value` is of JSON, at any depth.
 */
export function unstorableMember(value: unknown): string | undefined {
  const open: Place[] = [{ value, name: '' }];
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    if (UNSTORABLE.test(place.name)) return pathOf(place);
    if (typeof place.value === 'string' && UNSTORABLE.test(place.value)) return pathOf(place);
    if (typeof place.value !== 'object' || place.value === null) continue;
    for (const [name, inner] of Object.entries(place.value)) open.push({ value: inner, name, within: place });
  }
  return undefined;
}

/** Names of the members from the outermost on, as they can be shown. */
function pathOf(place: Place): string {
  const names: string[] = [];
  for (let at: Place | undefined = place; at?.within !== undefined; at = at.within) names.push(at.name);
  return names
    .reverse()
    .join('.')
    .replaceAll(/[\0\p{Cs}]/gu, '\ufffd');
}
