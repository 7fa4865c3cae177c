/** Whether an intake request may come in, before its body is read, and whether there is room for it while it comes. */
import { ServiceError } from '@spanwise/contracts/base/errors';
import type { SetQuotas } from '@spanwise/contracts/authz/quotas';
import type { ProjectionHeartbeat } from '@spanwise/contracts/base/heartbeat';
import { IntakeRefused } from './refusal.js';
import { costOf, RecentIntake } from './recent-intake.js';

export interface AdmissionLimits {
  inFlightBytes: number;
  maxLagMs: number;
}

export interface ProductState {
  busConnected: boolean;
  projection: ProjectionHeartbeat | undefined;
  /** Why nothing is taken of an organization, and for longer than a retry. */
  refusal?: (organizationId: string, quotas: SetQuotas | undefined) => ServiceError | undefined;
}

/** The log refuses everything when it is full: intake stops before. */
const MAX_LOG_FULLNESS = 0.95;
const BUSY_LOG_FULLNESS = 0.8;
/** One organization may hold this share of whatever the limit is. */
const ORGANIZATION_SHARE = 0.5;
/**
 * Bytes in flight are worth so much waiting at the rate at which they leave: what came on top would be answered after its
 * client has given up, and would have cost everything all the same.
 */
const LONGEST_WAIT_MS = 3_000;
/** Below this nothing is refused for its waiting: a rate measured on little says nothing. */
const ALWAYS_IN_FLIGHT_BYTES = 8 * 1024 * 1024;
/** Figures that are older than this let others wait; an organization that has filled the log then sends later (INTAKE-7). */
const FAIR_LAG_MS = 1_000;
/** Half-lives of what is known of who has sent how much: of the last seconds, and of the last minute. */
const RECENT_MS = 5_000;
const MINUTE_MS = 30_000;
/** A body of unknown length is taken for one of so many. */
const UNKNOWN_LENGTH_BYTES = 1024 * 1024;

export class Admission {
  /** Of all bodies, as much of them as has come. */
  private readonly bodies = new BytesByTenant();
  /** Of bodies that are there as a whole: these are worked on, and others wait for them. */
  private readonly complete = new BytesByTenant();
  private readonly leaving: LeavingRate;
  private readonly recent: RecentIntake;
  private readonly lastMinute: RecentIntake;

  constructor(
    private readonly limits: AdmissionLimits,
    private readonly state: () => ProductState,
    nowMs: () => number = () => performance.now(),
  ) {
    this.leaving = new LeavingRate(nowMs);
    this.recent = new RecentIntake(nowMs, RECENT_MS);
    this.lastMinute = new RecentIntake(nowMs, MINUTE_MS);
  }

  get inFlightBytes(): number {
    return this.bodies.total;
  }

  /** Half way to refusing clients: what no client waits for is given up first. */
  get busy(): boolean {
    const { busConnected, projection } = this.state();
    if (!busConnected || this.complete.total > Math.min(this.limits.inFlightBytes / 2, ALWAYS_IN_FLIGHT_BYTES))
      return true;
    if (projection === undefined) return false;
    return projection.lagSeconds * 1_000 > this.limits.maxLagMs / 2 || projection.logFullness > BUSY_LOG_FULLNESS;
  }

  /** Before a body is read. Refusals say when a retry makes sense; all of them may be retried. */
  enter(organizationId: string, declaredBytes: number | undefined, quotas?: SetQuotas): BodyReservation {
    const { busConnected, projection, refusal } = this.state();
    const refused = refusal?.(organizationId, quotas);
    if (refused !== undefined) throw refused;
    if (!busConnected)
      throw new IntakeRefused('log', 'The telemetry log is not reachable at the moment.', retryAfter());
    const lagMs = (projection?.lagSeconds ?? 0) * 1_000;
    if (lagMs > this.limits.maxLagMs && !this.lastMinute.isSmall(organizationId)) {
      throw new IntakeRefused('processing', 'The figures lag behind; send again a little later.', retryAfter(5));
    }
    if (projection !== undefined && projection.logFullness > MAX_LOG_FULLNESS) {
      throw new IntakeRefused('log', 'The telemetry log is nearly full; send again later.', retryAfter(10));
    }
    if (lagMs > FAIR_LAG_MS && this.recent.holdsUpOthers(organizationId))
      throw tooFast('The organization sends faster than its telemetry is counted, and others wait for it.');
    this.requireRoom(organizationId, declaredBytes ?? UNKNOWN_LENGTH_BYTES);
    return new BodyReservation(this, organizationId);
  }

  /** What came into the log, as much as it is to its reader. */
  took(organizationId: string, decodedBytes: number, records: number): void {
    const cost = costOf(decodedBytes, records);
    this.recent.took(organizationId, cost);
    this.lastMinute.took(organizationId, cost);
  }

