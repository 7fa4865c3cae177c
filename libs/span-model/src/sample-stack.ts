import { sanitize } from './sanitize.js';
import { storable, truncateUtf8, utf8Length } from './utf8.js';

const MAX_LINES = 50;
const MAX_LINE_BYTES = 256;
const MAX_BYTES = 8_192;
/** Characters of a line that are searched for secrets: many more than are kept, for masking makes lines shorter. */
const MAX_LOOKED_AT = 2_048;
const MAX_CHARS = 131_072;

/**
 * A stack trace as a sample keeps it: sanitised, at most 50 lines of 256 bytes and 8 KiB. Of a longer one the first and the
 * last lines are kept, with a line between that says how many are missing: some runtimes print the innermost call last.
 */
export function sampleStack(stacktrace: string): string[] {
  const text =
    stacktrace.length <= MAX_CHARS
      ? stacktrace
      : `${stacktrace.slice(0, MAX_CHARS / 2)}\n${stacktrace.slice(-MAX_CHARS / 2)}`;
  const all = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  const chosen = all.length <= MAX_LINES ? all : [...all.slice(0, MAX_LINES / 2), ...all.slice(-MAX_LINES / 2)];
  const clean = sanitize(storable(chosen.map((line) => line.slice(0, MAX_LOOKED_AT)).join('\n')))
    .split('\n')
    .map((line) => truncateUtf8(line, MAX_LINE_BYTES));
  return withinBytes(clean, all.length);
}

function withinBytes(lines: string[], total: number): string[] {
  const head = lines.slice(0, Math.ceil(lines.length / 2));
  const tail = lines.slice(head.length);
  let bytes = lines.reduce((sum, line) => sum + utf8Length(line), 0);
  let kept = lines.length;
  // Lines leave from the middle, where recursion and framework code stand.
  while (bytes > MAX_BYTES || (kept < total && kept >= MAX_LINES)) {
    const from = head.length > tail.length ? head : tail;
    bytes -= utf8Length((from === head ? head.pop() : tail.shift())!);
    kept--;
  }
  return kept === total ? lines : [...head, `… ${total - kept} lines left out …`, ...tail];
}
