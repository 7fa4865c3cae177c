/** Node and Chromium (V8), Firefox (SpiderMonkey), Safari (JavaScriptCore) and React Native (Hermes). */
import { fileName } from './file-name.js';
import { fileAndFunction, lineNumber, type StackException, type StackFrame, type StackParser } from './stack.js';

const POSITION = /:(?<line>\d{1,9})(?::\d{1,9})?$/;
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
        if (cause !== undefined && current.frames.length > 0) exceptions.push({ type: cause.type, frames: [] });
        const frame = cause === undefined ? frameOf(line) : undefined;
        if (frame !== undefined) current.frames.push(frame);
        else if (current.type === '' && current.frames.length === 0) current.type = HEAD.exec(line)?.groups?.type ?? '';
      }
      return exceptions;
    },
  };
}

/** `at name (place)`, `at place` or `at name`; `place` of evaluated code is `eval at name (place), …`. */
function v8Frame(line: string): StackFrame | undefined {
  const rest = V8_LINE.exec(line)?.groups?.rest.replace(/^async /, '');
  if (rest === undefined) return undefined;
  const open = rest.endsWith(')') ? rest.indexOf(' (') : -1;
  const name = open < 0 ? '' : rest.slice(0, open);
  const place = open < 0 ? rest : rest.slice(open + 2, -1);
  const position = POSITION.exec(place);
  if (position !== null) {
    const path = place.slice(0, position.index);
    const foreign = OTHERS_FILE.test(path) || (open < 0 && !BARE_PLACE.test(place));
    return foreign ? undefined : frame(name, path, position.groups!.line);
  }
  if (open >= 0 && NO_FILE.test(place)) return frame(name, '', undefined, false);
  return open < 0 && BARE_NAME.test(rest) && !NO_FILE.test(rest) ? frame(rest, '') : undefined;
}

function geckoFrame(line: string): StackFrame | undefined {
  const at = AT_PLACE.exec(line);
  if (at === null) return undefined;
  const name = line
    .slice(0, at.index)
    .trim()
    .replace(/^async\*/, '')
    .replace(/(?:\/<)+$/, '');
  const place = line.slice(at.index + 1);
  const position = POSITION.exec(place);
  return position === null
    ? frame(name, '', undefined, false)
    : frame(name, place.slice(0, position.index), position.groups!.line);
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
  };
}

/** `[as alias]` names how a method was called and `<computed>` numbers nothing: only generated counters go. */
const jsName = (name: string): string => name.replace(/(anonymous|lambda|closure)[_$]?\d+/gi, '$1').trim();
