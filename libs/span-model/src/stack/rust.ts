/** Rust: backtraces of the standard library, of `backtrace` and of `anyhow`. */
import { fileName } from './file-name.js';
import { lineNumber, type StackFrame, type StackParser } from './stack.js';

const FRAME = /^\s*\d+:\s+(?:0x[0-9a-f]+ - )?(?<function>[A-Za-z_<][\w:<>&$ ,.*'=()[\]{}#-]*)$/;
const PLACE = /^\s+at (?<file>\S.*?):(?<line>\d+)(?::\d+)?$/;
/** Before it `anyhow` numbers the messages of the causes just as frames are numbered. */
const BACKTRACE = /^\s*stack backtrace:\s*$/i;
const HASH = /::h[0-9a-f]{16}\b/;

const LIBRARIES =
  /^<?(?:std|core|alloc|tokio|futures\w*|hyper|axum|actix\w*|tower\w*|tonic|rayon\w*|anyhow|eyre|color_eyre|backtrace|tracing\w*|rust_begin_unwind|rust_panic|__rust\w+|__libc\w*|_start|clone3?|start_thread|_?main)(?:::|\b(?!::)|$)/;
const LIBRARY_FILE = /\/rustc\/|\.cargo\/registry|\.cargo\/git|\.rustup\//;

export const rust: StackParser = {
  runtime: 'rust',
  isFrame: (line) => FRAME.exec(line)?.groups?.function!.includes('::') === true,

  read(lines) {
    const start = lines.findIndex((line) => BACKTRACE.test(line)) + 1;
    const frames: StackFrame[] = [];
    for (let index = start; index < lines.length; index++) {
      const name = FRAME.exec(lines[index]!)?.groups?.function;
      if (name === undefined || (start === 0 && !name.includes('::'))) continue;
      const place = PLACE.exec(lines[index + 1] ?? '')?.groups;
      const shown = rustName(name);
      frames.push({
        function: shown,
        file: place === undefined ? '' : fileName(place.file!),
        ...lineNumber(place?.line),
        inApp: !LIBRARIES.test(shown) && !LIBRARY_FILE.test(place?.file ?? ''),
        key: shown,
      });
    }
    return [{ type: '', frames }];
  },
};

const rustName = (name: string): string =>
  name
    .replace(HASH, '')
    .replace(/\{\{?closure(?:#\d+)?(?:_env#\d+)?\}?\}/g, '{{closure}}')
    .replace(/\{impl#\d+\}/g, '{impl}')
    .trim();
