/** Node and Chromium (V8), Firefox (SpiderMonkey), Safari (JavaScriptCore) and React Native (Hermes). */
import { fileName } from './file-name.js';
import {
  fileAndFunction,
  lineNumber,
  MAX_LINE_CHARS,
  type StackException,
  type StackFrame,
  type StackParser,
} from './stack.js';

const POSITION = /:(?<line>\d{1,9})(?::(?<column>\d{1,9}))?$/;
const V8_LINE = /^\s*at (?<rest>\S.*)$/;
const NO_FILE = /^(?:native|native code|<anonymous>|unknown location|index \d+)$/;
/** A place without a name before it. Mono's `at A.B () in c.cs:9` and Rust's `at ./src/cart.rs:4:5` are none. */
const BARE_PLACE = /^(?:[\w-]+:|\/|\.{0,2}\/|<anonymous>|[\w@.-]+\/)\S*$|^(?:[A-Za-z]:[\\/]|\/).*$/;
const OTHERS_FILE = /\.(?:rs|cs|vb|fs|dart)$/;
const BARE_NAME = /^[\w$.<>]+$/;
/** Where the place of a frame begins in `function@place`. */
const AT_PLACE =
  /@(?=\[native code\]$|(?:https?|file|resource|webpack|webpack-internal|blob|app|capacitor|[\w-]+-extension):\S*:\d{1,9}$)/;
const CAUSE = /^\s*(?:\[cause\]: |Caused by: )(?<type>[A-Za-z_$][\w$.]*)/;
const HEAD = /^(?:Uncaught )?(?<type>[A-Za-z_$][\w$.]*)(?=:|$)/;

const LIBRARIES = /node_modules\/|^node:|^internal\/|^webpack\/|^resource:|-extension:\/\//;

/** Printed with `at`. */
export const v8: StackParser = parser(v8Frame);
/** Printed with `@`. */
export const gecko: StackParser = parser(geckoFrame);

function parser(frameOf: (line: string) => StackFrame | undefined): StackParser {
  return {
    runtime: 'javascript',
    isFrame: (line) => frameOf(line) !== undefined,
    read(lines) {
      const exceptions: StackException[] = [{ type: '', frames: [] }];
      for (const line of lines) {
        const current = exceptions[exceptions.length - 1];
        const cause = CAUSE.exec(line)?.groups;
        if (cause !== undefined && current!.frames.length > 0) exceptions.push({ type: cause.type!, frames: [] });
        const frame = cause === undefined ? frameOf(line) : undefined;
        if (frame !== undefined) current!.frames.push(frame);
        else if (current!.type === '' && current!.frames.length === 0)
          current!.type = HEAD.exec(line)?.groups?.type ?? '';
      }
      return exceptions;
    },
  };
}

/** A line of a stack as it stands there. */
export interface PlacedCall {
  /** As the engine calls it, without `async`; `''` without a name. */
  name: string;
  path: string;
  line: number;
  column: number | undefined;
  isAsync: boolean;
}

/** The call that a line of either form shows; undefined where it names no line of a file. */
export function placedCall(text: string): PlacedCall | undefined {
  if (text.length > MAX_LINE_CHARS) return undefined;
  const isV8 = V8_LINE.test(text);
  const split = isV8 ? v8Parts(text) : geckoParts(text);
  const position = split === undefined ? null : POSITION.exec(split.place);
  if (position === null) return undefined;
  const path = split!.place.slice(0, position.index);
  if (path === '' || path.startsWith('eval at ') || path.includes('<anonymous>')) return undefined;
  if (isV8 && isForeign(split!, path)) return undefined;
  const { line, column } = position.groups!;
  const isAsync = /^\s*(?:at async |async\*)/.test(text);
  return {
    name: split!.name,
    path,
    line: Number(line),
    column: column === undefined ? undefined : Number(column),
    isAsync,
  };
}

interface Parts {
  name: string;
  place: string;
  /** The place stands in brackets behind the name. */
  named: boolean;
}

const isForeign = ({ place, named }: Parts, path: string): boolean =>
  OTHERS_FILE.test(path) || (!named && !BARE_PLACE.test(place));

/** `at name (place)`, `at place` or `at name`; `place` of evaluated code is `eval at name (place), …`. */
function v8Parts(line: string): Parts | undefined {
  const rest = V8_LINE.exec(line)?.groups?.rest!.replace(/^async /, '');
  if (rest === undefined) return undefined;
  const open = rest.endsWith(')') ? rest.indexOf(' (') : -1;
  return open < 0
    ? { name: '', place: rest, named: false }
    : { name: rest.slice(0, open), place: rest.slice(open + 2, -1), named: true };
}

function v8Frame(line: string): StackFrame | undefined {
  const parts = v8Parts(line);
  if (parts === undefined) return undefined;
  const { name, place, named } = parts;
  const position = POSITION.exec(place);
  if (position !== null) {
    const path = place.slice(0, position.index);
    return isForeign(parts, path) ? undefined : frame(name, path, position.groups!.line);
  }
  if (named) return NO_FILE.test(place) ? frame(name, '', undefined, false) : undefined;
  return BARE_NAME.test(place) && !NO_FILE.test(place) ? frame(place, '') : undefined;
}

function geckoParts(line: string): Parts | undefined {
  const at = AT_PLACE.exec(line);
  if (at === null) return undefined;
  const name = line
    .slice(0, at.index)
    .trim()
    .replace(/^async\*/, '')
    .replace(/(?:\/<)+$/, '');
  return { name, place: line.slice(at.index + 1), named: true };
}

function geckoFrame(line: string): StackFrame | undefined {
  const parts = geckoParts(line);
  if (parts === undefined) return undefined;
  const position = POSITION.exec(parts.place);
  return position === null
    ? frame(parts.name, '', undefined, false)
    : frame(parts.name, parts.place.slice(0, position.index), position.groups!.line);
}

function frame(name: string, path: string, line?: string, inApp = true): StackFrame {
  const evaluated = path.startsWith('eval at ');
  const known = !evaluated && !path.includes('<anonymous>');
  const file = known ? fileName(path) : '';
  const shown = jsName(name);
  return {
    function: shown,
    file,
    ...lineNumber(line),
    inApp: inApp && !LIBRARIES.test(path.replaceAll('\\', '/')),
    key: fileAndFunction(file, shown) || '<anonymous>',
    ...(known && path !== '' && { path }),
  };
}

/** `[as alias]` names how a method was called and `<computed>` numbers nothing: only generated counters go. */
const jsName = (name: string): string => name.replace(/(anonymous|lambda|closure)[_$]?\d+/gi, '$1').trim();
