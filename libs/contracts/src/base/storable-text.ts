/** What PostgreSQL can keep neither as text nor within JSON: NUL, and half of a surrogate pair. */
const UNSTORABLE = /[\0\p{Cs}]/u;
const EVERY_UNSTORABLE = /[\0\p{Cs}]/gu;

/** With U+FFFD in place of what cannot be kept. */
export const storable = (text: string): string => text.replaceAll(EVERY_UNSTORABLE, '\ufffd');

/** JSON of a value with storable texts and names only: what a statement gets for a column of JSON. */
export function storableJson(value: unknown): string {
  const text = JSON.stringify(value);
  return ESCAPED.test(text) ? JSON.stringify(storableValue(JSON.parse(text))) : text;
}

/** How JSON writes what cannot be kept; a backslash of the text itself may look like it. */
const ESCAPED = /\\u(?:0000|d[89a-f])/;

function storableValue(value: unknown): unknown {
  if (typeof value === 'string') return storable(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(storableValue);
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [storable(name), storableValue(inner)]));
}

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
  return storable(names.reverse().join('.'));
}
