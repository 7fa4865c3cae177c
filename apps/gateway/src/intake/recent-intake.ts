/** Who has filled the log lately (INTAKE-7): what one organization sends too much must not make the others wait. */
const HALF_LIFE_MS = 5_000;
/** Of what came in lately; who has sent more is the one that the others wait behind. */
const HEAVY_SHARE = 0.25;
/** Who has sent less than this lately holds up nobody. */
const LIGHT_BYTES = 1024 * 1024;
const SWEEP_INTERVAL_MS = 10_000;

interface Amount {
  bytes: number;
  atMs: number;
}

/** Decoded bytes of each organization, of which half are forgotten every five seconds. */
export class RecentIntake {
  private readonly byOrganization = new Map<string, Amount>();
  private readonly total: Amount = { bytes: 0, atMs: 0 };
  private sweptMs = 0;

  constructor(private readonly nowMs: () => number) {}

  took(organizationId: string, bytes: number): void {
    let own = this.byOrganization.get(organizationId);
    if (own === undefined) this.byOrganization.set(organizationId, (own = { bytes: 0, atMs: 0 }));
    for (const amount of [own, this.total]) {
      amount.bytes = this.left(amount) + bytes;
      amount.atMs = this.nowMs();
    }
    this.sweep();
  }

  /** Whether others have sent something lately, and this one far more than its share. */
  holdsUpOthers(organizationId: string): boolean {
    const own = this.byOrganization.get(organizationId);
    if (own === undefined) return false;
    const [bytes, total] = [this.left(own), this.left(this.total)];
    return bytes >= LIGHT_BYTES && bytes > HEAVY_SHARE * total && total - bytes >= 1;
  }

  private left({ bytes, atMs }: Amount): number {
    return bytes * 2 ** ((atMs - this.nowMs()) / HALF_LIFE_MS);
  }

  /** Organizations that come no more are forgotten. */
  private sweep(): void {
    if (this.nowMs() - this.sweptMs < SWEEP_INTERVAL_MS) return;
    this.sweptMs = this.nowMs();
    for (const [id, amount] of this.byOrganization) if (this.left(amount) < 1) this.byOrganization.delete(id);
  }
}
