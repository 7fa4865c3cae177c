/** Swift: `Thread.callStackSymbols`, reports of crashes, and the backtraces of the runtime on Linux. */
import { fileName } from './file-name.js';
import { lineNumber, type StackFrame, type StackParser } from './stack.js';

const APPLE = /^\s*\d{1,4}\s+(?<image>[^\s[]\S*)\s+0x[0-9a-f]{6,16} (?<symbol>\S.*)$/;
const LINUX = /^\s*\d{1,4} (?:\[[\w ]{1,40}\] )*(?:0x[0-9a-f]{6,16} )?(?<rest>\S.* in \S.*)$/;
/** Neither a name nor a place: an address. */
const ADDRESS = /^0x[0-9a-f]+$/;
const PLACE = /^(?<file>\S.*\.(?:swift|m|mm|c|cpp)):(?<line>\d{1,9})(?::\d{1,9})?$/;
const LIBRARIES =
  /^(?:lib[\w+.-]*(?:\.dylib|\.so[\w.]*)|dyld\w*|UIKit\w*|AppKit|SwiftUI\w*|Foundation|CoreFoundation|CFNetwork|Combine|GraphicsServices|QuartzCore|Network|\?\?\?)$/;

export const swift: StackParser = {
  runtime: 'swift',
  isFrame: (line) => frameOf(line) !== undefined,
  read: (lines) => [{ type: '', frames: lines.flatMap((line) => frameOf(line) ?? []) }],
};

function frameOf(line: string): StackFrame | undefined {
  const apple = APPLE.exec(line)?.groups;
  if (apple !== undefined) return read(apple.symbol!, apple.image!);
  const rest = LINUX.exec(line)?.groups?.rest;
  if (rest === undefined) return undefined;
  const at = rest.lastIndexOf(' at ');
  const place = at < 0 ? undefined : rest.slice(at + 4);
  const called = at < 0 ? rest : rest.slice(0, at);
  const image = called.lastIndexOf(' in ');
  if (image < 0 || (place === undefined && !/ \+ \d+ in /.test(called))) return undefined;
  return read(called.slice(0, image), called.slice(image + 4), place);
}

function read(symbol: string, image: string, printed?: string): StackFrame {
  const open = printed === undefined && symbol.endsWith(')') ? symbol.lastIndexOf(' (') : -1;
  const place = PLACE.exec(printed ?? (open < 0 ? '' : symbol.slice(open + 2, -1)))?.groups;
  const called = (open < 0 || place === undefined ? symbol : symbol.slice(0, open)).replace(/ \+ \d+$/, '').trim();
  // Resumptions of one asynchronous function are numbered.
  const name = ADDRESS.test(called) ? image : called.replace(/T[QY]\d*_$/, '').replace(/closure #\d+/g, 'closure');
  const file = place === undefined ? '' : fileName(place.file!);
  return { function: name, file, ...lineNumber(place?.line), inApp: !LIBRARIES.test(image), key: name };
}
