/** Lua, LuaJIT and OpenResty. */
import { fileName } from './file-name.js';
import { fileAndFunction, lineNumber, type StackFrame, type StackParser } from './stack.js';

const FRAME =
  /^\s+(?:(?<file>[A-Za-z]:[^:"]+|\[string "[^"]*"\]|[^\s:"[][^:"]*):(?<line>\d{1,9})|\[C\]): in (?<what>\S.*)$/;
/** `function 'total'`, `method 'total'` and `upvalue 'total'` are one function, called in three ways. */
const NAME = /^(?:function|method|metamethod|field|upvalue|local|global|hook|for iterator) [`'](?<name>[^']*)'$/;
const DEFINED_AT = /^function <.*>$/;
const LIBRARIES = /\/(?:usr|usr\/local)\/share\/lua\/|\/luarocks\/|\/lua_modules\/|\/lualib\/|^\/usr\/lib\/lua/;

export const lua: StackParser = {
  runtime: 'lua',
  isFrame: (line) => FRAME.test(line),
  read: (lines) => [{ type: '', frames: lines.flatMap((line) => frameOf(line) ?? []) }],
};

function frameOf(line: string): StackFrame | undefined {
  const groups = FRAME.exec(line)?.groups;
  if (groups === undefined) return undefined;
  const path = groups.file?.startsWith('[string ') ? groups.file.slice(9, -2) : (groups.file ?? '');
  const file = fileName(path);
  const name = NAME.exec(groups.what!)?.groups?.name ?? (DEFINED_AT.test(groups.what!) ? 'function' : groups.what);
  const inApp = groups.file !== undefined && !LIBRARIES.test(path);
  return { function: name!, file, ...lineNumber(groups.line), inApp, key: fileAndFunction(file, name!), path };
}
