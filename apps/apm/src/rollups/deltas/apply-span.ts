import { SpanKind } from '@opentelemetry/api';
import type { RequestScope } from '@spanwise/host/request-scope';
import { inLinkedSpan, type Tracing } from '@spanwise/host/tracing/tracing';

/** Deltas whose hint came and that were not applied yet. */
const MAX_WAITING = 64;

/** `own` made a delta of nothing but the product's own telemetry, which is not traced. */
export type Sender = RequestScope | 'own';

/** The sampled spans of the projector that committed deltas, as their hints name them. */
export class SampledSenders {
  private readonly byN = new Map<number, Sender>();

  note(n: number, sender: Sender): void {
    if (this.byN.size >= MAX_WAITING) this.byN.delete(this.byN.keys().next().value!);
    this.byN.set(n, sender);
  }

  /** One span for deltas that are applied together, chosen as the first of a client was and linked to what made them. */
  inApplySpan<T>(
    tracing: Tracing | undefined,
    pair: { shard: number; partition: number },
    deltas: readonly number[],
    work: () => Promise<T>,
  ): Promise<T> {
    const senders = deltas.map((n) => this.byN.get(n));
    const links = senders.filter((sender) => sender !== undefined && sender !== 'own');
    const first = senders.find((sender) => sender !== 'own');
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
