// Mutation testing, run by hand (docs/testing.md): what do the unit specs of the most critical rules not notice?
export default {
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'vitest.mutation.config.ts' },
  mutate: [
    'apps/notify/src/alerting/alert-evaluation/{composite,decide,suspended-evaluations,evaluate-step,evaluated-rule,passes,platform,verdict}.ts',
    'apps/notify/src/incidents/incidents/{inhibition,incident-rules}.ts',
    'apps/projector/src/dedup/{batch-processor,committed-keys,exception-key,key-set,poison-marks,slice-key,slice-marks,watermark}.ts',
    'libs/span-model/src/**/*.ts',
    '!**/*.{spec,fixture}.ts',
  ],
  coverageAnalysis: 'perTest',
  // What is computed while a module is loaded needs all specs for each mutant.
  ignoreStatic: true,
  concurrency: 2,
  timeoutMS: 20_000,
  // TypeScript 7 has no API by which Stryker could rewrite the configuration or check types; the specs need neither.
  tsconfigFile: 'none',
  disableTypeChecks: false,
  checkers: [],
  ignorePatterns: ['dist', '.nx', '.data', 'coverage', 'apps/{apm,console,gateway,iam}'],
  tempDirName: '.nx/stryker',
  reporters: ['progress', 'clear-text', 'json'],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  jsonReporter: { fileName: 'coverage/mutation.json' },
  thresholds: { high: 90, low: 80, break: 75 },
  allowEmpty: false,
};
