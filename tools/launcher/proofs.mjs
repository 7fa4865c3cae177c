/**
 * The proofs, each a program of `tools/prove`. `inTests` marks those whose small run is part of `npm test`, the longest
 * first, so that the last to end are short. What would be the longest by far has `parts`, which run as proofs of their own.
 * @type {{ name: string, inTests?: boolean, script?: string, parts?: number }[]}
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
  { name: 'hostile', inTests: true },
  { name: 'cardinality' },
  { name: 'compare', script: 'compare-versions', inTests: true },
  { name: 'identity' },
  { name: 'paging' },
];
const path = (script) => `tools/prove/dist/${script}.js`;

const PLAYWRIGHT = ['node_modules/@playwright/test/cli.js', 'test'];

/** Verb of the launcher -> program, or all words for Node. */
export const PROOF_TOOLS = Object.fromEntries([
  ['prove', path('prove')],
  ['prove:console', [...PLAYWRIGHT, '--config=e2e/system/console']],
  ...PROOFS.map(({ name, script = name }) => [`prove:${name}`, path(script)]),
]);

/** @typedef {{ verb: string, words: string[] }} ProofRun */

/** What `npm test` runs, side by side and beside the specs. @type {ProofRun[]} */
export const TESTED_PROOFS = PROOFS.filter(({ inTests }) => inTests)
  .flatMap(({ name, parts = 1 }) =>
    Array.from({ length: parts }, (_, at) => ({
      verb: `prove:${name}`,
      words: parts === 1 ? [] : [`--part=${at + 1}/${parts}`],
    })),
  )
  .toSpliced(1, 0, { verb: 'prove', words: [] });
