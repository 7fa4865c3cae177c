/** Dart and Flutter, with the short form of `package:stack_trace`. */
import { fileName } from './file-name.js';
import { fileAndFunction, lineNumber, type StackFrame, type StackParser } from './stack.js';

const FRAME = /^#\d+\s+(?<function>\S[^(]*) \((?<file>[\w-]+:[^()]*?)(?::(?<line>\d{1,9}))?(?::\d{1,9})?\)$/;
const SHORT =
  /^(?<file>(?:package|dart|file|org-dartlang-\w+):\S+|\S+\.dart) (?<line>\d{1,9})(?::\d{1,9})?\s+(?<function>\S.*)$/;
const LIBRARIES =
  /^(?:dart:|org-dartlang-|package:(?:flutter|flutter_test|async|http|dio|stack_trace|provider|bloc|flutter_bloc|riverpod)\/)/;

export const dart: StackParser = {
  runtime: 'dart',
  isFrame: (line) => FRAME.test(line) || SHORT.test(line),
  read: (lines) => [{ type: '', frames: lines.flatMap((line) => frameOf(line) ?? []) }],
};

function frameOf(line: string): StackFrame | undefined {
  const groups = (FRAME.exec(line) ?? SHORT.exec(line))?.groups;
  if (groups === undefined) return undefined;
  const path = groups.file!.replace(/^[\w-]+:(?!\/\/)/, '');
  const file = fileName(path);
  const name = groups.function!.trim();
  return {
    function: name,
    file,
    ...lineNumber(groups.line),
    inApp: !LIBRARIES.test(groups.file!),
    key: fileAndFunction(file, name),
    path,
  };
}
