import { parseArguments, usage, UsageError } from './arguments.mjs';
import { Failure } from './progress.mjs';

const VERBS = {
  start: async (options) => (await import('./start.mjs')).start(options),
  stop: async (options) => (await import('./stop.mjs')).stop(options),
  admin: async (options) => (await import('./admin.mjs')).admin(options),
  rebuild: async (options) => (await import('./rebuild.mjs')).rebuild(options),
  test: async (options) => (await import('./test.mjs')).test(options),
  check: async () => (await import('../checks/check.mjs')).check(),
  prove: async (options) => (await import('./tool.mjs')).tool('tools/prove/dist/prove.js', options),
  'prove:crash': async (options) => (await import('./tool.mjs')).tool('tools/prove/dist/crash.js', options),
  'prove:deliveries': async (options) => (await import('./tool.mjs')).tool('tools/prove/dist/deliveries.js', options),
  'prove:isolation': async (options) => (await import('./tool.mjs')).tool('tools/prove/dist/isolation.js', options),
  'prove:identity': async (options) => (await import('./tool.mjs')).tool('tools/prove/dist/identity.js', options),
  'prove:rebuild': async (options) => (await import('./tool.mjs')).tool('tools/prove/dist/rebuild.js', options),
  'prove:secrets': async (options) => (await import('./tool.mjs')).tool('tools/prove/dist/secrets.js', options),
  'prove:upgrade': async (options) => (await import('./tool.mjs')).tool('tools/prove/dist/upgrade.js', options),
  'prove:cardinality': async (options) => (await import('./tool.mjs')).tool('tools/prove/dist/cardinality.js', options),
  'prove:timeline': async (options) => (await import('./tool.mjs')).tool('tools/prove/dist/timeline.js', options),
  'prove:paging': async (options) => (await import('./tool.mjs')).tool('tools/prove/dist/paging.js', options),
  'prove:telemetry': async (options) => (await import('./tool.mjs')).tool('tools/prove/dist/telemetry.js', options),
  'prove:compare': async (options) =>
    (await import('./tool.mjs')).tool('tools/prove/dist/compare-versions.js', options),
  openapi: async (options) => (await import('./tool.mjs')).tool('tools/openapi/dist/generate.js', options),
  bench: async (options) => (await import('./tool.mjs')).tool('tools/bench/dist/bench.js', options),
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
