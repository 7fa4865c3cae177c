/**
 * What stops while every service is well, beside a service that really stops: rules do not fire for a fault of the platform, and
 * the platform has one incident of it (ALERT-9, ALERT-100, ALERT-101). The hours are in the past and are evaluated minute by
 * minute, with the default rules as they are. What gateways reported is written as they would have; the stream's time does not
 * advance while the projector is paused.
 */
import { randomUUID } from 'node:crypto';
import type { Span, TraceRequest } from '@spanwise/telemetry/otlp';
import { query } from '../crash/log-view.js';
import { Organizations } from '../harness/organizations.js';
import type { Product } from '../harness/product.js';
import { LiveEvaluator, PASS } from './live-evaluator.js';
import { notified } from './live-incidents.js';
import { sendAndCount } from './shop.js';

const MINUTE_MICROS = 60_000_000;
/** Before each scene: after it what is expected has been there for most of an hour again. */
const CALM_MINUTES = 62;
/** After a scene, until everything of it is evaluated a second time. */
const AFTER_MINUTES = 7;
const SPANS_A_MINUTE = 4;
const STEADY = 'steady';
export const STOPPING = 'stopping';

export const SCENES = ['projector paused', 'gateway down', 'gateway refusing', 'service stopped'] as const;
export type Scene = (typeof SCENES)[number];

/** Minutes since the epoch; `to` is not included. */
interface Placed {
  scene: Scene;
  from: number;
  to: number;
}

/** What was notified in a scene: kind, rule, service and, in minutes after the scene's start, when the incident began. */
export type SceneNotified = [kind: string, rule: string, service: string, begunMinutes: number][];

/** Each scene lasts so many minutes. */
export async function playScenes(product: Product, sceneMinutes: number): Promise<Record<Scene, SceneNotified>> {
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
    const played: [Scene, SceneNotified][] = [];
    for (const scene of scenes) played.push([scene.scene, await play(live, scene)]);
    return Object.fromEntries(played) as Record<Scene, SceneNotified>;
  } finally {
    await live.stop();
  }
}

/** The time between the scenes is calm, and is not evaluated. */
async function play(live: LiveEvaluator, { scene, from, to }: Placed): Promise<SceneNotified> {
  const known = (await notified(live)).length;
  await live.beginAt(from - 1, PASS, 'final');
  for (let step = from; step <= to + AFTER_MINUTES; step++) {
    // A minute's own step is named by the one after it.
    if (scene === 'projector paused' && step > from && step <= to) await live.wait(step);
    else await live.evaluate(step);
  }
  return (await notified(live))
    .slice(known)
    .map(({ kind, rule, service, startedAtMicros }) => [kind, rule, service, startedAtMicros / MINUTE_MICROS - from]);
}

function* telemetry(first: number, scenes: readonly Placed[]): Generator<TraceRequest> {
  const last = scenes[scenes.length - 1]!.to + AFTER_MINUTES;
  const isIn = (scene: Scene, minute: number) =>
    scenes.some((one) => one.scene === scene && minute >= one.from && minute < one.to);
  const stopped = scenes.find(({ scene }) => scene === 'service stopped')!;
  for (const service of [STEADY, STOPPING]) {
    const spans: Span[] = [];
    for (let minute = first; minute < last; minute++) {
      // What no gateway takes is dropped.
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

/** As the product's gateway would have reported it, had it run for all the hours, instead of what it reported. */
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
  const last = scenes[scenes.length - 1]!.to + AFTER_MINUTES;
  await query(
    product,
    `begin;
     set local spanwise.organization_id = '${organizationId}';
     delete from apm.gateway_minutes where minute between ${first} and ${last};
     insert into apm.gateway_minutes (minute, gateway_id, since_micros, left_micros, refused_others)
       select minute, '${gatewayId}', ${first}::bigint * ${MINUTE_MICROS}, null, 0
         from generate_series(${first}, ${last}) as minute
        where minute < ${down!.from} or minute >= ${down!.to};
     insert into apm.refused_minutes (organization_id, minute, gateway_id, reason, requests)
       select '${organizationId}', minute, '${gatewayId}', 'log', 1
         from generate_series(${refusing!.from}, ${refusing!.to - 1}) as minute;
     commit`,
  );
}
