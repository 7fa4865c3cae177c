/** `a***@domain` for an address; else the two first and last characters, and nothing of a short text. */
export function maskedTarget(value: string): string {
  const at = value.lastIndexOf('@');
  if (at > 0) return `${[...value][0]}***${value.slice(at)}`;
  const characters = [...value];
  return characters.length <= 4 ? '***' : `${characters.slice(0, 2).join('')}***${characters.slice(-2).join('')}`;
}
