/** Go: panics, goroutine dumps, `debug.Stack()` and the traces of `pkg/errors`. */
import { fileName } from './file-name.js';
import { lineNumber, type StackFrame, type StackParser } from './stack.js';

const GOROUTINE = /^goroutine \d+ (?:gp=\S+ m=\S+ (?:mp=\S+ )?)?\[/;
const NAME = /^[\w./*()[\]{}~%·-]+$/;
const PLACE = /^\s+(?<file>\S.*\.(?:go|s)):(?<line>\d+)(?:\s|$)/;

const STANDARD =
  /^(?:runtime|net|reflect|testing|internal|sync|syscall|os|io|fmt|encoding|bufio|bytes|context|crypto|database\/sql|errors|html|log|math|path|regexp|sort|strconv|strings|text|time|unicode|mime|appengine_internal)(?:\/[\w/]+)?\./;
const LIBRARIES = /\/pkg\/mod\/|\/vendor\/|@v\d|\/usr\/(?:local|lib)\/go|golang\.org\/|google\.golang\.org\//;

export const go: StackParser = {
  runtime: 'go',
  isFrame: (line) => calledName(line) !== undefined || PLACE.test(line),

  read(lines) {
    const frames: StackFrame[] = [];
    for (const [index, line] of ofOneThread(lines).entries()) {
      const place = PLACE.exec(lines[index + 1] ?? '')?.groups;
      const name = calledName(line) ?? (place === undefined ? undefined : plainName(line));
      if (name === undefined) continue;
      const shown = goName(name);
      const inApp = !STANDARD.test(shown) && !LIBRARIES.test(place?.file ?? '') && !LIBRARIES.test(name);
      frames.push({
        function: shown,
        file: place === undefined ? '' : fileName(place.file!),
        ...lineNumber(place?.line),
        inApp,
        key: shown,
      });
    }
    return [{ type: '', frames }];
  },
};

/** `pkg.(*T).Method(0x1, …)`: the arguments are the last parentheses, for a method's receiver has its own. */
function calledName(line: string): string | undefined {
  if (!line.endsWith(')')) return undefined;
  const name = line.slice(0, line.lastIndexOf('('));
  return name.includes('.') && NAME.test(name) ? name : undefined;
}

const plainName = (line: string): string | undefined => (line.includes('.') && NAME.test(line) ? line : undefined);

/** A panic may list every goroutine: what the others were doing is no part of the error. */
function ofOneThread(lines: readonly string[]): readonly string[] {
  const first = lines.findIndex((line) => GOROUTINE.test(line));
  const second = first < 0 ? -1 : lines.findIndex((line, index) => index > first && GOROUTINE.test(line));
  return second < 0 ? lines : lines.slice(0, second);
}

/** Closures are numbered in the order of the source, packages of old App Engine by deployment. */
const goName = (name: string): string =>
  name
    .replaceAll('%2e', '.')
    .replace(/^main\d+\./, 'main.')
    .replace(/\.(?:func|gowrap)\d+(?:\.\d+)*/g, '.func')
    .replace(/-range\d+|-fm\b/g, '')
    .replace(/·\d+/g, '·');
