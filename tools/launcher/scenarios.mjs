// The system scenarios: each starts products of its own, kills processes, waits for minutes to pass, or attacks.
import { UsageError } from './arguments.mjs';

/** Specs of a scenario that lie beside what they test; all others are in `e2e/system/NAME`. */
const BESIDE = {
  hostile: [
    'apps/apm/src/query/query-engine/reader-pace.system.spec.ts',
    'apps/apm/src/query/query-engine/engine-limits.system.spec.ts',
    'apps/projector/src/dedup/slow-records.system.spec.ts',
    'libs/host/src/loop-watch.system.spec.ts',
  ],
  alerting: ['apps/notify/src/incidents/paging/pages-once.system.spec.ts'],
};

/** Run by Playwright, not by Vitest. */
export const CONSOLE = 'console';

const NAMES = [
  'figures',
  'crash',
  'telemetry',
  'timeline',
  'operate',
  'rebuild',
  'upgrade',
  'isolation',
  'hostile',
  'alerting',
  'deliveries',
  'secrets',
  'identity',
  'paging',
  'cardinality',
  'compare',
  CONSOLE,
];

/**
 * All of them where none is named.
 * @param {string[]} names @returns {{ name: string, beside: string[] }[]} `beside`: paths of specs outside of its folder
 */
export function scenariosNamed(names) {
  const unknown = names.filter((name) => !NAMES.includes(name));
  if (unknown.length > 0) throw new UsageError(`${unknown.join(', ')}: not among ${NAMES.join(', ')}`);
  return NAMES.filter((name) => names.length === 0 || names.includes(name)).map((name) => ({
    name,
    beside: BESIDE[name] ?? [],
  }));
}
