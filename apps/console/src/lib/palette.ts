/** The same service has the same colour on every screen: one of eight, by its name. Pure. */
export const SERVICE_COLOURS = 8;

export function serviceColour(name: string): string {
  let hash = 2_166_136_261;
  for (const character of name) hash = Math.imul(hash ^ character.codePointAt(0)!, 16_777_619) >>> 0;
  return `var(--service-${((hash ^ (hash >>> 15)) >>> 0) % SERVICE_COLOURS})`;
}
