/**
 * Texts by grammar that cost a careless pattern the square of their length or more: `opening run ending`, where the run
 * repeats one or a few pieces of what some runtime or protocol writes, and the ending makes a match fail or come late. Pure.
 */
import type { Random } from '@spanwise/telemetry/random';

interface Language {
  name: string;
  openings: readonly string[];
  pieces: readonly string[];
  endings: readonly string[];
}

/** White space and punctuation on which patterns back up, whatever they are about. */
const ANYWHERE = ['\n', ' ', '\t', '\r\n', '.', ':', '/', '(', ')', '1', 'a', '_', '-', '"', '\\', '\u00a0', '\u2028'];
const NEVER_ENDS = ['', '!', '\u0001', '\n!'];

/** What the parsers of stacks know, and the texts of spans and logs that are split, templated or searched. */
export const LANGUAGES: readonly Language[] = [
  {
    name: 'java',
    openings: ['', 'java.lang.Error: x\n\tat a.B.c(B.java:1)\n', '\tat ', 'Caused by: '],
    pieces: [
      'Caused by: ',
      '\tat a.b(C.java:1)\n',
      '$$Lambda$1/',
      '$$FastClassBy',
      '_$$_jvst',
      '$',
      '... 3 more\n',
      '$Proxy1',
    ],
    endings: ['\n\tat com.acme.Pay.charge(Pay.java:42)\n', '\n\tat a.b(C.java:1', ...NEVER_ENDS],
  },
  {
    name: 'javascript',
    openings: ['', 'Error: x\n', 'Error: x\n    at ', '    at async '],
    pieces: ['    at ', 'async ', ' [as x] ', '(a.js:1:2)\n', '@', '/<', 'async*', '<anonymous>', 'eval at '],
    endings: ['\n    at f (a.js:1:2)\n', '\nf@a.js:1:2\n', '(a.js:1:', ...NEVER_ENDS],
  },
  {
    name: 'python',
    openings: ['', 'Traceback (most recent call last):\n', '  File "'],
    pieces: [
      '  File "a.py", line 1, in f\n',
      '  File "',
      ', line ',
      '    | ',
      '+---------------- 1 ----------------\n',
    ],
    endings: ['\n  File "a.py", line 1, in f\nValueError: x', '", line 1', 'Error: x', ...NEVER_ENDS],
  },
  {
    name: 'dotnet',
    openings: ['', 'System.Exception: x\n   at ', ' ---> '],
    pieces: [
      '   at A.B()\n',
      ' ---> ',
      '[',
      ']',
      '<',
      '>',
      '<>c__DisplayClass1',
      '`1',
      '--- End of inner exception stack trace ---\n',
    ],
    endings: ['\n   at A.B() in C.cs:line 1', ' in C.cs:line', ...NEVER_ENDS],
  },
  {
    name: 'go',
    openings: ['', 'panic: x\n\ngoroutine 1 [running]:\n', 'goroutine 1 ['],
    pieces: ['main.f(0x1)\n\t/a.go:1 +0x1\n', '.func1', 'goroutine 1 [running]:\n', '·1', '(*', '-range1'],
    endings: ['\nmain.f(...)\n\t/a.go:1 +0x1', ' +0x', ...NEVER_ENDS],
  },
  {
    name: 'php',
    openings: ['', 'Exception: x\n#0 ', '#0 '],
    pieces: ['#0 a.php(1): f()\n', '#0 ', 'class@anonymous', '{closure:', '->', '::', 'Next '],
    endings: ['\n#1 {main}', '(1): f(', ...NEVER_ENDS],
  },
  {
    name: 'ruby',
    openings: ['', "a.rb:1:in `f': x (E)\n\tfrom "],
    pieces: ["\tfrom a.rb:1:in `f'\n", ':in `', ' (2 levels)', 'block in ', '__1_2'],
    endings: ["\n\tfrom a.rb:1:in `f'", ':in `f', ...NEVER_ENDS],
  },
  {
    name: 'rust',
    openings: ['', 'stack backtrace:\n   0: '],
    pieces: ['   0: a::b\n', '             at a.rs:1:1\n', '::', '{{closure}}', '{closure#1}', '{impl#1}', '<'],
    endings: ['\n   1: a::b\n             at a.rs:1:1', ...NEVER_ENDS],
  },
  {
    name: 'dart',
    openings: ['', '#0      '],
    pieces: ['#0      f (package:a/a.dart:1:1)\n', '<anonymous closure>', '<asynchronous suspension>\n', 'package:'],
    endings: ['\n#1      f (package:a/a.dart:1:1)', ' (package:a', ...NEVER_ENDS],
  },
  {
    name: 'url',
    openings: ['', '/', 'http://', 'http://a@', '//[', 'x://'],
    pieces: ['/', '//', '/1', '%', '%2f', '?', '#', '@', '[', ':1', '../', '/{', '0f0e0d0c', '.x', '\u202e'],
    endings: ['/9', '?x=1', ']', ':', ...NEVER_ENDS],
  },
  {
    name: 'sql',
    openings: ['', 'select ', "select '", '/*', '--'],
    pieces: ["'", "''", '/*', '*/', '--', '(', '?,', '$1,', 'in (', 'x,', ' or 1=1', '"', '`', "\\'"],
    endings: ["'", '*/', ')', ...NEVER_ENDS],
  },
  {
    name: 'words',
    openings: ['', 'GET ', 'Order 1 failed: '],
    pieces: [
      '1 ',
      'a1 ',
      '0x1 ',
      '1-',
      '1.',
      'a@',
      'a@b.',
      '{"',
      '[',
      '%d ',
      '\u0301',
      '\u{1f468}\u200d',
      '\ud800',
      '\u0000',
      'ß',
    ],
    endings: ['1', '@', '}', ...NEVER_ENDS],
  },
];

export interface HostileText {
  /** What it is made of, to send it again. */
  recipe: string;
  text: string;
}

const textOf = (language: Language, opening: string, pieces: readonly string[], ending: string, length: number) => {
  const unit = pieces.join('');
  const text =
    opening + unit.repeat(Math.max(1, Math.ceil((length - opening.length - ending.length) / unit.length))) + ending;
  const recipe = `${language.name} ${JSON.stringify(opening)} + ${JSON.stringify(unit)}* + ${JSON.stringify(ending)} of ${text.length} characters`;
  return { recipe, text };
};

/** One text for each piece of each language, with an opening and an ending of that language: the same for every seed. */
export function plainTexts(length: number): HostileText[] {
  return LANGUAGES.flatMap((language) =>
    [...ANYWHERE, ...language.pieces].map((piece, at) => {
      const [opening, ending] = [language.openings, language.endings].map((parts) => parts[at % parts.length]);
      return textOf(
        language,
        piece.trim() === '' ? '' : opening,
        [piece],
        piece.trim() === '' ? language.endings[0] : ending,
        length,
      );
    }),
  );
}

/** A random sentence of the grammar of at least `length` characters. */
export function randomText(random: Random, length: number): HostileText {
  const language = random.pick(LANGUAGES);
  const pieces = [...ANYWHERE, ...language.pieces];
  const run = Array.from({ length: random.chance(0.5) ? 1 : random.int(2, 4) }, () => random.pick(pieces));
  return textOf(language, random.pick(language.openings), run, random.pick(language.endings), length);
}
