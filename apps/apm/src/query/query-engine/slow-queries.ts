import type { SlowQuery } from '@spanwise/contracts/telemetry/query';

/** From here on a query is recorded as slow. */
export const SLOW_MS = 1_000;
const KEPT = 50;
const MAX_ORGANIZATIONS = 10_000;

/** The newest slow queries of each organization, for as long as this process lives. */
export class SlowQueries {
  private readonly kept = new Map<string, SlowQuery[]>();

  note(organizationId: string, query: SlowQuery): void {
    if (query.took_ms < SLOW_MS) return;
    if (this.kept.size >= MAX_ORGANIZATIONS && !this.kept.has(organizationId)) {
      this.kept.delete(this.kept.keys().next().value!);
    }
    this.kept.set(organizationId, [query, ...this.newest(organizationId)].slice(0, KEPT));
  }

  /** Newest first. */
  newest(organizationId: string): SlowQuery[] {
    return this.kept.get(organizationId) ?? [];
  }
}
