/**
 * With which gateway something was wrong in the last minutes, and since when: what the incident of the platform names
 * (ALERT-140). By the same measure as the minutes of a window (ALERT-100). Pure.
 */
import { STEP_MICROS, type IntakeFault } from '@spanwise/contracts/alerting/measure';
import { gatewaysByMinute, isWithoutGateway, missing, type GatewayRow } from './intake-health.js';

/** A minute is reported for so long: what rules of five minutes look at is held meanwhile. */
export const RECENT_MINUTES = 5;
/** An outage is reported to have begun so long ago at most. */
export const LOOKED_BACK_MINUTES = 60;

/** Minutes from and up to, the last one not included: all gateways have spoken of them, or had the time to. */
export interface ToldMinutes {
  fromMinute: number;
  toMinute: number;
  /** Undefined before the first record. */
  firstMinute: number | undefined;
  gateways: readonly GatewayRow[];
}

/** A gateway that is lost is at fault for the minute in which it is missing, and for all after it without any gateway. */
export function lostGateways({ fromMinute, toMinute, firstMinute, gateways }: ToldMinutes): IntakeFault[] {
  if (firstMinute === undefined) return [];
  const byMinute = gatewaysByMinute(gateways);
  /** First minute of each that is missing. */
  const absent = new Map<string, number>();
  const faults = new Map<string | undefined, number>();
  for (let minute = Math.max(fromMinute, firstMinute) + 1; minute < toMinute; minute++) {
    const [before, alive] = [byMinute.get(minute - 1) ?? [], byMinute.get(minute) ?? []];
    for (const { gatewayId } of missing(alive, before)) if (!absent.has(gatewayId)) absent.set(gatewayId, minute);
    if (minute >= toMinute - RECENT_MINUTES && isWithoutGateway(minute, alive, before)) {
      const since: Iterable<[string | undefined, number]> = absent.size > 0 ? absent : [[undefined, minute]];
      for (const [id, first] of since) if (!faults.has(id)) faults.set(id, first);
    }
    // Once another one is there, telemetry is taken without it.
    if (alive.length > 0) absent.clear();
  }
  return [...faults].map(([id, minute]) => ({
    reason: 'no_gateway',
    ...(id !== undefined && { gateway_id: id }),
    since_micros: minute * STEP_MICROS,
  }));
}
