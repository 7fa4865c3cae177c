/** What the proof prints. */
import type { Comparison } from './compare.js';

/** The first ones in full; the rest of a systematic fault says the same. */
const SHOWN_MISMATCHES = 12;

const COLUMNS = ['comparison', 'rows', 'percentiles', 'worst outside', 'mismatches'];
const WIDTHS = [30, 8, 12, 14, 10];

export function comparisonTable(results: Comparison[]): string {
  const rows = results.map((result) => [
    result.name,
    String(result.rows),
    String(result.percentiles),
    result.percentiles === 0 ? '-' : `${(result.worst.relative * 100).toFixed(3)} %`,
    result.passed ? 'none' : String(result.mismatches.length),
  ]);
  const lines = [COLUMNS, ...rows].map((cells) => `  ${cells.map((cell, at) => cell.padEnd(WIDTHS[at])).join(' ')}`);
  return lines.map((line) => line.trimEnd()).join('\n');
}

export function mismatchesOf(results: Comparison[]): string {
  return results
    .filter((result) => !result.passed)
    .map(({ name, mismatches }) => {
      const shown = mismatches.slice(0, SHOWN_MISMATCHES).map((mismatch) => `    ${mismatch}`);
      const more = mismatches.length - shown.length;
      return [`  FAILED ${name}:`, ...shown, ...(more > 0 ? [`    … and ${more} more`] : [])].join('\n');
    })
    .join('\n');
}

export function worstOf(results: Comparison[]): string {
  const worst = results.map((result) => result.worst).reduce((a, b) => (b.relative > a.relative ? b : a));
  return worst.relative === 0
    ? 'every percentile lies between nearest rank and linear interpolation'
    : `worst percentile ${(worst.relative * 100).toFixed(3)} % outside (${worst.where})`;
}
