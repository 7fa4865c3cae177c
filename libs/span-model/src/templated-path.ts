/** Paths without their ids (semantics D6): what a transaction is named by when an emitter puts the raw path into its name. */

const MAX_SEGMENTS = 8;

const ID_SEGMENTS: readonly RegExp[] = [
  /^\d+$/,
  /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i,
  /^(?=.*\d)[0-9a-f]{8,}$/i,
  /^\d{4}-\d{2}-\d{2}/,
  /^[^@\s]+(@|%40)[^@\s]+\.[^@\s]+$/,
  /^(?=.*\d)[A-Za-z0-9_=-]{20,}$/,
];

export const isIdSegment = (segment: string): boolean => ID_SEGMENTS.some((pattern) => pattern.test(segment));

export const hasIdSegment = (path: string): boolean => path.split('/').some(isIdSegment);

/** Query and fragment are cut, id-like segments become `{id}`, deeper segments are dropped. */
export function templatePath(path: string): string {
  const segments = path.split(/[?#]/, 1)[0].split('/');
  const kept = segments.slice(0, MAX_SEGMENTS + 1).map((segment) => (isIdSegment(segment) ? '{id}' : segment));
  return kept.join('/') || '/';
}
