/** Texts with a limit in bytes. PostgreSQL and the API count bytes of UTF-8, never characters. */

export function utf8Length(text: string): number {
  let bytes = text.length;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code < 0x80) continue;
    if (code < 0x800) bytes += 1;
    else if (code >= 0xd800 && code < 0xdc00 && isLowSurrogate(text.charCodeAt(i + 1))) {
      bytes += 2;
      i++;
    } else bytes += 2;
  }
  return bytes;
}

/** The longest prefix of at most `maxBytes` bytes that ends between two characters. */
export function truncateUtf8(text: string, maxBytes: number): string {
  if (text.length * 3 <= maxBytes) return text;
  let bytes = 0;
  let at = 0;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    const pair = code >= 0xd800 && code < 0xdc00 && isLowSurrogate(text.charCodeAt(at + 1));
    bytes += pair ? 4 : code < 0x80 ? 1 : code < 0x800 ? 2 : 3;
    if (bytes > maxBytes) return text.slice(0, at);
    at += pair ? 2 : 1;
  }
  return text;
}

const UNSTORABLE = /[\0\p{Surrogate}]/gu;

/** NUL, which PostgreSQL refuses, and halves of characters, which UTF-8 cannot hold, become U+FFFD. */
export function storable(text: string): string {
  return text.replace(UNSTORABLE, '\ufffd');
}

function isLowSurrogate(code: number): boolean {
  return code >= 0xdc00 && code < 0xe000;
}
