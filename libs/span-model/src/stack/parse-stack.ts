/**
 * Finds out which runtime has printed a stack trace and reads it (APM-13). Nothing that a client sends throws or
 * takes long: characters, lines and frames are bounded, and every pattern is linear in a line or nearly so.
 */
import { dart } from './dart.js';
import { dotnet } from './dotnet.js';
import { elixir } from './elixir.js';
import { go } from './go.js';
import { formerJava, java } from './java.js';
import { gecko, v8 } from './javascript.js';
import { lua } from './lua.js';
import { php } from './php.js';
import { python } from './python.js';
import { formerRuby, ruby } from './ruby.js';
import { rust } from './rust.js';
import { swift } from './swift.js';
import { MAX_LINE_CHARS, type Runtime, type StackException, type StackParser } from './stack.js';

export interface ParsedStack {
  runtime: Runtime;
  /** Outermost first; only those with a type or a frame. */
  exceptions: StackException[];
}

/** Of equally many lines that two parsers know, the first of them reads the text. */
export const STACK_PARSERS: readonly StackParser[] = [
  python,
  dart,
  php,
  ruby,
  go,
  gecko,
  java,
  v8,
  dotnet,
  rust,
  lua,
  elixir,
  swift,
];
/** Those that the algorithms g3 and g2 chose from. */
const G3_PARSERS = STACK_PARSERS.map((parser) => (parser === java ? formerJava : parser));
const G2_PARSERS: readonly StackParser[] = [python, dart, php, formerRuby, go, gecko, formerJava, v8, dotnet, rust];

const MAX_CHARS = 131_072;
const MAX_LINES = 400;
const MAX_FRAMES = 128;
const MAX_EXCEPTIONS = 16;
/** A runtime shows itself in this many lines; messages of many lines stand before the frames. */
const PARSED_LINES = 32;

/** Undefined when no runtime prints like this. */
export const parseStack = (text: string): ParsedStack | undefined => parseStacks(text).stack;

export interface ParsedStacks {
  stack: ParsedStack | undefined;
  /** As the former algorithms have read it, which is nearly always the same. */
  g3: ParsedStack | undefined;
  g2: ParsedStack | undefined;
}

export function parseStacks(text: string): ParsedStacks {
  const lines = boundedLines(text);
  const first = lines.slice(0, PARSED_LINES);
  const [known, knownOfAll] = [new Map<StackParser, number>(), new Map<StackParser, number>()];
  const chosen = (parsers: readonly StackParser[]) =>
    parse(parsers, first, known) ?? (lines.length > PARSED_LINES ? parse(parsers, lines, knownOfAll) : undefined);
  const read = new Map<StackParser | undefined, ParsedStack | undefined>([[undefined, undefined]]);
  const stackBy = (parsers: readonly StackParser[]) => {
    const parser = chosen(parsers);
    if (!read.has(parser)) read.set(parser, readStack(parser!, lines));
    return read.get(parser);
  };
  return { stack: stackBy(STACK_PARSERS), g3: stackBy(G3_PARSERS), g2: stackBy(G2_PARSERS) };
}

function readStack(parser: StackParser, lines: readonly string[]): ParsedStack | undefined {
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

/** `counts` keeps how many of the lines each parser knows, for the next list of parsers. */
function parse(
  parsers: readonly StackParser[],
  lines: readonly string[],
  counts: Map<StackParser, number>,
): StackParser | undefined {
  let best: StackParser | undefined;
  let most = 0;
  for (const parser of parsers) {
    let known = counts.get(parser);
    if (known === undefined) {
      known = 0;
      for (const line of lines) if (parser.isFrame(line)) known++;
      counts.set(parser, known);
    }
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
