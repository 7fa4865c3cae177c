/** Organizations whose rules are not evaluated although there is something to evaluate (ALERT-151). */

/** Steps are minutes, and a turn that fails is tried again each second. */
const STANDSTILL_MS = 120_000;

export class Standstills {
  /** By organization and pass. */
  private readonly advancedMs = new Map<string, Map<string, number>>();
  /** When any organization last came further; undefined before that. */
  newestMs: number | undefined;

  constructor(
    private readonly passes: readonly string[],
    private readonly clockMs: () => number = () => performance.now(),
  ) {}

  /** Everything that is ready is evaluated, or a step of the pass more than before. */
  advanced(organizationId: string, pass?: string): void {
    this.newestMs = this.clockMs();
    for (const one of pass === undefined ? this.passes : [pass]) this.idle(organizationId, one);
  }

  /** There is nothing to evaluate in the pass, which says nothing of the others. */
  idle(organizationId: string, pass: string): void {
    this.advancedMs.get(organizationId)?.set(pass, this.clockMs());
  }

  /** One pass that stands still is enough. */
  has(organizationId: string): boolean {
    const before = this.clockMs() - STANDSTILL_MS;
    return [...(this.advancedMs.get(organizationId) ?? [])].some(([, advancedMs]) => advancedMs < before);
  }

  /** Others are not evaluated. A new one has its time from now on; without any, nothing stands still. */
  keepOnly(organizationIds: readonly string[]): void {
    const [nowMs, kept] = [this.clockMs(), new Set(organizationIds)];
    for (const id of this.advancedMs.keys()) if (!kept.has(id)) this.advancedMs.delete(id);
    for (const id of kept)
      if (!this.advancedMs.has(id)) this.advancedMs.set(id, new Map(this.passes.map((pass) => [pass, nowMs])));
    if (kept.size === 0) this.newestMs = nowMs;
  }
}
