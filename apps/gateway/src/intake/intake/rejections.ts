/** Why records of a request were not taken, each by itself. */
import type { SliceSignal } from '@spanwise/contracts/log/log-message';
import type { Encoding } from '@spanwise/otlp/read-traces';
import { unreadMembers } from '@spanwise/otlp/unread-members';

export interface Rejection {
  index: number;
  reason: string;
}

/** As many are named to a native client (INTAKE-3). */
const MAX_NAMED = 100;
/** Different reasons in the one sentence that OTLP has for them. */
const MAX_REASONS = 3;

export class Rejections {
  count = 0;
  readonly first: Rejection[] = [];
  private readonly reasons = new Map<string, number>();
  private warning = '';

  /** `maxNamed`: so many are in `first`. */
  constructor(private readonly maxNamed = MAX_NAMED) {}

  /** What was in another thread, where it has lost its class. */
  static of(sent: Rejections): Rejections {
    return Object.assign(new Rejections(), sent);
  }

  add(index: number, reason: string): void {
    this.count++;
    if (this.first.length < this.maxNamed) this.first.push({ index, reason });
    this.reasons.set(reason, (this.reasons.get(reason) ?? 0) + 1);
  }

  /** Those of a part of the request, whose records stand at `indexes` of the whole. */
  addAll(part: Rejections, indexes: readonly number[]): void {
    for (const { index, reason } of part.first) this.add(indexes[index]!, reason);
    this.count += part.count - part.first.length;
  }

  /** What the client should know of a request of which nothing was rejected. */
  warn(sentence: string): void {
    this.warning = sentence;
  }

  /** For the client; empty when nothing was rejected and nothing is to be said. */
  get message(): string {
    if (this.count === 0) return this.warning;
    const sorted = [...this.reasons].sort(([, a], [, b]) => b - a).slice(0, MAX_REASONS);
    return sorted.map(([reason, count]) => `${count} rejected: ${reason}`).join('; ');
  }
}

/** A request without records may have had some, under names that OTLP/JSON does not read: success alone would hide it. */
export function warnOfUnread(
  rejections: Rejections,
  decoded: Uint8Array,
  encoding: Encoding,
  signal: SliceSignal,
): void {
  if (encoding === 'json') rejections.warn(unreadMembers(decoded, signal));
}
