/** Messages without what varies between occurrences (APM-14); the order of the rules matters. */

const VARIABLE_PARTS: readonly (readonly [RegExp, string])[] = [
  [/\b[a-z][a-z0-9+.-]{0,30}:\/\/[^\s"'<>]+/gi, '{url}'],
  [/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi, '{uuid}'],
  [/\b\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?/g, '{time}'],
  [/\b\d{4}-\d{2}-\d{2}\b/g, '{date}'],
  [/\b\d{1,2}:\d{2}:\d{2}(?:[.,]\d+)?\b/g, '{time}'],
  [/\b\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?\b/g, '{ip}'],
  [/(?<![A-Za-z0-9._%+-])[A-Za-z0-9._%+-]+@[A-Za-z0-9.-]{1,255}\.[A-Za-z]{2,24}/g, '{email}'],
  // Hashes and numbers stand for one another: a short hash may be all digits.
  [/\b0x[0-9a-f]+\b/gi, '{n}'],
  [/\b(?=[a-f]*\d)[0-9a-f]{8,}\b/gi, '{n}'],
  [/[-+]?\d+(?:[.,]\d+)*(?:e[-+]?\d+)?/gi, '{n}'],
];

const MAX_TEMPLATE_CHARS = 512;

/** Of the first line. */
export function messageTemplate(message: string): string {
  const line = message.split('\n', 1)[0]!.slice(0, 4 * MAX_TEMPLATE_CHARS);
  const template = VARIABLE_PARTS.reduce((text, [pattern, name]) => text.replace(pattern, name), line);
  return template.replaceAll(/\s+/g, ' ').trim().slice(0, MAX_TEMPLATE_CHARS);
}
