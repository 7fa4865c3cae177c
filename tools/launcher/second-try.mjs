// What failed is tried once more, alone, when everything else has ended; what passes then is told, and counts as passed.
import { say } from './progress.mjs';

/** More than that is no chance. */
const MOST_FILES = 3;

/**
 * @param {import('./spec-run.mjs').FileResult[]} first @param {(files: string[]) => Promise<import('./spec-run.mjs').FileResult[]>} again
 * @returns {Promise<import('./spec-run.mjs').FileResult[]>} of every file what counts
 */
export async function specsTriedAgain(first, again) {
  const failed = first.filter((one) => one.failed > 0);
  const tried = failed.filter((one) => !one.isCertain);
  if (tried.length === 0 || tried.length < failed.length || failed.length > MOST_FILES) return first;
  say(`\nonce more, alone: ${tried.map(({ file }) => file).join(', ')}`);
  const second = new Map((await again(tried.map(({ file }) => file))).map((one) => [one.file, one]));
  return first.map((one) => {
    const other = second.get(one.file);
    if (!tried.includes(one) || other === undefined || other.failed > 0) return one;
    say(`passed on the second try: ${one.file} (${one.faults.join('; ')})`);
    return other;
  });
}

/**
 * @param {import('./proof-run.mjs').ProofResult} first @param {string} title @param {() => Promise<import('./proof-run.mjs').ProofResult>} again
 */
export async function proofTriedAgain(first, title, again) {
  if (first.inconclusive === undefined) return first;
  say(`\nonce more, alone: ${title}`);
  const second = await again();
  if (second.failed === 0) say(`inconclusive, then passed: ${title} (${first.inconclusive})`);
  return second;
}
