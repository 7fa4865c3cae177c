import type { LogSlice } from '@spanwise/contracts/log/log-message';
import { RowLines } from '@spanwise/segments/row-lines';
import { SeenFields } from '@spanwise/segments/stream-fields';

/** Streams whose fields are held; what is forgotten is announced to the catalogue again, which merges it. */
const MAX_STREAMS = 500;
/** Of all streams together. */
const MAX_FIELDS = 500_000;

/** The fields that this process has announced of each stream. */
export class KnownFields {
  private readonly streams = new Map<string, { seen: SeenFields; lines: RowLines }>();

  of({ organizationId, signal, stream }: Pick<LogSlice, 'organizationId' | 'signal' | 'stream'>) {
    const key = `${organizationId}/${signal}/${stream}`;
    let known = this.streams.get(key);
    if (known === undefined) {
      const seen = new SeenFields();
      known = { seen, lines: new RowLines(signal, seen) };
    }
    // The one used last is the last to go.
    this.streams.delete(key);
    this.streams.set(key, known);
    if (this.streams.size > MAX_STREAMS) this.streams.delete(this.streams.keys().next().value!);
    return known;
  }

  /** Forgets streams, those first that were used longest ago, until their fields are within the bound. */
  trim(): void {
    let held = 0;
    for (const { seen } of this.streams.values()) held += seen.size;
    for (const [key, { seen }] of this.streams) {
      if (held <= MAX_FIELDS) return;
      held -= seen.size;
      this.streams.delete(key);
    }
  }
}
