/** Texts built against patterns: runs of what a pattern repeats, behind what it begins with, before what breaks it off. Pure. */
import type { Random } from '@spanwise/telemetry/random';

const CHARACTERS = [...'\n\r\t ./\\:-_$@()[]{}<>"\'`=?#&,;|+01afAxé\u2028😀%!\0'];
/** Separated by a tilde, which none of them has. */
const WORDS = String.raw`%40~\"~at ~at a~ (~) in ~a.b~.a~a:~:1~#1 ~::~--~---~+-~//~://~1.~1-~-1~0:~: ~ - ~..~=1~/<~$$~a@~@a.`;
const NAMES = `Caused by: ~File "~ File~eyJ~key=~token: ~password="~secret='~http://~UnixNano" : ~"count" : ~\r\n~\`1`;

/** What telemetry is made of, and what the patterns of stacks, secrets, paths and times look for. */
export const PIECES: readonly string[] = [...CHARACTERS, ...WORDS.split('~'), ...NAMES.split('~')];

/** Texts that a pattern names itself: the longest runs of plain characters in it. */
export const piecesOf = ({ source }: RegExp): string[] => [
  ...new Set(source.replaceAll(/\\[a-zA-Z]/g, ' ').match(/[A-Za-z0-9_@%:/=<>#"' -]{2,}|[A-Za-z]/g) ?? []),
];

export interface HostileText {
  /** What it is made of, for the message of a failed test. */
  made: string;
  textOf: (chars: number) => string;
}

const ENDS = ['', '!', ' \n!', '\u2028x'];

/** One for each pair of pieces and each of some beginnings. */
export function* hostileTexts(heads: readonly string[], pieces: readonly string[]): Generator<HostileText> {
  let turn = 0;
  for (const head of heads) {
    for (const piece of pieces) {
      const end = ENDS[turn++ % ENDS.length];
      yield {
        made: JSON.stringify([head, piece, end]),
        textOf: (chars) => head + piece.repeat(Math.ceil(chars / piece.length)).slice(0, chars) + end,
      };
    }
  }
}

/** Lines and words of runtimes and protocols whose texts are parsed: a text begins with them, repeats them or ends in them. */
const RUNTIMES = [
  'java.lang.Error: x\n\tat a.B.c(B.java:1)\n',
  '\tat a.b$$Lambda$1/0x1.c(C.java:1)\n',
  '\n\tat a.b(C.java:1',
  'Error: x\n    at async f (a.js:1:2)\n',
  'eval at <anonymous> (',
  'f@a.js:1:2\n',
  'Traceback (most recent call last):\n  File "a.py", line 1, in f\n',
  '+---------------- 1 ----------------\n',
  'System.Exception: x\n   at A.B()\n ---> ',
  '--- End of inner exception stack trace ---\n',
  'panic: x\n\ngoroutine 1 [running]:\nmain.f(0x1)\n\t/a.go:1 +0x1\n',
  'Exception: x\n#0 a.php(1): f()\n',
  "a.rb:1:in `f': x (E)\n\tfrom a.rb:1:in `block in f'\n",
  'stack backtrace:\n   0: a::{{closure}}\n             at a.rs:1:1\n',
  '#0      f (package:a/a.dart:1:1)\n<asynchronous suspension>\n',
  'http://a@b//[1]/%2f../{x}?x=1#y',
  "select '' /* */ -- in (?,$1,",
];

export interface MadeText {
  /** What it is made of, to send it again. */
  recipe: string;
  text: string;
}

/** A text of at least `length` characters that costs a careless pattern the square of its length or more. */
export function randomText(random: Random, length: number): MadeText {
  const pieces = [...PIECES, ...RUNTIMES];
  const head = random.pick(['', ...RUNTIMES]);
  const run = Array.from({ length: random.chance(0.5) ? 1 : random.int(2, 4) }, () => random.pick(pieces)).join('');
  const end = random.pick([...ENDS, ...RUNTIMES]);
  const text = head + run.repeat(Math.ceil(length / run.length)) + end;
  return { recipe: `${JSON.stringify([head, run, end])} of ${text.length} characters`, text };
}
