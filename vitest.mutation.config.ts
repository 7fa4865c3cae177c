// What Stryker runs: the unit specs of the code that it mutates, which need neither a server nor a build.
import { defineConfig } from 'vitest/config';
import shared from './vitest.config.ts';

export default defineConfig({
  oxc: shared.oxc,
  resolve: shared.resolve,
  test: {
    include: [
      'apps/notify/src/alerting/alert-evaluation/{composite,decide,suspended-evaluations,evaluate-step,passes,platform,verdict}.spec.ts',
      'apps/notify/src/incidents/incidents/{incident-rules,inhibition}.spec.ts',
      'apps/projector/src/dedup/{batch-processor,key-set}.spec.ts',
      'libs/span-model/src/**/*.spec.ts',
    ],
    // A mutant that loops for ever is ended by Stryker.
    testTimeout: 60_000,
  },
});
