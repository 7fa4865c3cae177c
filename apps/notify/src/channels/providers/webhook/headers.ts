/** Headers that a person may add to a webhook (DELIVERY-9). */
const TOKEN = /^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,256}$/;
/** Visible ASCII, space and tab: CR, LF, NUL and everything that needs an encoding stay out. */
const VALUE = /^[\x21-\x7e](?:[\x20-\x7e\t]*[\x21-\x7e])?$/;
/** Ours, or of the connection. */
const RESERVED =
  /^(host|content-length|transfer-encoding|content-encoding|accept-encoding|connection|keep-alive|upgrade|te|trailer|expect|proxy-.*|webhook-.*|x-forwarded-.*|forwarded)$/i;
const MAX_HEADERS = 20;
const MAX_BYTES = 8_192;

/** Why the map cannot be sent as headers; undefined when it can. Values are never part of the sentence. */
export function headersFault(headers: Record<string, string>): string | undefined {
  const entries = Object.entries(headers);
  if (entries.length > MAX_HEADERS) return `must have at most ${MAX_HEADERS} headers`;
  const size = entries.reduce((sum, [name, value]) => sum + name.length + value.length + 4, 0);
  if (size > MAX_BYTES) return `must have at most ${MAX_BYTES} bytes`;
  const names = new Set(entries.map(([name]) => name.toLowerCase()));
  if (names.size !== entries.length) return 'must not name a header twice';
  if (entries.some(([name]) => !TOKEN.test(name) || name === '__proto__')) return 'must have legal header names';
  const reserved = entries.find(([name]) => RESERVED.test(name));
  if (reserved !== undefined) return `must not set ${reserved[0].toLowerCase()}`;
  if (entries.some(([, value]) => value !== '' && !VALUE.test(value))) return 'must have values of visible ASCII';
  return undefined;
}
