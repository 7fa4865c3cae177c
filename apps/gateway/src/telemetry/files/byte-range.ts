/** Which bytes of a file a request is answered with (RFC 9110, 14). Pure. */

export interface ByteRange {
  from: number;
  /** Behind the last one. */
  to: number;
}

const RANGE = /^bytes=(\d{0,15})-(\d{0,15})$/;

/**
 * Undefined for the whole file: without a range, with one that is malformed or of several parts, which a server may take no
 * notice of, and when `If-Range` names another file. `unsatisfiable` for a range behind the end.
 */
export function rangeOf(
  headers: { range?: string | undefined; ifRange?: string | undefined },
  file: { bytes: number; etag: string },
): ByteRange | 'unsatisfiable' | undefined {
  const { range, ifRange } = headers;
  const found = RANGE.exec(range?.trim() ?? '');
  if (found === null || (ifRange !== undefined && ifRange.trim() !== file.etag)) return undefined;
  const [first, last] = [found[1], found[2]].map((digits) => (digits === '' ? undefined : Number(digits)));
  if (first === undefined) {
    if (last === undefined) return undefined;
    if (last === 0 || file.bytes === 0) return 'unsatisfiable';
    return { from: Math.max(0, file.bytes - last), to: file.bytes };
  }
  if (last !== undefined && last < first) return undefined;
  if (first >= file.bytes) return 'unsatisfiable';
  return { from: first, to: Math.min(file.bytes, (last ?? Infinity) + 1) };
}
