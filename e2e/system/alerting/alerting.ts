/**
 * `npm run test:system -- alerting --full [--hours H] [--kills K] [--seed S] [--schedules N]`: steps are judged once and alike
 * and people told once whatever is killed, and schedules say the same as an oracle.
 * `npm run test:system -- alerting --full --measure [FOLDER] [--days N]`: how well the default rules find the faults of a recorded day, and
 * whom they wake in days without any.
 */
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { Random } from '@spanwise/telemetry/random';
import { measureFaultlessDays } from './faultless-days.js';
import { saidOfFaultlessDays, saidOfFaults } from './measure-report.js';
import { proveLateData } from './late-data.js';
import { provePlatformScenes, SCENES } from './platform-scenes.js';
import { proveOnce } from './once.js';
import { LONG_PLAN, proveSchedules } from './schedules.js';
import { hasRecordedFaults, measureRecordedFaults, RECORDED_DAY } from './recorded-faults.js';
import { startShop } from './watched.js';
import { ROOT } from '../harness/product.js';
import { seedOf } from '../harness/seed.js';

const { values, positionals } = parseArgs({
  options: {
    hours: { type: 'string' },
    kills: { type: 'string' },
    seed: { type: 'string' },
    /** Of 500 in every zone; 0 leaves them out. Their small run is a spec. */
    schedules: { type: 'string' },
    measure: { type: 'boolean', default: false },
    days: { type: 'string' },
    small: { type: 'boolean', default: false },
  },
  allowPositionals: true,
});
const SHOWN = 12;
const FAULTLESS_DAYS = 7;
const FAULTLESS_SEED = 'without a fault';
const size = values.small
  ? { hours: 1, kills: 6, schedules: 0, sceneMinutes: 3, lateMinutes: 8 }
  : { hours: 22, kills: 200, schedules: 500, sceneMinutes: 10, lateMinutes: 60 };
const hours = Number(values.hours ?? size.hours);
const kills = Number(values.kills ?? size.kills);
const schedules = Number(values.schedules ?? size.schedules);
const seed = seedOf(values);
const tally = { passed: 0, failed: 0 };

function report(title: string, faults: readonly string[]): void {
  tally[faults.length === 0 ? 'passed' : 'failed']++;
  console.log(`  ${title}: ${faults.length === 0 ? 'no fault' : `${faults.length} faults`}`);
  for (const fault of faults.slice(0, SHOWN)) console.log(`  WRONG ${fault}`);
}

async function prove(): Promise<void> {
  console.log(
    `alerting: ${hours} hours judged in peace and under ${kills} kills, ${schedules} schedules, seed ${seed}`,
  );
  const shop = await startShop(hours, values.small ? 60 : 90, seed);
  try {
    const figures = await proveOnce(shop, kills, new Random(`alerting ${seed}`));
    report(
      `${figures.steps} steps with ${figures.verdicts} verdicts and ${figures.transitions} transitions, ` +
        `${figures.incidents} incidents of which ${figures.told} were told and ${figures.held} are held back, ${figures.kills} kills`,
      [...figures.faults, ...(figures.transitions === 0 ? ['nothing fired'] : [])],
    );
    const late = await proveLateData(shop.product, size.lateMinutes, seed);
    report(
      `${late.late} of ${late.spans} spans late, ${late.verdicts} final verdicts, ${late.changed} of other values than before`,
      late.faults,
    );
    // Last: it rewrites what the gateway said.
    const scenes = await provePlatformScenes(shop.product, size.sceneMinutes);
    report(`${SCENES.join(', ')}, ${size.sceneMinutes} minutes each, ${scenes.steps} steps`, scenes.faults);
  } finally {
    shop.product.stop();
  }
  if (schedules === 0) return;
  const { zones, pairs, moments, faults } = proveSchedules({ ...LONG_PLAN, schedules });
  report(`${schedules} schedules in ${zones} zones, ${pairs} pairs, ${moments} moments`, faults);
}

/** Figures and no verdict: what is good enough is said beside them. */
async function measure(folder: string): Promise<void> {
  if (!hasRecordedFaults(folder)) throw new Error(`There is no ${RECORDED_DAY} in ${folder}.`);
  console.log(`alerting: the default rules over the faults of ${RECORDED_DAY}`);
  for (const line of saidOfFaults(await measureRecordedFaults(folder))) console.log(`  ${line}`);
  const days = Number(values.days ?? FAULTLESS_DAYS);
  console.log(`alerting: the default rules over ${days} days without a fault, seed ${FAULTLESS_SEED}`);
  if (days > 0)
    for (const line of saidOfFaultlessDays(await measureFaultlessDays(days, FAULTLESS_SEED))) console.log(`  ${line}`);
  tally.passed++;
}

if (values.measure) await measure(resolve(positionals[0] ?? join(ROOT, '..', 'shared', 'data')));
else await prove();
console.log(`${tally.passed} passed, ${tally.failed} failed`);
process.exitCode = tally.failed === 0 ? 0 : 1;
