/**
 * The proofs, each a program of `tools/prove`. `inTests` marks those whose small run is part of `npm test`, the longest
 * first, so that the last to end are short; `measures` those that judge times, and so have the machine to themselves. What
 * would be the longest by far has `parts`, which run as proofs of their own.
 * @type {{ name: string, inTests?: boolean, measures?: boolean, script?: string, parts?: number }[]}
 */
const PROOFS = [
  { name: 'alerting', inTests: true },
  { name: 'isolation', inTests: true, parts: 2 },
  { name: 'upgrade', inTests: true },
  { name: 'timeline', inTests: true },
  { name: 'telemetry', inTests: true },
  { name: 'secrets', inTests: true },
  { name: 'rebuild', inTests: true },
  { name: 'crash', inTests: true },
  { name: 'operate', inTests: true },
  { name: 'deliveries', inTests: true },
  { name: 'hostile', inTests: true, measures: true },
  { name: 'cardinality' },
  { name: 'console' },
  { name: 'compare', script: 'compare-versions', inTests: true },
  { name: 'identity' },
  { name: 'paging' },
];
const path = (script) => `tools/prove/dist/${script}.js`;

/** Verb of the launcher -> program. */
export const PROOF_TOOLS = Object.fromEntries([
  ['prove', path('prove')],
  ...PROOFS.map(({ name, script = name }) => [`prove:${name}`, path(script)]),
]);

/** @typedef {{ verb: string, words: string[] }} ProofRun */

const tested = (measures) =>
  PROOFS.filter((proof) => proof.inTests && (proof.measures ?? false) === measures).flatMap(({ name, parts = 1 }) =>
    Array.from({ length: parts }, (_, at) => ({
      verb: `prove:${name}`,
      words: parts === 1 ? [] : [`--part=${at + 1}/${parts}`],
    })),
  );

/** What `npm test` runs, side by side. @type {ProofRun[]} */
export const TESTED_PROOFS = tested(false).toSpliced(1, 0, { verb: 'prove', words: [] });
/** What it runs after them, one at a time. @type {ProofRun[]} */
export const MEASURING_PROOFS = tested(true);
