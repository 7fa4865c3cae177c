import type { FieldValue } from '@spanwise/otlp/telemetry-rows';
import type { FieldType, StreamField } from './catalogue.js';

/** Places of a stream's schema: further fields are read by their names alone (ADR 0020). */
export const MAX_STREAM_FIELDS = 1_000;
export const MAX_FIELD_NAME_BYTES = 255;
/** Names of one stream that a writer holds; of those it keeps half when it has told them. */
export const MAX_SEEN_FIELDS = 4_000;
/** Sightings of a known field are told when they have doubled, or after so long. */
const TELL_AGAIN_MS = 10 * 60_000;

const MIN_INT64 = -(2n ** 63n);
const MAX_INT64 = 2n ** 63n - 1n;

/** Type that a value shows; undefined for null, which says nothing. */
export function typeOfValue(value: FieldValue): FieldType | undefined {
  switch (typeof value) {
    case 'string':
      return 'utf8';
    case 'boolean':
      return 'bool';
    case 'bigint':
      return value >= MIN_INT64 && value <= MAX_INT64 ? 'int64' : 'utf8';
    case 'number':
      return Number.isSafeInteger(value) ? 'int64' : 'float64';
    default:
      return value === null ? undefined : 'json';
  }
}

/** Type that a field has after it came with both: commutative and associative, so that the order of arrival is nothing. */
export function mergeTypes(one: FieldType, other: FieldType): FieldType {
  if (one === other) return one;
  const numeric = (type: FieldType) => type === 'int64' || type === 'float64';
  return numeric(one) && numeric(other) ? 'float64' : 'utf8';
}

/** What one resource has may be in every resource, as `StreamField` says. */
export function mergeFields(one: StreamField, other: StreamField): StreamField {
  const type = mergeTypes(one.type, other.type);
  return { name: one.name, type, column: one.column === 'resource' ? 'resource' : other.column };
}

/** A field, and how often it was seen since it was told before: once a record, or once a resource. */
export interface ToldField extends StreamField {
  count: number;
}

interface Seen {
  field: StreamField;
  untold: number;
  told: number;
  toldAtMs: number;
}

/** Fields of a stream that were seen. What is new is told at once, what is known when it has come twice as often. */
export class SeenFields {
  private readonly fields = new Map<string, Seen>();
  private readonly changed = new Set<string>();
  private unheld = 0;

  constructor(private readonly nowMs: () => number = () => performance.now()) {}

  get size(): number {
    return this.fields.size;
  }

  note(name: string, value: FieldValue, column: StreamField['column']): void {
    const type = typeOfValue(value);
    if (type === undefined) return;
    const known = this.fields.get(name);
    if (known === undefined) return this.add({ name, type, column });
    known.untold++;
    const { field } = known;
    if (field.type === type && field.column === column) return;
    const merged = mergeFields(field, { name, type, column });
    if (merged.type === field.type && merged.column === field.column) return;
    known.field = merged;
    this.changed.add(name);
  }

  /** At most `limit` of them; the others are told the next time. `untold`: sightings of fields that are in no telling yet. */
  takeChanged(limit = MAX_SEEN_FIELDS): { fields: ToldField[]; untold: number } {
    const nowMs = this.nowMs();
    for (const [name, seen] of this.fields) {
      if (seen.untold > 0 && (seen.untold >= seen.told || nowMs - seen.toldAtMs >= TELL_AGAIN_MS))
        this.changed.add(name);
    }
    const fields = [...this.changed].slice(0, limit).map((name) => this.tell(name, nowMs));
    let untold = this.unheld;
    for (const name of this.changed) untold += this.fields.get(name)!.untold;
    this.unheld = 0;
    this.forgetRare();
    return { fields, untold };
  }

  private tell(name: string, nowMs: number): ToldField {
    const seen = this.fields.get(name)!;
    const count = seen.untold;
    seen.told += count;
    seen.untold = 0;
    seen.toldAtMs = nowMs;
    this.changed.delete(name);
    return { ...seen.field, count };
  }

  /** What is forgotten and comes again is told as if it were new. */
  private forgetRare(): void {
    if (this.fields.size <= MAX_SEEN_FIELDS / 2) return;
    const told = [...this.fields].filter(([name]) => !this.changed.has(name)).sort(([, a], [, b]) => a.told - b.told);
    for (const [name] of told.slice(0, this.fields.size - MAX_SEEN_FIELDS / 2)) this.fields.delete(name);
  }

  private add(field: StreamField): void {
    // No statement can name it.
    if (field.name.includes('\0')) return;
    if (this.fields.size >= MAX_SEEN_FIELDS || Buffer.byteLength(field.name) > MAX_FIELD_NAME_BYTES) {
      this.unheld++;
      return;
    }
    this.fields.set(field.name, { field, untold: 1, told: 0, toldAtMs: 0 });
    this.changed.add(field.name);
  }
}
