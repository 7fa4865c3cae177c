// One small run of a proof.
import { pathToFileURL } from 'node:url';
import { inRoot } from './paths.mjs';
import { PROOF_TOOLS } from './proofs.mjs';
import { show } from './shown-run.mjs';
import { partOfRun } from './test-run.mjs';

/** A small proof takes a few minutes; one that hangs says nothing about the product's figures. */
const LIMIT_MS = 20 * 60_000;
/** As `tools/prove/src/outcome.ts` ends a proof that could not come to a judgement. */
const INCONCLUSIVE = 3;
/** What a proof says of something that is wrong. */
const WRONG = /\b(WRONG|LIE|LEAKED|NOT CAUGHT|NOT FOUND)\b/;

/** Words with which Node runs a proof. @param {string} script */
export const proofWords = (script) => [
  `--import=${pathToFileURL(inRoot('tools', 'prove', 'dist', 'ending.js')).href}`,
  inRoot(script),
];

export const titleOf = ({ verb, words }) => [verb, ...words].join(' ');

/**
 * `inconclusive` says why it came to no judgement; what has found something wrong never is.
 * @typedef {{ passed: number, failed: number, skipped: number, faults: string[], inconclusive?: string }} ProofResult
 * @param {import('./proofs.mjs').ProofRun} run @param {NodeJS.ProcessEnv} env @returns {Promise<ProofResult>}
 */
export async function runProof(run, env) {
  const part = partOfRun();
  try {
    const words = [...proofWords(PROOF_TOOLS[run.verb]), '--small', ...run.words];
    const { code, output } = await show(words, { ...env, ...part.env }, { limitMs: LIMIT_MS });
    // Others run beside it: its words are shown together.
    process.stdout.write(output);
    return proofResult(titleOf(run), code, output);
  } finally {
    await part.end();
  }
}

/** @returns {ProofResult} */
export function proofResult(title, code, output) {
  const tally = parseClosingLine(output);
  if (code !== 0 && tally.failed === 0) tally.failed = 1;
  const faults = tally.failed === 0 ? [] : faultsIn(output).map((line) => `${title}: ${line}`);
  if (tally.failed > 0 && faults.length === 0) faults.push(title);
  const undecided = code === INCONCLUSIVE || code === null;
  if (!undecided || WRONG.test(output)) return { ...tally, faults };
  const inconclusive =
    code === null ? 'it did not end in time' : (/^Inconclusive: (.*)$/m.exec(output)?.[1] ?? 'it says not why');
  return { ...tally, faults, inconclusive };
}

/** The last closing line in an output; a run that printed none counts as one failure. */
export function parseClosingLine(output) {
  const matches = [...output.matchAll(/^(\d+) passed, (\d+) failed(?:, (\d+) skipped)?$/gm)];
  const last = matches.at(-1);
  if (last === undefined) return { passed: 0, failed: 1, skipped: 0 };
  return { passed: Number(last[1]), failed: Number(last[2]), skipped: Number(last[3] ?? 0) };
}

/** What a proof found wrong, or what ended it before it came to that. @param {string} output */
export function faultsIn(output) {
  const wrong = linesWith(output, /WRONG/);
  return wrong.length > 0 ? wrong : linesWith(output, /^\s*(\w*Error\b|Inconclusive\b|at .*tools\/prove\/)/);
}

export const linesWith = (output, pattern) =>
  output
    .split('\n')
    .filter((line) => pattern.test(line))
    .slice(0, 20)
    .map((line) => line.trim().slice(0, 300));
