/** When a rotation hands over (ALERT-60): pure. */
import type { RotationKind } from '@spanwise/contracts/alerting/schedules';
import { DAY_MS, ZoneOffsets } from '../../platform/wall-time/zone-offsets.js';
import type { WeeklyHours } from '../../platform/wall-time/weekly-hours.js';

/** A rotation as it is kept. Times are microseconds of 1970. */
export interface Rotation {
  id: string;
  name: string;
  members: string[];
  kind: RotationKind;
  active_window: WeeklyHours | null;
  /** The first handoff, to the first member. */
  first_start_at: number;
}

const DAY_MICROS = DAY_MS * 1_000;

/** The length of a period where no clock is changed. */
export const periodMicros = (kind: RotationKind): number =>
  kind === 'daily' ? DAY_MICROS : kind === 'weekly' ? 7 * DAY_MICROS : kind.custom.period_secs * 1_000_000;

/**
 * The handoffs of a rotation by their number, 0 the first. Days and weeks are those of the zone's clocks, so that 09:00 stays
 * 09:00; a period in seconds is as long as it says.
 */
export class Handoffs {
  private readonly wallMs: number;
  /** What a moment has below the millisecond. */
  private readonly restMicros: number;
  private readonly offsets: ZoneOffsets;
  readonly periodMicros: number;

  constructor(
    private readonly rotation: Pick<Rotation, 'kind' | 'first_start_at'>,
    zone: string,
  ) {
    const { first_start_at: first, kind } = rotation;
    this.offsets = ZoneOffsets.of(zone);
    this.restMicros = first % 1_000;
    this.wallMs = this.offsets.wallAt((first - this.restMicros) / 1_000);
    this.periodMicros = periodMicros(kind);
  }

  at(number: number): number {
    const { first_start_at: first, kind } = this.rotation;
    if (number === 0 || typeof kind === 'object') return first + number * this.periodMicros;
    return this.offsets.momentOf(this.wallMs + (number * this.periodMicros) / 1_000) * 1_000 + this.restMicros;
  }

  /** Whether the clocks show what they show at the first handoff: not where they skip that time of day. */
  isOnTime(number: number): boolean {
    if (typeof this.rotation.kind === 'object') return true;
    const wallMs = this.offsets.wallAt((this.at(number) - this.restMicros) / 1_000);
    return wallMs === this.wallMs + (number * this.periodMicros) / 1_000;
  }

  /** The last handoff that is not after the moment; negative before the first. */
  lastNumber(atMicros: number): number {
    if (atMicros < this.rotation.first_start_at) return -1;
    let number = Math.max(0, Math.floor((atMicros - this.rotation.first_start_at) / this.periodMicros) - 1);
    while (this.at(number + 1) <= atMicros) number++;
    return number;
  }
}
