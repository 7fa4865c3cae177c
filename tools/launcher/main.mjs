import { parseArguments, usage, UsageError } from './arguments.mjs';
import { Failure } from './progress.mjs';

/** Programs of `tools`. */
const TOOLS = {
  openapi: 'tools/openapi/dist/generate.js',
  bench: 'tools/bench/dist/bench.js',
};
const runTool = (script) => async (options) => (await import('./tool.mjs')).tool(script, options);

const VERBS = {
  start: async (options) => (await import('./start.mjs')).start(options),
  dev: async (options) => (await import('./dev.mjs')).dev(options),
  stop: async (options) => (await import('./stop.mjs')).stop(options),
  admin: async (options) => (await import('./admin.mjs')).admin(options),
  'demo-fault': async (options) => (await import('./demo-fault.mjs')).demoFault(options),
  rebuild: async (options) => (await import('./rebuild.mjs')).rebuild(options),
  test: async (options) => (await import('./test.mjs')).test(options),
  'test:unit': async (options) => (await import('./test.mjs')).unitTest(options),
  'test:system': async (options) => (await import('./test.mjs')).systemTest(options),
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
