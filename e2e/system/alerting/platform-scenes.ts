/**
 * What stops while every service is well, beside a service that really stops: rules say nothing of what the platform is at
 * fault for, and the platform has one incident of it (ALERT-9, ALERT-100, ALERT-101). The hours lie in the past and are
 * judged minute by minute, with the default rules as they are. What gateways said is written as they would have said it;
 * the stream's time stands still while the projector is paused.
 */
import { randomUUID } from 'node:crypto';
import type { Span, TraceRequest } from '@spanwise/telemetry/otlp';
import { query } from '../crash/log-view.js';
import { Organizations } from '../hostile/scene.js';
import type { Product } from '../harness/product.js';
import { LiveEvaluator, PASS } from './live-evaluator.js';
import { tellings, type Telling } from './live-incidents.js';
import { sendAndCount } from './watched.js';

const MINUTE_MICROS = 60_000_000;
/** Before each scene: after it what is expected has been there for most of an hour again. */
const CALM_MINUTES = 62;
/** After a scene, until everything of it is judged a second time. */
const AFTER_MINUTES = 7;
const SPANS_A_MINUTE = 4;
const STEADY = 'steady';
const STOPPING = 'stopping';
const PLATFORM = 'Platform';
const ABSENCE_RULE = 'A service sends nothing any more';

export const SCENES = ['projector paused', 'gateway down', 'gateway refusing', 'service stopped'] as const;
export type Scene = (typeof SCENES)[number];

/** Minutes since the epoch; `to` is not included. */
interface Placed {
  scene: Scene;
  from: number;
  to: number;
}

export interface SceneFigures {
  steps: number;
  faults: string[];
}

/** Each scene lasts so many minutes. */
export async function provePlatformScenes(product: Product, sceneMinutes: number): Promise<SceneFigures> {
  const first = Math.floor((Date.now() * 1_000) / MINUTE_MICROS) - SCENES.length * (CALM_MINUTES + sceneMinutes) - 10;
  const scenes = SCENES.map((scene, at): Placed => {
    const from = first + CALM_MINUTES + at * (CALM_MINUTES + sceneMinutes);
    return { scene, from, to: from + sceneMinutes };
  });
  const { id: organizationId, tokens } = await (await Organizations.open(product)).make('scenes');
  const gatewayId = await gatewayOf(product);
  await sendAndCount(product, telemetry(first, scenes), tokens.ingest!, 1);
  await writeGatewayMinutes(product, organizationId, gatewayId, first, scenes);
  const live = await LiveEvaluator.start({ product, organizationId }, { passes: ['provisional', 'final'] });
  try {
    const figures: SceneFigures = { steps: 0, faults: [] };
    for (const scene of scenes) {
      const told = await playedThrough(live, scene, figures);
      figures.faults.push(...faultsOf(scene, told));
    }
    return figures;
  } finally {
    await live.stop();
  }
}

/** Whom it told. What lies between the scenes is calm, and is not judged. */
async function playedThrough(
  live: LiveEvaluator,
  { scene, from, to }: Placed,
  figures: SceneFigures,
): Promise<Telling[]> {
  const known = (await tellings(live)).length;
  const last = to + AFTER_MINUTES;
  await live.beginAt(from - 1, PASS, 'final');
  for (let step = from; step <= last; step++) {
    // A minute's own step is named by the one after it.
    if (scene === 'projector paused' && step > from && step <= to) await live.wait(step);
    else await live.judge(step);
    figures.steps++;
  }
  return (await tellings(live)).slice(known);
}

function faultsOf({ scene, from }: Placed, told: readonly Telling[]): string[] {
  const shown = told.map(({ kind, rule, service }) => `${kind} ${rule}${service && ` of ${service}`}`).join(', ');
  const pages = told.filter(({ rule, kind }) => rule !== PLATFORM && kind === 'triggered');
  const ofPlatform = told.filter(({ rule }) => rule === PLATFORM).map(({ kind }) => kind);
  if (scene !== 'service stopped') {
    if (pages.length === 0 && ofPlatform.join() === 'triggered,resolved') return [];
    return [`${scene}: people were told of ${shown || 'nothing'}, and not of the platform alone, once, with its end`];
  }
  const [page] = pages;
  if (pages.length !== 1 || page.rule !== ABSENCE_RULE || page.service !== STOPPING || ofPlatform.length > 0)
    return [`${scene}: people were told of ${shown || 'nothing'}, and not once of ${STOPPING}`];
  const begun = page.startedAtMicros / MINUTE_MICROS;
  return begun === from + 1 ? [] : [`${scene}: it began ${begun - from - 1} minutes after the first minute without it`];
}

function* telemetry(first: number, scenes: readonly Placed[]): Generator<TraceRequest> {
  const last = scenes[scenes.length - 1].to + AFTER_MINUTES;
  const isIn = (scene: Scene, minute: number) =>
    scenes.some((one) => one.scene === scene && minute >= one.from && minute < one.to);
  const stopped = scenes.find(({ scene }) => scene === 'service stopped')!;
  for (const service of [STEADY, STOPPING]) {
    const spans: Span[] = [];
    for (let minute = first; minute < last; minute++) {
      // What no gateway takes is given up.
      if (isIn('gateway down', minute) || isIn('gateway refusing', minute)) continue;
      if (service === STOPPING && minute >= stopped.from) continue;
      spans.push(...spansIn(service, minute));
    }
    const attributes = [{ key: 'service.name', value: { stringValue: service } }];
    yield { resourceSpans: [{ resource: { attributes }, scopeSpans: [{ spans }] }] };
  }
}

const spansIn = (service: string, minute: number): Span[] =>
  Array.from({ length: SPANS_A_MINUTE }, (_, at) => {
    const startNanos = (BigInt(minute) * 60n + BigInt(5 + at * 14)) * 1_000_000_000n;
    const hex = (length: number) => randomUUID().replaceAll('-', '').slice(0, length);
    return {
      traceId: hex(32),
      spanId: hex(16),
      name: `GET /${service}`,
      kind: 2,
      startTimeUnixNano: startNanos.toString(),
      endTimeUnixNano: (startNanos + 5_000_000n).toString(),
    };
  });

async function gatewayOf(product: Product): Promise<string> {
  const [row] = await query<{ gateway_id: string }>(product, 'select gateway_id from apm.gateway_minutes limit 1');
  return row?.gateway_id ?? randomUUID();
}

/** As the product's gateway would have said it, had it been there for all the hours, instead of what it said. */
async function writeGatewayMinutes(
  product: Product,
  organizationId: string,
  gatewayId: string,
  first: number,
  scenes: readonly Placed[],
): Promise<void> {
  const [down, refusing] = ['gateway down', 'gateway refusing'].map((name) =>
    scenes.find(({ scene }) => scene === name)!,
  );
  const last = scenes[scenes.length - 1].to + AFTER_MINUTES;
  await query(
    product,
    `begin;
     set local spanwise.organization_id = '${organizationId}';
     delete from apm.gateway_minutes where minute between ${first} and ${last};
     insert into apm.gateway_minutes (minute, gateway_id, since_micros, left_micros, refused_others)
       select minute, '${gatewayId}', ${first}::bigint * ${MINUTE_MICROS}, null, 0
         from generate_series(${first}, ${last}) as minute
        where minute < ${down.from} or minute >= ${down.to};
     insert into apm.refused_minutes (organization_id, minute, gateway_id, reason, requests)
       select '${organizationId}', minute, '${gatewayId}', 'log', 1
         from generate_series(${refusing.from}, ${refusing.to - 1}) as minute;
     commit`,
  );
}
