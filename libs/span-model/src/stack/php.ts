/** PHP, with the exceptions that it prints after `Next`. */
import { fileName } from './file-name.js';
import { fileAndFunction, lineNumber, type StackException, type StackFrame, type StackParser } from './stack.js';

const FRAME = /^#\d+ (?:(?<file>[^\s(:][^(]*)\((?<line>\d+)\)|\[internal function\]): (?<function>[^(]+)\(/;
const HEAD = /Uncaught (?:exception ')?(?<type>[\w\\]+)|^exception '(?<old>[\w\\]+)'/;
const NEXT = /^Next (?:exception ')?(?<type>[\w\\]+)/;
const EVALUATED = /\(\d+\) : (?:eval\(\)'d code|runtime-created function)/;
const LIBRARIES = /\/vendor\/|^phar:/;

export const php: StackParser = {
  runtime: 'php',
  isFrame: (line) => FRAME.test(line.replace(EVALUATED, '')),

  read(lines) {
    // What happened first stands first; every `Next` is an exception around it.
    const exceptions: StackException[] = [{ type: '', frames: [] }];
    for (const line of lines) {
      const next = NEXT.exec(line)?.groups?.type;
      if (next !== undefined) exceptions.unshift({ type: next, frames: [] });
      const frame = frameOf(line.replace(EVALUATED, ''));
      if (frame !== undefined) exceptions[0]!.frames.push(frame);
      else if (exceptions.length === 1 && exceptions[0]!.type === '') {
        const head = HEAD.exec(line)?.groups;
        exceptions[0]!.type = head?.type ?? head?.old ?? '';
      }
    }
    return exceptions;
  },
};

function frameOf(line: string): StackFrame | undefined {
  const groups = FRAME.exec(line)?.groups;
  if (groups === undefined) return undefined;
  const path = (groups.file ?? '').replaceAll('\\', '/');
  const file = fileName(path);
  const name = groups
    .function!.replace(/\{closure:.*$/, '{closure}')
    .replace(/class@anonymous.*?(?=->|::|$)/, 'class@anonymous')
    .trim();
  return {
    function: name,
    file,
    ...lineNumber(groups.line),
    inApp: path !== '' && !LIBRARIES.test(path),
    key: fileAndFunction(file, name),
    path,
  };
}
