import { SpanKind } from '@opentelemetry/api';
import type { RequestScope } from '@spanwise/host/request-scope';
import { inLinkedSpan, type Tracing } from '@spanwise/host/tracing/tracing';

/** Deltas whose hint came and that were not applied yet. */
const MAX_WAITING = 64;

/** The sampled spans of the projector that committed deltas, as their hints name them. */
export class SampledSenders {
  private readonly byN = new Map<number, RequestScope>();

  note(n: number, sender: RequestScope): void {
    if (this.byN.size >= MAX_WAITING) this.byN.delete(this.byN.keys().next().value!);
    this.byN.set(n, sender);
  }

  /** One span for deltas that are applied together, chosen as the first of them was and linked to what made them. */
  inApplySpan<T>(
    tracing: Tracing | undefined,
    pair: { shard: number; partition: number },
    deltas: readonly number[],
    work: () => Promise<T>,
  ): Promise<T> {
    const links = deltas.flatMap((n) => this.byN.get(n) ?? []);
    const first = this.byN.get(deltas[0]);
    for (const n of this.byN.keys()) if (n <= deltas.at(-1)!) this.byN.delete(n);
    const description = {
      name: 'apply deltas',
      kind: SpanKind.INTERNAL,
      attributes: {
        'spanwise.shard': pair.shard,
        'spanwise.partition': pair.partition,
        'spanwise.deltas': deltas.length,
      },
      links,
    };
    return inLinkedSpan(tracing, first, description, work);
  }
}
