/** Texts built against patterns: runs of what a pattern repeats, behind what it begins with, before what breaks it off. */

/** What telemetry is made of, and what the patterns of stacks, secrets, paths and times look for. */
export const PIECES: readonly string[] = [
  '\n',
  '\r',
  '\r\n',
  ' ',
  '	',
  '.',
  '/',
  '\\',
  ':',
  '-',
  '_',
  '$',
  '@',
  '%40',
  '(',
  ')',
  '[',
  ']',
  '{',
  '}',
  '<',
  '>',
  '"',
  "'",
  '`',
  '\\"',
  '=',
  '?',
  '#',
  '&',
  ',',
  ';',
  '|',
  '+',
  '0',
  '1',
  'a',
  'f',
  'A',
  'x',
  'é',
  '\u2028',
  '😀',
  'at ',
  'at a',
  ' (',
  ') in ',
  'a.b',
  '.a',
  'a:',
  ':1',
  '#1 ',
  '::',
  '--',
  '---',
  '+-',
  '//',
  '://',
  '1.',
  '1-',
  '-1',
  'Caused by: ',
  'File "',
  ' File',
  '$$',
  'eyJ',
  'key=',
  'token: ',
  'password="',
  "secret='",
  'http://',
  'a@',
  '@a.',
  '0:',
  ': ',
  ' - ',
  '%',
  '..',
  '=1',
  'UnixNano" : ',
  '"count" : ',
  '/<',
  '`1',
  '!',
  '\0',
];

/** Texts that a pattern names itself: the longest runs of plain characters in it. */
export const piecesOf = ({ source }: RegExp): string[] => [
  ...new Set(source.replaceAll(/\\[a-zA-Z]/g, ' ').match(/[A-Za-z0-9_@%:/=<>#"' -]{2,}|[A-Za-z]/g) ?? []),
];

export interface HostileText {
  /** What it is made of, for whoever reads a failure. */
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

/** Processor time of a call, the least of some: what else the machine does is no part of it. Ends early below `enoughMs`. */
export function leastMs(work: () => void, enoughMs: number, runs = 4): number {
  let least = Infinity;
  for (let run = 0; run < runs && least > enoughMs; run++) {
    const before = process.cpuUsage();
    const start = performance.now();
    work();
    const wallMs = performance.now() - start;
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, wallMs, (user + system) / 1_000);
  }
  return least;
}