  /** Bytes of a body have come, beside those that it has already. Throws where there is no memory for them. */
  arrived(organizationId: string, bytes: number, before: number): void {
    requireShare(this.bodies, organizationId, { bytes, before, limit: this.limits.inFlightBytes });
    this.bodies.add(organizationId, bytes);
  }

  completed(organizationId: string, bytes: number): void {
    if (this.complete.total === 0) this.leaving.begin();
    this.complete.add(organizationId, bytes);
  }

  left(organizationId: string, bytes: number, wasComplete: boolean): void {
    this.bodies.add(organizationId, -bytes);
    if (!wasComplete) return;
    this.complete.add(organizationId, -bytes);
    this.leaving.left(bytes, this.complete.total === 0);
  }

  /** What a request says to have is not reserved before it comes; only whether it would fit is asked. */
  private requireRoom(organizationId: string, bytes: number): void {
    const { inFlightBytes } = this.limits;
    requireShare(this.bodies, organizationId, { bytes, limit: inFlightBytes });
    const { bytesPerMs } = this.leaving;
    const worthWaiting = Math.max(ALWAYS_IN_FLIGHT_BYTES, (bytesPerMs ?? Infinity) * LONGEST_WAIT_MS);
    requireShare(this.complete, organizationId, { bytes, limit: Math.min(inFlightBytes, worthWaiting) });
  }
}

/** Bytes in all, and of each organization that has some. */
export class BytesByTenant {
  total = 0;
  private readonly byOrganization = new Map<string, number>();

  of(organizationId: string): number {
    return this.byOrganization.get(organizationId) ?? 0;
  }

  add(organizationId: string, bytes: number): void {
    this.total += bytes;
    const own = this.of(organizationId) + bytes;
    if (own > 0) this.byOrganization.set(organizationId, own);
    else this.byOrganization.delete(organizationId);
  }
}

/**
 * Throws where `bytes` more are more than the limit, or than an organization's share of it. A body that is alone always comes
 * in, whatever its size: the body limits bound it. `before`: what is there of it already.
 */
export function requireShare(
  amounts: BytesByTenant,
  organizationId: string,
  { bytes, before = 0, limit }: { bytes: number; before?: number; limit: number },
): void {
  const own = amounts.of(organizationId);
  if (own > before && own + bytes > limit * ORGANIZATION_SHARE)
    throw tooFast('The organization sends faster than the product takes.');
  if (amounts.total > before && amounts.total + bytes > limit)
    throw new IntakeRefused('overload', 'The product takes no more requests at the moment.', retryAfter());
}

/** One request that came in. Its bytes count as they arrive: one that stalls holds nothing, and no other waits for it. */
export class BodyReservation {
  private bytes = 0;
  private state: 'arriving' | 'complete' | 'left' = 'arriving';

  constructor(
    private readonly admission: Pick<Admission, 'arrived' | 'completed' | 'left'>,
    private readonly organizationId: string,
  ) {}

  /** Throws when there is no room for them. */
  arrived(bytes: number): void {
    if (this.state === 'left') return;
    this.admission.arrived(this.organizationId, bytes, this.bytes);
    this.bytes += bytes;
  }

  /** All of the body is there, and work on it begins. */
  complete(): void {
    if (this.state !== 'arriving') return;
    this.state = 'complete';
    this.admission.completed(this.organizationId, this.bytes);
  }

  release(): void {
    if (this.state === 'left') return;
    this.admission.left(this.organizationId, this.bytes, this.state === 'complete');
    this.state = 'left';
  }
}

const WINDOW_MS = 250;
const NEWEST_WEIGHT = 0.3;

/** How fast bytes leave while there always are some: a mean over the last windows without an idle moment. */
class LeavingRate {
  /** Undefined until it was measured. */
  bytesPerMs: number | undefined;
  private startedMs = 0;
  private bytes = 0;

  constructor(private readonly nowMs: () => number) {}

  begin(): void {
    this.startedMs = this.nowMs();
    this.bytes = 0;
  }

  left(bytes: number, idle: boolean): void {
    this.bytes += bytes;
    const tookMs = this.nowMs() - this.startedMs;
    if (idle || tookMs < WINDOW_MS) return;
    const newest = this.bytes / tookMs;
    this.bytesPerMs =
      this.bytesPerMs === undefined ? newest : this.bytesPerMs * (1 - NEWEST_WEIGHT) + newest * NEWEST_WEIGHT;
    this.begin();
  }
}

const tooFast = (message: string): ServiceError =>
  new ServiceError('resource_exhausted', message, undefined, retryAfter());

/** Spread over up to twice the base, so that clients do not come back all at once. */
const retryAfter = (baseSeconds = 1): number => Math.ceil(baseSeconds * (1 + Math.random()));
