/** What of a delta that could not be applied goes into the dead letters, and what of it is applied later (PROTO-45). */
import { DamagedDelta, decodeDelta, splitDelta, type DecodedOrganization } from '@spanwise/span-model/delta-codec';
import { SeriesKind } from '@spanwise/span-model/series';
import { MINUTE_MICROS } from '@spanwise/span-model/time-units';

/** Spans may start so much after they are received. */
export const FUTURE_MICROS = 600_000_000;

/** What one organization has in a delta. Without an id: minutes of gateways, or bytes of unknown organizations. */
export interface Letter {
  organizationId: string | undefined;
  bytes: Uint8Array;
  isReadable: boolean;
  /** Spans that the figures lack by minute; 0 where their number is unknown. */
  minutes: ReadonlyMap<number, number>;
}

/** A minute that the figures lack. `onlyErrors`: a rebuild has recomputed all of it but its errors (ADR 0014). */
export interface MissingMinute {
  minute: number;
  onlyErrors: boolean;
}

/** Of a delta that cannot be read, every minute may lack something in which a span of it may have started. */
export function lettersOf(
  { bytes, streamTimeMicros }: { bytes: Uint8Array; streamTimeMicros: number },
  horizonMicros: number,
): Letter[] {
  try {
    return splitDelta(bytes).map((part) => {
      const [organization] = decodeDelta(part.bytes).organizations;
      const minutes = organization === undefined ? new Map<number, number>() : touchedMinutes(organization);
      return { ...part, isReadable: true, minutes };
    });
  } catch (error) {
    if (!(error instanceof DamagedDelta)) throw error;
    const first = Math.floor((streamTimeMicros - horizonMicros) / MINUTE_MICROS);
    const last = Math.floor((streamTimeMicros + FUTURE_MICROS) / MINUTE_MICROS);
    const minutes = new Map(Array.from({ length: last - first + 1 }, (_, index) => [first + index, 0]));
    return [{ organizationId: undefined, bytes, isReadable: false, minutes }];
  }
}

/** Spans that the delta counted in each minute that it touches; in one of an older format, which knows none, requests. */
function touchedMinutes({ series, gaps }: DecodedOrganization): Map<number, number> {
  const kind = series.some(({ key }) => key.kind === SeriesKind.Spans) ? SeriesKind.Spans : SeriesKind.Service;
  const minutes = new Map(gaps.map(({ minute }) => [minute, 0]));
  for (const { key, minute, red } of series) {
    const counts = key.kind === kind && key.detail === '';
    minutes.set(minute, (minutes.get(minute) ?? 0) + (counts ? red.sampled : 0));
  }
  return minutes;
}

/**
 * What of a delta the figures still lack. Instances, error groups and callees say when something was seen: seeing it
 * twice is seeing it once.
 */
export function stillMissing(
  organization: DecodedOrganization,
  missing: readonly MissingMinute[],
): DecodedOrganization {
  const onlyErrors = new Map(missing.map((one) => [one.minute, one.onlyErrors]));
  return {
    ...organization,
    series: organization.series.filter(
      ({ minute, key }) =>
        onlyErrors.get(minute) === false || (onlyErrors.has(minute) && key.kind === SeriesKind.Error),
    ),
    gaps: organization.gaps.filter(({ minute }) => onlyErrors.get(minute) === false),
  };
}
