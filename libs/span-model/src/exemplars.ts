import { ByteReader, ByteWriter, hexOf } from './bytes.js';

/** One span that shows what a figure is made of. */
export interface Exemplar {
  traceId: string; // 32 lower-case hex digits
  spanId: string; // 16 lower-case hex digits
  startMicros: number;
  durationMicros: number;
  error: boolean;
}

/** An aggregate keeps this many exemplars. */
export const EXEMPLARS = 3;

/**
 * The longest spans of an aggregate. The order is total (duration, then trace id, then span id, then the rest), so the
 * first three of a union never depend on the order of merging.
 */
export class Exemplars {
  readonly list: Exemplar[] = [];

  /** True when a span of this duration can enter; spares the caller making texts of its ids. */
  admits(durationMicros: number): boolean {
    return this.list.length < EXEMPLARS || durationMicros >= this.list[EXEMPLARS - 1]!.durationMicros;
  }

  offer(candidate: Exemplar): void {
    const list = this.list;
    let at = list.length;
    while (at > 0 && comesBefore(candidate, list[at - 1]!)) at--;
    if (at >= EXEMPLARS) return;
    list.splice(at, 0, candidate);
    if (list.length > EXEMPLARS) list.pop();
  }

  merge(other: Exemplars): void {
    for (const exemplar of other.list) this.offer(exemplar);
  }

  write(out: ByteWriter): void {
    out.byte(this.list.length);
    for (const exemplar of this.list) {
      out.varint(exemplar.durationMicros);
      out.varint(exemplar.startMicros * 2 + (exemplar.error ? 1 : 0));
      out.hex(exemplar.traceId);
      out.hex(exemplar.spanId);
    }
  }

  /** Adds written exemplars; ids of those that cannot enter are never turned into texts. */
  mergeFrom(reader: ByteReader): void {
    const count = reader.byte();
    if (count > EXEMPLARS) throw new Error('Stored aggregate has too many exemplars.');
    for (let i = 0; i < count; i++) {
      const durationMicros = reader.varint();
      const startAndError = reader.varint();
      const idsAt = reader.skip(24) - 24;
      if (!this.admits(durationMicros)) continue;
      this.offer({
        traceId: hexOf(reader.bytes, idsAt, 16),
        spanId: hexOf(reader.bytes, idsAt + 16, 8),
        startMicros: Math.floor(startAndError / 2),
        durationMicros,
        error: startAndError % 2 === 1,
      });
    }
  }
}

function comesBefore(a: Exemplar, b: Exemplar): boolean {
  if (a.durationMicros !== b.durationMicros) return a.durationMicros > b.durationMicros;
  if (a.traceId !== b.traceId) return a.traceId < b.traceId;
  if (a.spanId !== b.spanId) return a.spanId < b.spanId;
  if (a.startMicros !== b.startMicros) return a.startMicros < b.startMicros;
  return a.error && !b.error;
}
