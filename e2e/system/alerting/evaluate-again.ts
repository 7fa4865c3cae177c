/** The product's own evaluator, set back to the first step, evaluates hours again: undisturbed, or under kills. */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import type { Random } from '@spanwise/telemetry/random';
import { eventually } from '@spanwise/testing/eventually';
import { gone, living, signal } from '../crash/processes.js';
import {
  cursorsOf,
  evaluatedSteps,
  incidentFacts,
  setBack,
  type Cursors,
  type EvaluatedStep,
  type IncidentFacts,
} from './alert-tables.js';
import type { Shop } from './shop.js';

const VICTIMS = ['notify', 'notify', 'apm', 'projector', 'postgres'];
const LOOK_MS = 50;
const EVALUATED_MS = 1_800_000;
const NOTIFIED_MS = 180_000;

export interface Evaluated {
  steps: EvaluatedStep[];
  incidents: IncidentFacts[];
}

/** All steps from the first up to the cursors, with what was notified of them. */
export async function evaluateAgain(shop: Shop, upTo: Cursors, disturb?: () => Promise<void>): Promise<Evaluated> {
  const { product, organizationId, firstStep } = shop;
  await setBack(product, organizationId, firstStep - 1);
  await disturb?.();
  await eventually(async () => expect(await stepsLeft(shop, upTo)).toBe(0), { takesMs: EVALUATED_MS });
  // What fires is notified in the step after the last one that was behind, but for what follows from something else (ALERT-121).
  const incidents = await eventually(
    async () => {
      const facts = await incidentFacts(product, organizationId);
      expect(facts.filter(({ status, held }) => status === 'open' && held === 'catching_up')).toEqual([]);
      return facts;
    },
    { takesMs: NOTIFIED_MS },
  );
  return { steps: await evaluatedSteps(product, organizationId, firstStep, upTo), incidents };
}

async function stepsLeft({ product, organizationId }: Shop, upTo: Cursors): Promise<number> {
  const now = await cursorsOf(product, organizationId);
  return [...upTo].reduce((sum, [pass, step]) => sum + Math.max(0, step - (now.get(pass) ?? 0)), 0);
}

/** A kill for each share of the steps, as long as any are left. */
export async function killMeanwhile(shop: Shop, upTo: Cursors, kills: number, random: Random): Promise<void> {
  const { product } = shop;
  const all = [...upTo.values()].reduce((sum, step) => sum + step - shop.firstStep + 1, 0);
  for (let killed = 0; killed < kills; killed++) {
    const due = (all * (killed + random.next())) / (kills + 1);
    let left = all;
    // The database may just have been killed.
    while (all - (left = await stepsLeft(shop, upTo).catch(() => left)) < due) await sleep(LOOK_MS);
    if (left === 0) return;
    const victim = random.pick(VICTIMS);
    const pid = await living(() => product.pid(victim));
    signal(pid, 'SIGKILL');
    await gone(pid);
  }
}

/** Incidents that were notified twice or not at all, or of whose end that is so (ALERT-34). */
export const notNotifiedOnce = (incidents: readonly IncidentFacts[]): IncidentFacts[] =>
  incidents.filter(({ status, held, is_told: isReported, events, triggered, resolved }) => {
    const isMissing = status === 'open' && !isReported && held === null;
    // What was opened again and ended before a new notification has been notified before, once each.
    const isEndMissing = status === 'resolved' && isReported && resolved === 0;
    return triggered + resolved !== events || isMissing || isEndMissing || resolved > triggered;
  });
