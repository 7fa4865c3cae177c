/** Ends of lines as `.` in a pattern knows them. */
const LINE_END = /[\n\r\u2028\u2029]/;

/**
 * The text without the end of its last line, from the first character on that `mark` matches. In one pass, where a pattern
 * for the same would start again at every mark of the lines before.
 */
export function cutTail(text: string, mark: RegExp): string {
  const last = text.split(LINE_END).at(-1)!;
  const at = last.search(mark);
  return at < 0 ? text : text.slice(0, text.length - last.length + at);
}
