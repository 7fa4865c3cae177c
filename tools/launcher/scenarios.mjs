// The system scenarios: each starts products of its own, kills processes, waits for minutes to pass, or attacks.
import { UsageError } from './arguments.mjs';

const program = (script) => `tools/prove/dist/${script}.js`;
const PLAYWRIGHT = ['node_modules/@playwright/test/cli.js', 'test', '--config=e2e/system/console'];
const e2e = (...names) => names.map((name) => `e2e/src/${name}.system.spec.ts`);

/**
 * `specs` are paths of system specs, `program` is one of `tools/prove`, or all words for Node; `short` are the flags of its short
 * form, `--small` where they are absent.
 * @typedef {{ name: string, specs: string[], program?: string | string[], short?: string[] }} Scenario
 * @type {Scenario[]}
 */
const SCENARIOS = [
  {
    name: 'figures',
    specs: [...e2e('parts-away', 'compare-evidence'), 'tools/prove/src/prove-set.system.spec.ts'],
    program: program('prove'),
  },
  { name: 'crash', specs: e2e('gateway-outage', 'storing-stops'), program: program('crash') },
  { name: 'telemetry', specs: e2e('stored-telemetry', 'many-fields'), program: program('telemetry') },
  { name: 'timeline', specs: [], program: program('timeline') },
  { name: 'operate', specs: e2e('source-maps', 'own-telemetry'), program: program('operate') },
  { name: 'rebuild', specs: [], program: program('rebuild') },
  { name: 'upgrade', specs: [], program: program('upgrade') },
  {
    name: 'isolation',
    specs: e2e('audited-operations', 'deleted-organization', 'held-resources', 'null-members'),
    program: program('isolation'),
  },
  {
    name: 'hostile',
    specs: [
      ...e2e('hostile-telemetry', 'hostile-queries', 'intake-limits', 'notify-hostile', 'forged-tokens', 'attacks'),
      'apps/apm/src/query-engine/reader-pace.system.spec.ts',
      'apps/apm/src/query-engine/engine-limits.system.spec.ts',
      'apps/projector/src/judge/slow-records.system.spec.ts',
      'libs/host/src/loop-watch.system.spec.ts',
      'tools/prove/src/hostile/patterns.system.spec.ts',
    ],
    program: program('hostile'),
  },
  {
    name: 'alerting',
    specs: [...e2e('promql-rule', 'woken-by-incident'), 'apps/notify/src/paging/pages-once.system.spec.ts'],
    program: program('alerting'),
  },
  { name: 'deliveries', specs: e2e('notify-slow-names'), program: program('deliveries') },
  { name: 'secrets', specs: [], program: program('secrets') },
  { name: 'identity', specs: e2e('freshness'), program: program('identity') },
  { name: 'paging', specs: [], program: program('paging') },
  { name: 'cardinality', specs: [], program: program('cardinality'), short: ['--paths=20000', '--requests=200'] },
  { name: 'compare', specs: [], program: program('compare-versions') },
  { name: 'console', specs: [], program: PLAYWRIGHT, short: ['--grep-invert=@full'] },
];

/** All of them where none is named. @param {string[]} names */
export function scenariosNamed(names) {
  const unknown = names.filter((name) => !SCENARIOS.some((scenario) => scenario.name === name));
  if (unknown.length > 0)
    throw new UsageError(`${unknown.join(', ')}: not among ${SCENARIOS.map(({ name }) => name).join(', ')}`);
  return SCENARIOS.filter(({ name }) => names.length === 0 || names.includes(name)).map((scenario) => ({
    ...scenario,
  }));
}
