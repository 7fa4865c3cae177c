/** What this gateway has to say of its minutes (PROTO-32); no clock of its own, no log. */
import {
  MAX_REFUSED_ORGANIZATIONS,
  type GatewayHealth,
  type RefusalReason,
  type RefusedRequests,
} from '@spanwise/contracts/base/gateway-health';

const MINUTE_MICROS = 60_000_000;
/** Who has not run for longer has taken nothing either: its life begins again, and the minute is not reported. */
export const MAX_STANDSTILL_MICROS = 15_000_000;

const minuteOf = (micros: number): number => Math.floor(micros / MINUTE_MICROS);

export class GatewayMinutes {
  private sinceMicros = 0;
  private seenMicros = 0;
  private minute = 0;
  private refused = new RefusedCounts();

  constructor(
    private readonly gatewayId: string,
    nowMicros: number,
  ) {
    this.begin(nowMicros);
  }

  refuse(reason: RefusalReason, organizationId: string | undefined): void {
    this.refused.add(reason, organizationId);
  }

  /** Records of the minutes that have ended since; to be asked every second or so. */
  ended(nowMicros: number): GatewayHealth[] {
    if (Math.abs(nowMicros - this.seenMicros) > MAX_STANDSTILL_MICROS) this.begin(nowMicros);
    this.seenMicros = nowMicros;
    const records: GatewayHealth[] = [];
    while (this.minute < minuteOf(nowMicros)) {
      records.push(this.record());
      this.minute++;
      this.refused = new RefusedCounts();
    }
    return records;
  }

  /** The last words: what has ended, and the minute under way. */
  leave(nowMicros: number): GatewayHealth[] {
    return [...this.ended(nowMicros), { ...this.record(), leftMicros: nowMicros }];
  }

  private begin(nowMicros: number): void {
    this.sinceMicros = nowMicros;
    this.seenMicros = nowMicros;
    this.minute = minuteOf(nowMicros);
    this.refused = new RefusedCounts();
  }

  private record(): GatewayHealth {
    const { gatewayId, minute, sinceMicros } = this;
    return { gatewayId, minute, sinceMicros, refused: this.refused.list() };
  }
}

/** Of a minute, by organization and reason; those of organizations beyond the bound are counted together. */
class RefusedCounts {
  private readonly organizations = new Set<string>();
  private readonly counts = new Map<string, RefusedRequests>();

  add(reason: RefusalReason, organizationId: string | undefined): void {
    const named = organizationId !== undefined && this.hasRoomFor(organizationId) ? organizationId : undefined;
    const key = `${reason} ${named ?? ''}`;
    const known = this.counts.get(key);
    if (known === undefined)
      this.counts.set(key, { ...(named !== undefined && { organizationId: named }), reason, requests: 1 });
    else known.requests++;
  }

  list(): RefusedRequests[] {
    return [...this.counts.values()];
  }

  private hasRoomFor(organizationId: string): boolean {
    if (this.organizations.size < MAX_REFUSED_ORGANIZATIONS) this.organizations.add(organizationId);
    return this.organizations.has(organizationId);
  }
}
