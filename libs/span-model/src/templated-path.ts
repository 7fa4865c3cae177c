/** Paths without their ids (APM-7): what a transaction is named by when an emitter puts the raw path into its name. */

const MAX_SEGMENTS = 8;

const ID_SEGMENTS: readonly RegExp[] = [
  /^\d+$/,
  /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i,
  /^(?=.*\d)[0-9a-f]{8,}$/i,
  /^\d{4}-\d{2}-\d{2}/,
  /^(?=.*\d)[A-Za-z0-9_=-]{20,}$/,
];

export const isIdSegment = (segment: string): boolean =>
  ID_SEGMENTS.some((pattern) => pattern.test(segment)) || isMailAddress(segment);

/** `^[^@\s]+(@|%40)[^@\s]+\.[^@\s]+$`, in one pass: as a pattern it tries every `%40` with every dot. */
export function isMailAddress(segment: string): boolean {
  const sign = segment.indexOf('@');
  const escaped = sign < 0 ? segment.indexOf('%40', 1) : -1;
  const domain = sign > 0 ? sign + 1 : escaped > 0 ? escaped + 3 : 0;
  if (domain === 0 || segment.includes('@', domain)) return false;
  const dot = segment.indexOf('.', domain + 1);
  return dot > 0 && dot < segment.length - 1 && !/\s/.test(segment);
}

export const hasIdSegment = (path: string): boolean => path.split('/').some(isIdSegment);

/** Query and fragment are cut, id-like segments become `{id}`, deeper segments are dropped. */
export function templatePath(path: string): string {
  const segments = path.split(/[?#]/, 1)[0]!.split('/');
  const kept = segments.slice(0, MAX_SEGMENTS + 1).map((segment) => (isIdSegment(segment) ? '{id}' : segment));
  return kept.join('/') || '/';
}
