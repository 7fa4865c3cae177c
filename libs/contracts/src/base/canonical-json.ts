/** JSON with the members of every object in the order of their names: equal values have one text. */
export const canonicalJson = (value: unknown): string => JSON.stringify(ordered(value));

function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(members.map(([name, member]) => [name, ordered(member)]));
}
