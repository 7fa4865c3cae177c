/** Which fields of a stream are held, and which of them have a place in its schema (ADR 0020). Pure. */
import type { FieldType, StreamField } from '@spanwise/segments/catalogue';
import {
  addCounts,
  MAX_STREAM_FIELDS,
  mergeColumns,
  takesType,
  typeOfCounts,
  type AnnouncedField,
  type TypeCounts,
} from '@spanwise/segments/stream-fields';
import { DAY_MICROS } from '@spanwise/span-model/time-units';

/** Fields that are held beside those with a place. */
export const MAX_UNPLACED_FIELDS = 3_000;
/** A field that was not seen for so long gives its place to any that wants it. */
export const PLACE_DAYS = 7;
/** What takes the place of a field that is seen has come so often, and so many times as often. */
const LEAST_SIGHTINGS = 8;
const TIMES_AS_OFTEN = 2;
/** A record may be stored that much longer than its stream says: until its segment expires. */
const KEPT_ASIDE_DAYS = 2;
/** Less than what one sighting counts while a record with it can be stored: `fadedTypes` leaves a quarter of it then. */
const NO_SIGHTING = 0.1;

export interface KnownField extends StreamField {
  /** Absent while the field has a place: since when it has none. */
  unplacedMicros?: number;
  /** It was declared: it keeps its place. */
  declared: boolean;
  /** Sightings that are known of; they count half after each day without others. */
  weight: number;
  /** Sightings of each type; absent of fields that were seen before these were counted. */
  types?: TypeCounts;
  seenMicros: number;
}

export interface Announcement {
  fields: readonly AnnouncedField[];
  nowMicros: number;
  /** Records of the stream are kept for so long. */
  retentionDays: number;
  /** Names that are not held may be in stored records. */
  hadMoreNames: boolean;
}

export interface ToldOutcome {
  changed: KnownField[];
  /** Names that are not held any more. */
  gone: string[];
  /** Sightings of fields that have no place. */
  unplaced: number;
  /** A name that stored records may have is not held. */
  hasMoreNames: boolean;
}

/** No stored record can have what was not seen since then. */
export const expiryMicros = (nowMicros: number, retentionDays: number): number =>
  nowMicros - (retentionDays + KEPT_ASIDE_DAYS) * DAY_MICROS;

/**
 * Sightings of each type count half after half of the time that records are kept: at an even rate a field changes its type when
 * more than half of the stored records have the new one. What no stored record can show is forgotten.
 */
function fadedTypes({ types = {}, seenMicros }: KnownField, { nowMicros, retentionDays }: Announcement): TypeCounts {
  const halfMicros = ((retentionDays + KEPT_ASIDE_DAYS) * DAY_MICROS) / 2;
  const share = 2 ** (-Math.max(0, nowMicros - seenMicros) / halfMicros);
  const faded = Object.entries(types).map(([type, count]) => [type, count * share] as const);
  return Object.fromEntries(faded.filter(([, count]) => count >= NO_SIGHTING));
}

/** Something was seen that the type cannot hold. */
export const isMixed = (type: FieldType, types: TypeCounts = {}): boolean =>
  Object.keys(types).some((seen) => !takesType(type, seen as FieldType));

/** The fields of one stream, while one announcement changes them. */
class Places {
  private readonly fields: Map<string, KnownField>;
  private readonly changed = new Set<string>();
  private readonly gone = new Set<string>();
  private placed = 0;
  /** A new name has to come that often in one announcement to be held. */
  private entry = 0;
  hasMoreNames = false;

  constructor(
    held: readonly KnownField[],
    private readonly announcement: Announcement,
  ) {
    this.fields = new Map(held.map((field) => [field.name, field]));
    for (const field of held) if (field.unplacedMicros === undefined) this.placed++;
  }

  expire(): void {
    const { nowMicros, retentionDays } = this.announcement;
    const before = expiryMicros(nowMicros, retentionDays);
    for (const field of this.fields.values()) if (!field.declared && field.seenMicros < before) this.remove(field);
    const unplaced = this.unplaced();
    // Otherwise a flood of names, each of them seen once, would turn all that is held over with every announcement.
    if (unplaced.length >= MAX_UNPLACED_FIELDS)
      this.entry = TIMES_AS_OFTEN * Math.max(1, this.weightOf(unplaced.at(-1)!));
  }

