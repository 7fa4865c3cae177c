// What makes a test say today what it did not say yesterday: a clock, a port that is taken, a machine that is busy.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isOfSpecs, sourcesBelow } from './sources.mjs';

const CLOCK = String.raw`(?:(?:performance|Date)\.now\(\)|process\.hrtime|\b\w*(?:[tT]ook|[eE]lapsed|[wW]aited|[lL]asted)\w*\b)`;

/** A text that no spec and no fixture may hold, and why. @type {[RegExp, string][]} */
const HABITS = [
  [
    new RegExp(String.raw`expect\((?:(?!\bexpect\()[^;])*?${CLOCK}(?:(?!\bexpect\()[^;])*?\)\s*\.toBeLess`),
    'compares a time that has passed with a limit, which a busy machine exceeds: wait for a state, count, or measure in a benchmark',
  ],
  [
    new RegExp(String.raw`assert(?:\.ok)?\([^;]*${CLOCK}[^;]*<[^;]*\)`),
    'compares a time that has passed with a limit, which a busy machine exceeds: wait for a state, count, or measure in a benchmark',
  ],
  [
    /\.poll\((?:(?!\.poll\()[^;])*?\{[^{};]*\btimeout:[^{};]*\}\s*,?\s*\)\s*\.(?:not\.)?to/,
    'has a limit of its own for what it waits for: all have the one of vitest.config.ts',
  ],
  [
    /\b(?:execFileSync|request)\((?:(?!\b(?:execFileSync|request)\()[^;])*?\btimeout:\s*\d/,
    'has a limit of its own for a program or an answer that it waits for: PATIENCE_MS is that of all',
  ],
  [
    /\.listen\(\s*(?:[1-9]\d*\b|\{[^}]*\bport:\s*[1-9])|(?<!parseArguments\([^\n]*)['"]--port['"],\s*['"][1-9]\d*['"]/,
    'takes a fixed port, which another run or a running product may have: listen on 0',
  ],
];

const BOOTS = /\b(?:Product|Client)\.start\(/;
const REASON = /A product of its own: \S.{10,}/;

/** Holds what is to be found. */
const PLANTED = 'tools/checks/spec-habits.spec.mjs';

/** @param {string} root */
export const specHabits = (root) =>
  sourcesBelow(root)
    .filter((file) => isOfSpecs(file) && file !== PLANTED)
    .flatMap((file) => habitsOf(file, readFileSync(join(root, file), 'utf8')));

/** @param {string} file @param {string} text @returns {string[]} */
export function habitsOf(file, text) {
  const faults = HABITS.filter(([pattern]) => pattern.test(text)).map(([, why]) => `${file} ${why}`);
  if (file.endsWith('.spec.ts') && file.startsWith('e2e/') && BOOTS.test(text) && !REASON.test(text))
    faults.push(
      `${file} starts a product of its own and does not say why ("A product of its own: …"); Client.join() shares one`,
    );
  return [...new Set(faults)];
}
