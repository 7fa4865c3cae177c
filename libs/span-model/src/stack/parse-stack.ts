/**
 * Finds out which runtime has printed a stack trace and reads it (semantics D13). Nothing that a client sends throws or
 * takes long: characters, lines and frames are bounded, and every pattern is linear in a line or nearly so.
 */
import { dart } from './dart.js';
import { dotnet } from './dotnet.js';
import { go } from './go.js';
import { java } from './java.js';
import { gecko, v8 } from './javascript.js';
import { php } from './php.js';
import { python } from './python.js';
import { ruby } from './ruby.js';
import { rust } from './rust.js';
import { MAX_LINE_CHARS, type Runtime, type StackException, type StackParser } from './stack.js';

export interface ParsedStack {
  runtime: Runtime;
  /** Outermost first; only those with a type or a frame. */
  exceptions: StackException[];
}

/** Of equally many lines that two parsers know, the first of them reads the text. */
const PARSERS: readonly StackParser[] = [python, dart, php, ruby, go, gecko, java, v8, dotnet, rust];

const MAX_CHARS = 131_072;
const MAX_LINES = 400;
const MAX_FRAMES = 128;
const MAX_EXCEPTIONS = 16;
/** A runtime shows itself in this many lines; messages of many lines stand before the frames. */
const JUDGED_LINES = 32;

/** Undefined when no runtime prints like this. */
export function parseStack(text: string): ParsedStack | undefined {
  const lines = boundedLines(text);
  const parser = judge(lines.slice(0, JUDGED_LINES)) ?? (lines.length > JUDGED_LINES ? judge(lines) : undefined);
  if (parser === undefined) return undefined;
  const exceptions = parser
    .read(lines)
    .map(({ type, frames }) => ({ type, frames: frames.filter(({ key }) => key !== '') }))
    .filter(({ type, frames }) => type !== '' || frames.length > 0)
    .slice(0, MAX_EXCEPTIONS);
  let room = MAX_FRAMES;
  for (const exception of exceptions) {
    exception.frames.splice(room);
    room -= exception.frames.length;
  }
  return room === MAX_FRAMES ? undefined : { runtime: parser.runtime, exceptions };
}

function judge(lines: readonly string[]): StackParser | undefined {
  let best: StackParser | undefined;
  let most = 0;
  for (const parser of PARSERS) {
    let known = 0;
    for (const line of lines) if (parser.isFrame(line)) known++;
    if (known > most) [best, most] = [parser, known];
  }
  return best;
}

/** Of a long text its beginning and its end: some runtimes print the innermost call first, others last. */
function boundedLines(text: string): string[] {
  const part =
    text.length <= MAX_CHARS ? text : `${text.slice(0, MAX_CHARS / 2)}\n${text.slice(text.length - MAX_CHARS / 2)}`;
  const lines = part.split('\n');
  const kept = lines.length <= MAX_LINES ? lines : [...lines.slice(0, MAX_LINES / 2), ...lines.slice(-MAX_LINES / 2)];
  return kept.map((line) => (line.length > MAX_LINE_CHARS ? '' : line.endsWith('\r') ? line.slice(0, -1) : line));
}
