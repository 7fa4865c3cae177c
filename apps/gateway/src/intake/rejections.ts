/** Why records of a request were not taken, each by itself. */

export interface Rejection {
  index: number;
  reason: string;
}

/** As many are named to a native client (decisions 5.2). */
const MAX_NAMED = 100;
/** Different reasons in the one sentence that OTLP has for them. */
const MAX_REASONS = 3;

export class Rejections {
  count = 0;
  readonly first: Rejection[] = [];
  private readonly reasons = new Map<string, number>();

  add(index: number, reason: string): void {
    this.count++;
    if (this.first.length < MAX_NAMED) this.first.push({ index, reason });
    this.reasons.set(reason, (this.reasons.get(reason) ?? 0) + 1);
  }

  /** Those of a part of the request, whose records stand at `indexes` of the whole. */
  addAll(part: Rejections, indexes: readonly number[]): void {
    for (const { index, reason } of part.first) this.add(indexes[index], reason);
    this.count += part.count - part.first.length;
  }

  /** For the client; empty when nothing was rejected. */
  get message(): string {
    const sorted = [...this.reasons].sort(([, a], [, b]) => b - a).slice(0, MAX_REASONS);
    return sorted.map(([reason, count]) => `${count} rejected: ${reason}`).join('; ');
  }
}
