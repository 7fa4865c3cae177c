import { parseArguments, usage, UsageError } from './arguments.mjs';
import { Failure } from './progress.mjs';

const PROOFS = [
  'cardinality',
  'crash',
  'deliveries',
  'identity',
  'isolation',
  'paging',
  'rebuild',
  'secrets',
  'telemetry',
  'timeline',
  'upgrade',
];
/** Programs of `tools` that start products of their own. */
const TOOLS = {
  prove: 'tools/prove/dist/prove.js',
  ...Object.fromEntries(PROOFS.map((name) => [`prove:${name}`, `tools/prove/dist/${name}.js`])),
  'prove:compare': 'tools/prove/dist/compare-versions.js',
  openapi: 'tools/openapi/dist/generate.js',
  bench: 'tools/bench/dist/bench.js',
};
const runTool = (script) => async (options) => (await import('./tool.mjs')).tool(script, options);

const VERBS = {
  start: async (options) => (await import('./start.mjs')).start(options),
  stop: async (options) => (await import('./stop.mjs')).stop(options),
  admin: async (options) => (await import('./admin.mjs')).admin(options),
  rebuild: async (options) => (await import('./rebuild.mjs')).rebuild(options),
  test: async (options) => (await import('./test.mjs')).test(options),
  check: async () => (await import('../checks/check.mjs')).check(),
  ...Object.fromEntries(Object.entries(TOOLS).map(([verb, script]) => [verb, runTool(script)])),
};

/** @param {string[]} argv @returns {Promise<number>} exit code */
export async function main(argv) {
  const [verb, ...rest] = argv;
  if (verb === undefined || !(verb in VERBS)) {
    process.stderr.write(usage());
    return 2;
  }
  try {
    const options = parseArguments(verb, rest);
    if (options.help) {
      process.stdout.write(usage());
      return 0;
    }
    return await VERBS[verb](options);
  } catch (error) {
    if (error instanceof UsageError) {
      process.stderr.write(`${error.message}\n\n${usage()}`);
      return 2;
    }
    process.stderr.write(error instanceof Failure ? `\n${error.message}\n` : `\n${error.stack}\n`);
    return 1;
  }
}
