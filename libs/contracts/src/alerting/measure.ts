/** apm measures what alert rules watch; notify decides (ALERT-1). Between these two services alone. */
import { ArrayMaxSize, IsArray, IsIn, IsInt, IsUUID, Max, Min } from 'class-validator';
import type { MeasuredCondition, SloPair } from './alert-conditions.js';
import { AsSent } from '../base/as-sent.js';
import type { Integer } from '../base/integer.js';
import { Optional } from '../base/members.js';
import { Empty, READS, rpc } from '../authz/rpc.js';

/** Minutes are numbered since the epoch; a step is named by the minute that begins at its end. */
export const STEP_MICROS = 60_000_000;
export const MAX_SPECS = 500;
/** Instances of one rule; further ones are refused aloud (ALERT-8). */
export const MAX_INSTANCES = 1_000;
const MEASURE_TIMEOUT_MS = 30_000;

/** A rule as apm needs it. Windows are whole minutes that end with the step. */
export interface MeasureSpec {
  id: string;
  condition: MeasuredCondition;
  window_minutes: Integer;
  /** Of an anomaly: minutes of incidents, from and up to, that do not show what is normal. */
  excluded_minutes?: [from: Integer, to: Integer][];
}

export class MeasureAlerts {
  @IsUUID() organization_id: string;
  @IsInt() @Min(0) @Max(Number.MAX_SAFE_INTEGER) step: number;
  /**
   * `final` answers once the step is complete (APM-22), `provisional` once stream time has passed `settle_micros` after it and
   * gateways have spoken of its last minute, or had the time to.
   */
  /** Where it is known: rates of the organization's first minutes are over the time since then. */
  @Optional() @IsInt() @Min(0) @Max(Number.MAX_SAFE_INTEGER) organization_created_micros?: number;
  @IsIn(['provisional', 'final']) pass: AlertPass;
  @IsInt() @Min(0) @Max(600_000_000) settle_micros: number;
  @IsArray() @ArrayMaxSize(MAX_SPECS) @AsSent() specs: MeasureSpec[];
}

export type AlertPass = 'provisional' | 'final';

/** How far the projection has come, for every shard. Microseconds; undefined before the first delta. */
export interface AlertProgress {
  stream_time_micros?: Integer;
  late_grace_micros: Integer;
  replaying: boolean;
  /** The least of the partitions of each shard; absent from an apm of a former release, as `faults`. */
  shards?: { shard: Integer; stream_time_micros: Integer }[];
  /** Of the whole installation, by the minutes that gateways have reported; at most `MAX_INTAKE_FAULTS`. */
  faults?: IntakeFault[];
}

export const MAX_INTAKE_FAULTS = 100;

/** What was wrong with intake in the last minutes (ALERT-100), and with which gateway. */
export interface IntakeFault {
  /** `gap`: a part of the log was lost. */
  reason: 'no_gateway' | 'refusing' | 'gap';
  /** Process of the gateway; absent where it is of none, or none was there. */
  gateway_id?: string;
  /** Beginning of its first minute. */
  since_micros: Integer;
}

/** One label set of a rule. */
export interface MeasuredInstance {
  labels: Record<string, string>;
  /** Null where there is nothing to evaluate: a share or a quantile without requests. */
  value: number | null;
  /** There are fewer requests or points than the condition asks for: the value, which is null, is not evaluated. */
  below_floor?: true;
  /** Spans that were seen behind the value, or what the column `samples` of a statement says, which is 1 without one. */
  samples: Integer;
  /** Failed ones among them, or among those of `evidence_secs`; only where the condition has `min_errors`. */
  errors?: Integer;
  /**
   * Only where the condition has a `confidence`: the figure is not below the first with this certainty, nor above the second.
   * Null where the sample is too small.
   */
  interval?: [low: number | null, high: number | null];
  /**
   * The value that a relative threshold compares with; null where it cannot be known: before the first span or the group,
   * without requests of a share or a quantile, or where figures are not kept so long. Where minutes are not, it is that of
   * the hours around, their counts taken for evenly spread.
   */
  baseline?: number | null;
  /** Of an anomaly: the distance of the value from the baseline, which is the median of the points, in standard deviations. */
  deviation?: number | null;
  baseline_points?: number[];
  /** Of an SLO: null of a window without requests. */
  burn_rates?: { pair: SloPair; long: number | null; short: number | null; factor: number }[];
  first_seen_micros?: Integer;
  /** What was found, in a sentence: what an incident says of it. */
  said?: string;
  /** Of failed requests where the figure is about errors, else of the slowest ones; none where it only counts. */
  trace_ids?: string[];
}

export interface MeasuredSpec {
  id: string;
  /** Sorted by labels. */
  instances: MeasuredInstance[];
  /**
   * Some names share a place with others (`__other__`, an instance of its own). A label set that is not there may be
   * counted in it.
   */
  folded?: true;
  /** Instances beyond `MAX_INSTANCES`. */
  refused?: Integer;
  /** Why the figure could not be had; `instances` is empty then. */
  error?: string;
}

export interface Coverage {
  stream_time_micros: Integer;
  replaying: boolean;
  /**
   * Minutes of the longest window in which something was dropped, with the reasons, or could not be taken: `no_gateway` and
   * `refusing` (ALERT-100). In their order.
   */
  gap_minutes: BadMinute[];
}

export interface BadMinute {
  minute: Integer;
  reason: string;
}

export interface Measured {
  status: 'measured';
  coverage: Coverage;
  /** Deltas that the snapshot holds, for each shard and partition. */
  offsets: { shard: Integer; partition: Integer; n: Integer }[];
  specs: MeasuredSpec[];
  /** SHA-256 of `specs` in the order of their ids, as canonical JSON; hexadecimal. */
  digest: string;
  /** Ids of specs that had no room in this answer: ask for them again. */
  unanswered?: string[];
}

/** From one snapshot; `not_yet` where stream time has not come that far. */
export type MeasureAnswer = Measured | { status: 'not_yet' };

export const measureAlerts = rpc<MeasureAnswer>()('svc.apm.alerts.measure', MeasureAlerts, 'internal', {
  ...READS,
  timeoutMs: MEASURE_TIMEOUT_MS,
});
export const alertProgress = rpc<AlertProgress>()('svc.apm.alerts.progress', Empty, 'internal', READS);

/** Those that have sent spans. */
export const alertOrganizations = rpc<{ organization_ids: string[] }>()(
  'svc.apm.alerts.organizations',
  Empty,
  'internal',
  READS,
);
