/** Ruby and JRuby, with the causes of `full_message` and the shortened traces of Rails. */
import { fileName } from './file-name.js';
import { fileAndFunction, lineNumber, type StackException, type StackFrame, type StackParser } from './stack.js';

const FORMER_FRAME =
  /^\s*(?<from>from )?(?<file>[^\s:][^:]*\.(?:rb|erb|haml|slim|rake|ru|builder|jbuilder)|\(\w+\)|<internal:[^>]+>|(?:[\w.-]*\/)*bin\/[\w-]+):(?<line>\d+):in [`'](?<function>[^']+)'/;
/** Beside it paths of Windows, files of Java under JRuby, and programs without a suffix. */
const FRAME =
  /^\s*(?<from>from )?(?<file>(?:[A-Za-z]:)?[^\s:"][^:"]*\.(?:rb|erb|haml|slim|rake|ru|builder|jbuilder|gemspec|java)|\(\w+\)|<internal:[^>]+>|(?:[\w.-]*\/)*(?:bin|exe)\/[\w-]+|-e):(?<line>\d{1,9}):in [`'](?<function>[^']+)'/;
/** `total at cart.rb:3`, as JRuby prints an exception without a handler. */
const JRUBY_FRAME =
  /^\s*(?<function>[^\s"()]+|block in [^\s"()]+) at (?<file>(?:[A-Za-z]:)?[^\s:"()][^:"()]*\.(?:rb|erb|rake|ru|java)):(?<line>\d{1,9})$/;
/** `cart.rb:1:in 'total': boom (ArgumentError)` opens an exception, here and in every cause. */
const OPENING = /: .*\((?<type>[A-Z]\w*(?:::[A-Z]\w*)*)\)$/;
const LIBRARIES = /\/gems\/|\/lib\/ruby|<internal:|^[\w-]+ \(\d[\w.]*\) |\.java$|^uri:classloader:/;

/** What algorithm g2 knew. */
export const formerRuby: StackParser = parser((line) => FORMER_FRAME.exec(line));
export const ruby: StackParser = parser((line) => FRAME.exec(line) ?? JRUBY_FRAME.exec(line));

function parser(match: (line: string) => RegExpExecArray | null): StackParser {
  return {
    runtime: 'ruby',
    isFrame: (line) => match(line) !== null,

    read(lines) {
      const exceptions: StackException[] = [{ type: '', frames: [] }];
      for (const line of lines) {
        const found = match(line);
        if (found === null) continue;
        const opened =
          found.groups!.from === undefined ? OPENING.exec(line.slice(found[0].length))?.groups?.type : undefined;
        if (opened !== undefined) {
          if (exceptions[0]!.frames.length === 0) exceptions[0]!.type = opened;
          else exceptions.push({ type: opened, frames: [] });
        }
        exceptions[exceptions.length - 1]!.frames.push(frameOf(found.groups!));
      }
      return exceptions;
    },
  };
}

function frameOf({ file: path, line, function: called }: Record<string, string>): StackFrame {
  const file = fileName(path!);
  const name = called!.replace(/ \(\d+ levels\)/, '').replace(/__\d+(?:_\d+)*/g, '__n');
  const inApp = !LIBRARIES.test(path!.replaceAll('\\', '/'));
  return { function: name, file, ...lineNumber(line), inApp, key: fileAndFunction(file, name), path };
}
