// The system scenarios: each starts products of its own, kills processes, waits for minutes to pass, or attacks.
import { UsageError } from './arguments.mjs';

const program = (name) => `e2e/dist/system/${name}/${name}.js`;
const PLAYWRIGHT = ['node_modules/@playwright/test/cli.js', 'test', '--config=e2e/system/console'];

/**
 * The system specs of `e2e/system/NAME`, and `beside`, those of it that lie elsewhere. `program` is one of `e2e/system`, or all
 * words for Node; `short` are the flags of its short form, `--small` where they are absent.
 * @typedef {{ name: string, beside?: string[], program?: string | string[], short?: string[] }} Scenario
 * @type {Scenario[]}
 */
const SCENARIOS = [
  { name: 'figures', program: program('figures') },
  { name: 'crash', program: program('crash') },
  { name: 'telemetry', program: program('telemetry') },
  { name: 'timeline', program: program('timeline') },
  { name: 'operate', program: program('operate') },
  { name: 'rebuild', program: program('rebuild') },
  { name: 'upgrade', program: program('upgrade') },
  { name: 'isolation' },
  {
    name: 'hostile',
    beside: [
      'apps/apm/src/query-engine/reader-pace.system.spec.ts',
      'apps/apm/src/query-engine/engine-limits.system.spec.ts',
      'apps/projector/src/judge/slow-records.system.spec.ts',
      'libs/host/src/loop-watch.system.spec.ts',
    ],
  },
  { name: 'alerting', beside: ['apps/notify/src/paging/pages-once.system.spec.ts'] },
  { name: 'deliveries' },
  { name: 'secrets' },
  { name: 'identity' },
  { name: 'paging', program: program('paging') },
  { name: 'cardinality', program: program('cardinality'), short: ['--paths=20000', '--requests=200'] },
  { name: 'compare' },
  { name: 'console', program: PLAYWRIGHT, short: ['--grep-invert=@full'] },
];

/** All of them where none is named. @param {string[]} names */
export function scenariosNamed(names) {
  const unknown = names.filter((name) => !SCENARIOS.some((scenario) => scenario.name === name));
  if (unknown.length > 0)
    throw new UsageError(`${unknown.join(', ')}: not among ${SCENARIOS.map(({ name }) => name).join(', ')}`);
  return SCENARIOS.filter(({ name }) => names.length === 0 || names.includes(name));
}