  take({ count, types: announced, ...seen }: AnnouncedField): void {
    const types = announced ?? { [seen.type]: count };
    const { nowMicros, hadMoreNames } = this.announcement;
    const known = this.fields.get(seen.name);
    if (known !== undefined) return this.put(this.seenAgain(known, { ...seen, count, types }));
    if (count < this.entry) {
      this.hasMoreNames = true;
      return;
    }
    // Its earlier types are unknown.
    const late = hadMoreNames && ({ type: 'utf8', foundLate: true } as const);
    const type = typeOfCounts(types);
    const field = { ...seen, type, ...late, declared: false, weight: count, types, seenMicros: nowMicros };
    this.put({ ...field, unplacedMicros: nowMicros });
  }

  private seenAgain(
    known: KnownField,
    { count, types, column }: Pick<AnnouncedField, 'count' | 'column'> & { types: TypeCounts },
  ): KnownField {
    const weight = this.weightOf(known) + count;
    // Of what was seen before types were counted only the type that came out of it is known.
    const before = known.types === undefined && !known.declared ? { [known.type]: this.weightOf(known) } : undefined;
    const all = addCounts(before ?? fadedTypes(known, this.announcement), types);
    const type = known.declared || known.foundLate ? known.type : typeOfCounts(all);
    const merged = { type, types: all, column: mergeColumns(known.column, column) };
    return { ...known, ...merged, weight, seenMicros: this.announcement.nowMicros };
  }

  /** Free places go to the most frequent. */
  fill(): void {
    for (const field of this.unplaced()) {
      if (this.placed >= MAX_STREAM_FIELDS) return;
      this.place(field);
    }
  }

  /** A frequent field takes the place of one that was not seen for long, or else of the least frequent. */
  compete(): void {
    const staleMicros = this.announcement.nowMicros - PLACE_DAYS * DAY_MICROS;
    const isStale = ({ seenMicros }: KnownField) => seenMicros < staleMicros;
    const losers = this.sorted(({ unplacedMicros, declared }) => unplacedMicros === undefined && !declared).reverse();
    const queue = [...losers.filter(isStale), ...losers.filter((field) => !isStale(field))];
    for (const field of this.unplaced()) {
      if (isStale(field)) continue;
      const loser = queue.shift();
      const weight = this.weightOf(field);
      const wins = weight >= LEAST_SIGHTINGS && loser && weight >= TIMES_AS_OFTEN * this.weightOf(loser);
      if (loser === undefined || !(isStale(loser) || wins)) return;
      this.placed--;
      this.put({ ...loser, unplacedMicros: this.announcement.nowMicros });
      this.place(field);
    }
  }

  /** Those that were seen least go. */
  bound(): void {
    for (const field of this.unplaced().slice(MAX_UNPLACED_FIELDS)) {
      this.remove(field);
      this.hasMoreNames = true;
    }
  }

  outcome(): ToldOutcome {
    const { fields } = this.announcement;
    const hasNone = ({ name }: AnnouncedField) =>
      this.fields.get(name)?.unplacedMicros !== undefined || !this.fields.has(name);
    return {
      changed: [...this.changed].flatMap((name) => this.fields.get(name) ?? []),
      gone: [...this.gone].filter((name) => !this.fields.has(name)),
      unplaced: fields.filter(hasNone).reduce((sum, { count }) => sum + count, 0),
      hasMoreNames: this.hasMoreNames,
    };
  }

  private unplaced(): KnownField[] {
    return this.sorted(({ unplacedMicros }) => unplacedMicros !== undefined);
  }

  /** The most frequent first. */
  private sorted(which: (field: KnownField) => boolean): KnownField[] {
    const weighed = [...this.fields.values()]
      .filter(which)
      .map((field) => ({ field, weight: this.weightOf(field) }))
      .sort((a, b) => b.weight - a.weight || (a.field.name < b.field.name ? -1 : 1));
    return weighed.map(({ field }) => field);
  }

  private weightOf({ weight, seenMicros }: KnownField): number {
    return weight * 2 ** (-Math.max(0, this.announcement.nowMicros - seenMicros) / DAY_MICROS);
  }

  private place(field: KnownField): void {
    const { unplacedMicros: _, ...placed } = field;
    this.placed++;
    this.put(placed);
  }

  private put(field: KnownField): void {
    this.fields.set(field.name, field);
    this.changed.add(field.name);
  }

  private remove({ name, unplacedMicros }: KnownField): void {
    if (unplacedMicros === undefined) this.placed--;
    this.fields.delete(name);
    this.gone.add(name);
  }
}

/** What a writer's announcement changes of the fields that are held of a stream. */
export function announceFields(held: readonly KnownField[], announcement: Announcement): ToldOutcome {
  const places = new Places(held, announcement);
  places.expire();
  for (const field of announcement.fields) places.take(field);
  places.fill();
  places.compete();
  places.bound();
  return places.outcome();
}
