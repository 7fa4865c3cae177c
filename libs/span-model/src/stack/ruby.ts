/** Ruby, with the causes of `full_message` and the shortened traces of Rails. */
import { fileName } from './file-name.js';
import { fileAndFunction, lineNumber, type StackException, type StackFrame, type StackParser } from './stack.js';

const FRAME =
  /^\s*(?<from>from )?(?<file>[^\s:][^:]*\.(?:rb|erb|haml|slim|rake|ru|builder|jbuilder)|\(\w+\)|<internal:[^>]+>|(?:[\w.-]*\/)*bin\/[\w-]+):(?<line>\d+):in [`'](?<function>[^']+)'/;
/** `cart.rb:1:in 'total': boom (ArgumentError)` opens an exception, here and in every cause. */
const OPENING = /: .*\((?<type>[A-Z]\w*(?:::[A-Z]\w*)*)\)$/;
const LIBRARIES = /\/gems\/|\/lib\/ruby|<internal:|^[\w-]+ \(\d[\w.]*\) /;

export const ruby: StackParser = {
  runtime: 'ruby',
  isFrame: (line) => FRAME.test(line),

  read(lines) {
    const exceptions: StackException[] = [{ type: '', frames: [] }];
    for (const line of lines) {
      const match = FRAME.exec(line);
      if (match === null) continue;
      const opened =
        match.groups!.from === undefined ? OPENING.exec(line.slice(match[0].length))?.groups?.type : undefined;
      if (opened !== undefined) {
        if (exceptions[0].frames.length === 0) exceptions[0].type = opened;
        else exceptions.push({ type: opened, frames: [] });
      }
      exceptions[exceptions.length - 1].frames.push(frameOf(match.groups!));
    }
    return exceptions;
  },
};

function frameOf({ file: path, line, function: called }: Record<string, string>): StackFrame {
  const file = fileName(path);
  const name = called.replace(/ \(\d+ levels\)/, '').replace(/__\d+(?:_\d+)*/g, '__n');
  return { function: name, file, ...lineNumber(line), inApp: !LIBRARIES.test(path), key: fileAndFunction(file, name) };
}
