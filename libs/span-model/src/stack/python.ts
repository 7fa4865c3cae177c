/** CPython and PyPy, with chained exceptions and exception groups. */
import { fileName } from './file-name.js';
import { fileAndFunction, lineNumber, type StackException, type StackFrame, type StackParser } from './stack.js';

const FRAME = /^[\s|+]*File "(?<file>[^"]+)", line (?<line>\d+)(?:, in (?<function>.+))?$/;
const START = /Traceback \(most recent call last\):\s*$/;
/** The last line of a traceback; code and frames stand further right. */
const TYPE = /^(?:\s*\| )?(?<type>[A-Za-z_][\w.]*)(?=:|$| \()/;
/** `+-+---------------- 1 ----------------` before each exception of a group. */
const GROUP_MEMBER = /^[\s|]*\+[-+]*-{4,} (?:\d+|\.\.\.) -{4,}$/;
const LIBRARIES =
  /site-packages\/|dist-packages\/|\/lib\/python|\/Lib\/|<frozen|<string>|python\d*_lib\/|third_party\//;

export const python: StackParser = {
  runtime: 'python',
  isFrame: (line) => FRAME.test(line),

  read(lines) {
    // Tracebacks stand in the order in which they happened: the last one is the outermost, and so is its last frame.
    const chain: StackException[] = [];
    const members: StackException[] = [];
    let current: StackException | undefined;
    let target = chain;
    for (const line of lines) {
      if (GROUP_MEMBER.test(line)) target = members;
      if (START.test(line)) current = undefined;
      const frame = frameOf(line);
      if (frame !== undefined) {
        if (current === undefined || current.type !== '') target.push((current = { type: '', frames: [] }));
        current.frames.push(frame);
      } else if (current !== undefined && current.type === '') current.type = TYPE.exec(line)?.groups?.type ?? '';
    }
    return [...chain.toReversed(), ...members].map(({ type, frames }) => ({ type, frames: frames.toReversed() }));
  },
};

function frameOf(line: string): StackFrame | undefined {
  const groups = FRAME.exec(line)?.groups;
  if (groups === undefined) return undefined;
  const path = groups.file!.replaceAll('\\', '/');
  const file = fileName(path);
  const name = (groups.function ?? '').trim();
  return {
    function: name,
    file,
    ...lineNumber(groups.line),
    inApp: !LIBRARIES.test(path),
    key: fileAndFunction(file, name),
    path,
  };
}
