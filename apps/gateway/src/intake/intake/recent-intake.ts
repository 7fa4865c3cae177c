/** Who has put most into the log lately (INTAKE-7): what one organization sends too much must not make the others wait. */

/** Of what came in lately; who has sent more is the one that the others wait behind. */
const HEAVY_SHARE = 0.25;
/** An organization that has sent less than this lately holds up no other. */
const LIGHT_COST = 1024 * 1024;
/** Of the mean of those who have sent something; one that has sent less is not what the metrics wait for. */
const SMALL_SHARE = 0.5;
const SWEEP_INTERVAL_MS = 10_000;
/** What a record costs beside its bytes, in bytes: an empty one is processed, counted and stored like any other. */
const RECORD_BYTES = 500;

/** What a request costs behind the log, in bytes. */
export const costOf = (decodedBytes: number, records: number): number => decodedBytes + records * RECORD_BYTES;

interface Amount {
  cost: number;
  atMs: number;
}

/** Cost of each organization, of which half is forgotten every `halfLifeMs`. */
export class RecentIntake {
  private readonly byOrganization = new Map<string, Amount>();
  private readonly total: Amount = { cost: 0, atMs: 0 };
  private sweptMs = 0;

  constructor(
    private readonly nowMs: () => number,
    private readonly halfLifeMs: number,
  ) {}

  took(organizationId: string, cost: number): void {
    let own = this.byOrganization.get(organizationId);
    if (own === undefined) this.byOrganization.set(organizationId, (own = { cost: 0, atMs: 0 }));
    for (const amount of [own, this.total]) {
      amount.cost = this.left(amount) + cost;
      amount.atMs = this.nowMs();
    }
    this.sweep();
  }

  /** Whether others have sent something lately, and this one far more than its share. */
  holdsUpOthers(organizationId: string): boolean {
    const own = this.byOrganization.get(organizationId);
    if (own === undefined) return false;
    const [cost, total] = [this.left(own), this.left(this.total)];
    return cost >= LIGHT_COST && cost > HEAVY_SHARE * total && total - cost >= 1;
  }

  /** Whether this one has sent so little that others are who the figures wait for. None is where all send alike. */
  isSmall(organizationId: string): boolean {
    const own = this.byOrganization.get(organizationId);
    const total = this.left(this.total);
    // While next to nothing is known, organizations are not distinguished.
    if (total < LIGHT_COST) return false;
    const senders = this.byOrganization.size + (own === undefined ? 1 : 0);
    return (own === undefined ? 0 : this.left(own)) < (SMALL_SHARE * total) / senders;
  }

  private left({ cost, atMs }: Amount): number {
    return cost * 2 ** ((atMs - this.nowMs()) / this.halfLifeMs);
  }

  /** Organizations that come no more are forgotten. */
  private sweep(): void {
    if (this.nowMs() - this.sweptMs < SWEEP_INTERVAL_MS) return;
    this.sweptMs = this.nowMs();
    for (const [id, amount] of this.byOrganization) if (this.left(amount) < 1) this.byOrganization.delete(id);
  }
}
