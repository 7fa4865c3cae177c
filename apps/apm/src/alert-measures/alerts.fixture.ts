/** Measures over figures of a spec, as notify asks for them. */
import { randomUUID } from 'node:crypto';
import type { MeasuredCondition } from '@spanwise/contracts/alerting/alert-conditions';
import type { GatewayMinute } from '@spanwise/span-model/gateway-minutes';
import type {
  AlertProgress,
  Measured,
  MeasureAlerts,
  MeasuredSpec,
  MeasureSpec,
} from '@spanwise/contracts/alerting/measure';
import { Projection } from '../rollups/projection.js';
import { Snapshots } from '../apm/read/snapshot.js';
import { MINUTE, ORGANIZATION, type Figures } from '../apm/queries.fixture.js';
import type { Queries } from '../query/query-engine/queries.js';
import { AlertMeasures } from './alert-measures.js';
import { PlatformProgress } from './platform-progress.js';

export function measuresOver(figures: Figures, queries?: Queries): AlertMeasures {
  return new AlertMeasures(new Snapshots(figures.source), figures.reads, queries as Queries, projectionOf(figures));
}

export const progressOf = (figures: Figures): Promise<AlertProgress> =>
  new PlatformProgress(figures.source, figures.reads, projectionOf(figures), figures.pools).read();

const projectionOf = (figures: Figures): Projection => new Projection([], figures.retention);

/** What a gateway that has been there for long said of a minute: it refused nothing. */
export const gatewayMinute = (
  gatewayId: string,
  minute: number,
  change: Partial<GatewayMinute> = {},
): GatewayMinute => ({ gatewayId, minute, sinceMicros: (minute - 1_000) * MINUTE, refused: [], ...change });

/** The same of each minute; the last one is not included. */
export const gatewayMinutes = (gatewayId: string, fromMinute: number, toMinute: number): GatewayMinute[] =>
  Array.from({ length: toMinute - fromMinute }, (_, at) => gatewayMinute(gatewayId, fromMinute + at));

/** The newest step that is complete for the clock, late grace included. */
export const finalStep = (figures: Figures): number => Math.floor((figures.nowMicros - 300_000_000) / MINUTE);

export const specOf = (condition: MeasuredCondition, windowMinutes = 5, id: string = randomUUID()): MeasureSpec => ({
  id,
  condition,
  window_minutes: windowMinutes,
});

export const askFor = (specs: MeasureSpec[], step: number, change: Partial<MeasureAlerts> = {}): MeasureAlerts => ({
  organization_id: ORGANIZATION,
  step,
  pass: 'final',
  settle_micros: 0,
  specs,
  ...change,
});

/** Throws where it is too early. */
export async function measured(
  measures: AlertMeasures,
  specs: MeasureSpec[],
  step: number,
  change: Partial<MeasureAlerts> = {},
): Promise<Measured> {
  const answer = await measures.measure(askFor(specs, step, change));
  if (answer.status === 'not_yet') throw new Error('it is too early');
  return answer;
}

/** One condition by itself. */
export async function measuredOne(
  measures: AlertMeasures,
  condition: MeasuredCondition,
  step: number,
  windowMinutes = 5,
): Promise<MeasuredSpec> {
  const { specs } = await measured(measures, [specOf(condition, windowMinutes)], step);
  return specs[0]!;
}
