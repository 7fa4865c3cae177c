import type { FieldValue } from '@spanwise/otlp/telemetry-rows';
import type { FieldType, StreamField } from './catalogue.js';

/** Places of a stream's schema: further fields are read by their names alone (ADR 0020). */
export const MAX_STREAM_FIELDS = 1_000;
export const MAX_FIELD_NAME_BYTES = 255;
/** Names of one stream that a writer holds; of those it keeps half when it has announced them. */
export const MAX_SEEN_FIELDS = 4_000;
/** Sightings of a known field are announced when they have doubled, or after so long. */
const REANNOUNCE_MS = 10 * 60_000;

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

/** How often a field came as each type: counts of several places add up in any order. */
export type TypeCounts = Partial<Record<FieldType, number>>;

export function addCounts(one: TypeCounts, other: TypeCounts): TypeCounts {
  const sum = { ...one };
  for (const [type, count] of Object.entries(other) as [FieldType, number][]) sum[type] = (sum[type] ?? 0) + count;
  return sum;
}

/** The type that more than half of the sightings show (QUERY-11); integers and fractions are numbers together. */
export function typeOfCounts(counts: TypeCounts): FieldType {
  const { bool = 0, int64 = 0, float64 = 0, utf8 = 0, json = 0 } = counts;
  const half = (bool + int64 + float64 + utf8 + json) / 2;
  if (int64 + float64 > half) return float64 > 0 ? 'float64' : 'int64';
  if (bool > half) return 'bool';
  return json > half ? 'json' : 'utf8';
}

/** Values of the second type can be read as the first. */
export const takesType = (field: FieldType, value: FieldType): boolean =>
  field === value || field === 'utf8' || (field === 'float64' && value === 'int64');

/** What one resource has may be in every resource, as `StreamField` says. */
export const mergeColumns = (one: StreamField['column'], other: StreamField['column']): StreamField['column'] =>
  one === 'resource' ? one : other;

/** A field, and how often it was seen since it was announced before: once a record, or once a resource. */
export interface AnnouncedField extends StreamField {
  count: number;
  /** Of the sightings; absent where all were of the field's type. */
  types?: TypeCounts;
}

/** Sightings that were announced before, and those since. */
interface Sightings {
  announced: number;
  unannounced: number;
}

interface Seen extends Sightings {
  /** The first that it came as. */
  type: FieldType;
  /** What it came as besides; the totals count these too. */
  others?: Map<FieldType, Sightings>;
  /** Type that was announced. */
  announcedType?: FieldType;
  column: StreamField['column'];
  announcedAtMs: number;
}

/** Sightings of each type, taken by `of` from those that were announced and those that were not. */
function countsOf(seen: Seen, of: (sightings: Sightings) => number): TypeCounts {
  const counts: TypeCounts = {};
  let rest = of(seen);
  for (const [type, sightings] of seen.others ?? []) {
    if (of(sightings) > 0) counts[type] = of(sightings);
    rest -= of(sightings);
  }
  if (rest > 0) counts[seen.type] = rest;
  return counts;
}

const typeOfSeen = (seen: Seen): FieldType =>
  typeOfCounts(countsOf(seen, ({ announced, unannounced }) => announced + unannounced));

/**
 * Fields of a stream that were seen. What is new, or has another type by all that was seen of it, is announced at once, what is
 * known when it has come twice as often.
 */
export class SeenFields {
  private readonly fields = new Map<string, Seen>();
  private readonly changed = new Set<string>();
  private overflowed = 0;

  constructor(private readonly nowMs: () => number = () => performance.now()) {}

  get size(): number {
    return this.fields.size;
  }

  note(name: string, value: FieldValue, column: StreamField['column']): void {
    const type = typeOfValue(value);
    if (type === undefined) return;
    const known = this.fields.get(name);
    if (known === undefined) return this.add(name, type, column);
    known.unannounced++;
    if (column !== known.column && known.column !== 'resource') {
      known.column = column;
      this.changed.add(name);
    }
    if (type !== known.type) this.noteOther(name, known, type);
    if (known.others !== undefined && !this.changed.has(name) && typeOfSeen(known) !== known.announcedType)
      this.changed.add(name);
  }

  private noteOther(name: string, known: Seen, type: FieldType): void {
    known.others ??= new Map();
    const before = known.others.get(type);
    if (before !== undefined) before.unannounced++;
    else {
      known.others.set(type, { announced: 0, unannounced: 1 });
      this.changed.add(name);
    }
  }

  /** At most `limit` of them; the others are announced the next time. `unannounced`: sightings of fields that are in no announcement yet. */
  takeChanged(limit = MAX_SEEN_FIELDS): { fields: AnnouncedField[]; unannounced: number } {
    const nowMs = this.nowMs();
    for (const [name, seen] of this.fields) {
      if (seen.unannounced > 0 && (seen.unannounced >= seen.announced || nowMs - seen.announcedAtMs >= REANNOUNCE_MS))
        this.changed.add(name);
    }
    const fields = [...this.changed].slice(0, limit).map((name) => this.announce(name, nowMs));
    let unannounced = this.overflowed;
    for (const name of this.changed) unannounced += this.fields.get(name)!.unannounced;
    this.overflowed = 0;
    this.forgetRare();
    return { fields, unannounced };
  }

  private announce(name: string, nowMs: number): AnnouncedField {
    const seen = this.fields.get(name)!;
    const type = typeOfSeen(seen);
    const count = seen.unannounced;
    const types = countsOf(seen, ({ unannounced }) => unannounced);
    for (const sightings of [seen, ...(seen.others?.values() ?? [])]) {
      sightings.announced += sightings.unannounced;
      sightings.unannounced = 0;
    }
    seen.announcedType = type;
    seen.announcedAtMs = nowMs;
    this.changed.delete(name);
    return { name, type, column: seen.column, count, ...(types[type] !== count && { types }) };
  }

  /** What is forgotten and comes again is announced as if it were new. */
  private forgetRare(): void {
    if (this.fields.size <= MAX_SEEN_FIELDS / 2) return;
    const announced = [...this.fields]
      .filter(([name]) => !this.changed.has(name))
      .sort(([, a], [, b]) => a.announced - b.announced);
    for (const [name] of announced.slice(0, this.fields.size - MAX_SEEN_FIELDS / 2)) this.fields.delete(name);
  }

  private add(name: string, type: FieldType, column: StreamField['column']): void {
    // No statement can name it.
    if (name.includes('\0')) return;
    if (this.fields.size >= MAX_SEEN_FIELDS || Buffer.byteLength(name) > MAX_FIELD_NAME_BYTES) {
      this.overflowed++;
      return;
    }
    this.fields.set(name, { type, column, unannounced: 1, announced: 0, announcedAtMs: 0 });
    this.changed.add(name);
  }
}
