import type { FieldValue } from '@spanwise/otlp/telemetry-rows';
import type { FieldType, StreamField } from './catalogue.js';

/** More fields than this stay in the JSON of their rows, without a place in the stream's schema. */
export const MAX_STREAM_FIELDS = 1_000;
export const MAX_FIELD_NAME_BYTES = 255;

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

/** The resource's member of a name wins, as `StreamField` says. */
export function mergeFields(one: StreamField, other: StreamField): StreamField {
  const type = mergeTypes(one.type, other.type);
  return { name: one.name, type, column: one.column === 'resource' ? 'resource' : other.column };
}

/** Fields of a stream that were seen; what changed since it was last told is told once. */
export class SeenFields {
  private readonly fields = new Map<string, StreamField>();
  private readonly changed = new Set<string>();
  /** Sightings of fields beyond the bounds. */
  overflow = 0;

  note(name: string, value: FieldValue, column: StreamField['column']): void {
    const type = typeOfValue(value);
    if (type === undefined) return;
    const known = this.fields.get(name);
    if (known === undefined) return this.add({ name, type, column });
    if (known.type === type && known.column === column) return;
    const merged = mergeFields(known, { name, type, column });
    if (merged.type === known.type && merged.column === known.column) return;
    this.fields.set(name, merged);
    this.changed.add(name);
  }

  /** At most `limit` of them; the others are told the next time. */
  takeChanged(limit = MAX_STREAM_FIELDS): StreamField[] {
    const names = [...this.changed].slice(0, limit);
    for (const name of names) this.changed.delete(name);
    return names.map((name) => this.fields.get(name)!);
  }

  private add(field: StreamField): void {
    if (this.fields.size >= MAX_STREAM_FIELDS || Buffer.byteLength(field.name) > MAX_FIELD_NAME_BYTES) {
      this.overflow++;
      return;
    }
    this.fields.set(field.name, field);
    this.changed.add(field.name);
  }
}
