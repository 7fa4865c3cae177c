/**
 * Hours of the shop are judged twice by the product's own evaluator, which was set back: once in peace, once while notify,
 * apm, the projector and PostgreSQL are killed. Every step of every pass has to be judged once and alike, and nobody may
 * be told twice or not at all (ALERT-5, ALERT-34).
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '@spanwise/telemetry/random';
import { gone, living, signal } from '../crash/processes.js';
import { cursorsOf, incidentFacts, judgedSteps, setBack, type Cursors } from './alert-tables.js';
import { differences, type JudgedStep } from './judged-steps.js';
import { until, type Watched } from './watched.js';

const VICTIMS = ['notify', 'notify', 'apm', 'projector', 'postgres'];
const LOOK_MS = 50;
const JUDGED_MS = 1_800_000;
const TOLD_MS = 180_000;

export interface OnceFigures {
  steps: number;
  verdicts: number;
  transitions: number;
  incidents: number;
  told: number;
  /** Open, and nobody was told for a reason that the incident says. */
  held: number;
  kills: number;
  faults: string[];
}

export async function proveOnce(shop: Watched, kills: number, random: Random): Promise<OnceFigures> {
  const { product, organizationId, firstStep } = shop;
  const upTo = await cursorsOf(product, organizationId);
  const peaceful = await judgedAgain(shop, upTo);
  const before = await told(shop);
  await setBack(product, organizationId, firstStep - 1);
  const killed = await killUntilJudged(shop, upTo, kills, random);
  await reached(shop, upTo);
  const disturbed = await stepsOf(shop, upTo);
  const after = await told(shop);
  const faults = [
    ...holesOf(upTo, firstStep, peaceful),
    ...differences(peaceful, disturbed),
    ...before.faults.map((fault) => `in peace: ${fault}`),
    ...after.faults,
  ];
  const instances = disturbed.flatMap(({ verdicts }) => verdicts.flatMap((rule) => rule.instances));
  return {
    steps: disturbed.length,
    verdicts: instances.length,
    transitions: instances.reduce((sum, { transitions = [] }) => sum + transitions.length, 0),
    incidents: after.incidents,
    told: after.told,
    held: after.held,
    kills: killed,
    faults,
  };
}

/** All steps since the first, judged anew. */
export async function judgedAgain(shop: Watched, upTo: Cursors): Promise<JudgedStep[]> {
  await setBack(shop.product, shop.organizationId, shop.firstStep - 1);
  await reached(shop, upTo);
  return stepsOf(shop, upTo);
}

const isReached = (now: Cursors, upTo: Cursors): boolean =>
  [...upTo].every(([pass, step]) => (now.get(pass) ?? 0) >= step);

const reached = ({ product, organizationId }: Watched, upTo: Cursors): Promise<void> =>
  until(async () => isReached(await cursorsOf(product, organizationId), upTo), 'not all steps are judged', JUDGED_MS);

async function stepsOf({ product, organizationId, firstStep }: Watched, upTo: Cursors): Promise<JudgedStep[]> {
  const passes = [...upTo].map(([pass, step]) => judgedSteps(product, organizationId, pass, firstStep - 1, step));
  return (await Promise.all(passes)).flat();
}

/** A kill for each share of the steps; returns how many there were. */
async function killUntilJudged(
  { product, organizationId, firstStep }: Watched,
  upTo: Cursors,
  kills: number,
  random: Random,
): Promise<number> {
  const all = [...upTo.values()].reduce((sum, step) => sum + step - firstStep + 1, 0);
  for (let killed = 0; killed < kills; killed++) {
    for (;;) {
      const now = await cursorsOf(product, organizationId);
      if (isReached(now, upTo)) return killed;
      const done = [...now.values()].reduce((sum, step) => sum + step - firstStep + 1, 0);
      if (done >= (all * (killed + random.next())) / (kills + 1)) break;
      await sleep(LOOK_MS);
    }
    const victim = random.pick(VICTIMS);
    const pid = await living(() => product.pid(victim));
    signal(pid, 'SIGKILL');
    await gone(pid);
  }
  return kills;
}

/** The primary key lets no step be there twice. */
function holesOf(upTo: Cursors, firstStep: number, judged: readonly JudgedStep[]): string[] {
  return [...upTo].flatMap(([pass, last]) => {
    const steps = judged.filter((step) => step.pass === pass).length;
    const expected = last - firstStep + 1;
    return steps === expected ? [] : [`${steps} of ${expected} steps of the pass ${pass} are judged`];
  });
}

async function told({ product, organizationId }: Watched) {
  // What holds is told in the step after the last that was behind, but for what follows from something else (ALERT-121).
  await until(
    async () =>
      (await incidentFacts(product, organizationId)).every(
        ({ status, held }) => status !== 'open' || held !== 'catching_up',
      ),
    'somebody still has to be told',
    TOLD_MS,
  );
  const incidents = await incidentFacts(product, organizationId);
  const faults = incidents.flatMap(({ id, status, held, is_told: isTold, events, triggered, resolved }) => {
    if (triggered + resolved !== events)
      return [`${events} events of the incident ${id}, ${triggered + resolved} told`];
    if (status === 'open' && !isTold && held === null) return [`nobody was told of the open incident ${id}`];
    // What was opened again and ended before anybody was told anew has been told of before, once each.
    const isEndMissing = status === 'resolved' && isTold && resolved === 0;
    if (isEndMissing || resolved > triggered)
      return [`${resolved} ends of the incident ${id} were told, and ${triggered} beginnings`];
    return [];
  });
  return {
    incidents: incidents.length,
    told: incidents.filter((one) => one.is_told).length,
    held: incidents.filter(({ status, held }) => status === 'open' && held !== null).length,
    faults,
  };
}
