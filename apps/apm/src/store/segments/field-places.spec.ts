import { describe, expect, it } from 'vitest';
import type { StreamField } from '@spanwise/segments/catalogue';
import { MAX_STREAM_FIELDS, type TypeCounts } from '@spanwise/segments/stream-fields';
import { isMixed, MAX_UNPLACED_FIELDS, announceFields, type KnownField } from './field-places.js';

const DAY = 86_400_000_000;
const T0 = 1_767_225_600_000_000;
const RETENTION_DAYS = 30;

/** The fields of one stream over time. */
class Fields {
  held = new Map<string, KnownField>();
  nowMicros = T0;
  hasMoreNames = false;
  unplaced = 0;

  announce(names: readonly string[], count = 1, type: StreamField['type'] = 'utf8', types?: TypeCounts): void {
    const fields = names.map((name) => ({ name, type, column: 'attributes' as const, count, ...(types && { types }) }));
    const { nowMicros, hasMoreNames: hadMoreNames } = this;
    const outcome = announceFields([...this.held.values()], {
      fields,
      nowMicros,
      retentionDays: RETENTION_DAYS,
      hadMoreNames,
    });
    for (const field of outcome.changed) this.held.set(field.name, field);
    for (const name of outcome.gone) this.held.delete(name);
    this.hasMoreNames ||= outcome.hasMoreNames;
    this.unplaced += outcome.unplaced;
  }

  /** `placed`, `unplaced` or nothing. */
  stateOf(name: string): string | undefined {
    const field = this.held.get(name);
    return field && (field.unplacedMicros === undefined ? 'placed' : 'unplaced');
  }

  get placed(): number {
    return [...this.held.values()].filter(({ unplacedMicros }) => unplacedMicros === undefined).length;
  }
}

const names = (of: string, count: number) => Array.from({ length: count }, (_, at) => `${of} ${at}`);

describe('the places of a stream', () => {
  it('are for the first 1,000 fields; the others are held by their names', () => {
    const fields = new Fields();
    fields.announce(names('burst', 2_000));
    fields.announce(['fresh'], 3, 'int64');
    expect([fields.placed, fields.held.size, fields.unplaced]).toEqual([MAX_STREAM_FIELDS, 2_001, 1_003]);
    expect(fields.held.get('fresh')).toMatchObject({ type: 'int64', unplacedMicros: T0, weight: 3 });
    expect(fields.hasMoreNames).toBe(false);
  });

  it('are not the only bound: of more names the ones seen least are not held, and later ones read as text', () => {
    const fields = new Fields();
    fields.announce(names('burst', MAX_STREAM_FIELDS + MAX_UNPLACED_FIELDS));
    expect(fields.hasMoreNames).toBe(false);
    fields.announce(['one more']);
    expect([fields.stateOf('one more'), fields.hasMoreNames]).toEqual([undefined, true]);
    fields.announce(['one more'], 4);
    expect([fields.stateOf('one more'), fields.held.size]).toEqual([
      'unplaced',
      MAX_STREAM_FIELDS + MAX_UNPLACED_FIELDS,
    ]);
    fields.announce(['after it'], 4, 'int64');
    expect(fields.held.get('after it')).toMatchObject({ type: 'utf8', foundLate: true });
    fields.announce(['after it'], 4, 'int64');
    expect(fields.held.get('after it')).toMatchObject({ type: 'utf8', foundLate: true, weight: 8 });
  });

  it('are left when no stored record can have the field any more', () => {
    const fields = new Fields();
    fields.announce(['gone', 'kept']);
    fields.nowMicros += (RETENTION_DAYS + 1) * DAY;
    fields.announce(['kept']);
    expect(fields.stateOf('gone')).toBe('placed');
    fields.nowMicros += 2 * DAY;
    fields.announce(['kept']);
    expect([fields.stateOf('gone'), fields.stateOf('kept')]).toEqual([undefined, 'placed']);
  });

  it('go from a field that was not seen for a week to one that is', () => {
    const fields = new Fields();
    fields.announce(names('burst', 1_200));
    fields.nowMicros += 6 * DAY;
    fields.announce(['fresh']);
    expect(fields.stateOf('fresh')).toBe('unplaced');
    fields.nowMicros += 2 * DAY;
    fields.announce(['fresh', 'fresher']);
    expect([fields.stateOf('fresh'), fields.stateOf('fresher')]).toEqual(['placed', 'placed']);
    expect([fields.placed, fields.held.size]).toEqual([MAX_STREAM_FIELDS, 1_202]);
  });

  it('go from the least frequent field to one that comes eight times and twice as often', () => {
    const fields = new Fields();
    fields.announce(names('busy', 999), 100);
    fields.announce(['rare'], 5, 'int64');
    fields.announce(['fresh'], 9);
    expect(fields.stateOf('fresh')).toBe('unplaced');
    fields.announce(['fresh'], 1);
    expect([fields.stateOf('fresh'), fields.stateOf('rare')]).toEqual(['placed', 'unplaced']);
    expect(fields.held.get('rare')).toMatchObject({ type: 'int64', weight: 5 });
    fields.announce(['rare'], 1, 'float64');
    expect(fields.held.get('rare')).toMatchObject({ type: 'float64', weight: 6, unplacedMicros: T0 });
  });

  it('do not move to and fro between fields that come alike', () => {
    const fields = new Fields();
    const all = names('even', 1_100);
    fields.announce(all, 10);
    const placed = () => all.filter((name) => fields.stateOf(name) === 'placed');
    const before = placed();
    for (let at = 0; at < 20; at++) fields.announce(all, at % 2 === 0 ? 10 : 15);
    expect(placed()).toEqual(before);
  });

  it('stay with fields that were declared', () => {
    const fields = new Fields();
    fields.announce(names('declared', MAX_STREAM_FIELDS));
    for (const field of fields.held.values()) field.declared = true;
    fields.nowMicros += 50 * DAY;
    fields.announce(['fresh'], 1_000);
    expect([fields.placed, fields.stateOf('fresh')]).toEqual([MAX_STREAM_FIELDS, 'unplaced']);
  });

  it('count what was seen long ago less, so that what is frequent now wins', () => {
    const fields = new Fields();
    fields.announce(names('once', MAX_STREAM_FIELDS), 1_000);
    fields.announce(['now'], 100);
    expect(fields.stateOf('now')).toBe('unplaced');
    fields.nowMicros += 5 * DAY;
    fields.announce(['now'], 100);
    expect(fields.stateOf('now')).toBe('placed');
  });
});

describe('a flood of names', () => {
  it('does not turn over what is held, and a frequent field comes through', () => {
    const fields = new Fields();
    fields.announce(names('own', 20), 50);
    for (let round = 0; round < 5; round++) fields.announce(names(`flood ${round}`, 2_000));
    const held = [...fields.held.keys()];
    fields.announce(names('more', 2_000));
    expect([...fields.held.keys()]).toEqual(held);
    for (const count of [1, 1, 2, 4, 8]) fields.announce(['frequent'], count);
    expect(fields.stateOf('frequent')).toBe('placed');
    expect(names('own', 20).every((name) => fields.stateOf(name) === 'placed')).toBe(true);
  });
});

describe('the type of a field (QUERY-11)', () => {
  const typeOf = (fields: Fields) => fields.held.get('ms')?.type;

  it('does not change with one record of another type, whichever comes first', () => {
    for (const tellings of [
      ['int64', 'utf8'],
      ['utf8', 'int64'],
    ] as const) {
      const fields = new Fields();
      for (const type of tellings) fields.announce(['ms'], type === 'int64' ? 40 : 1, type);
      expect(fields.held.get('ms')).toMatchObject({ type: 'int64', types: { int64: 40, utf8: 1 } });
      expect(isMixed('int64', fields.held.get('ms')!.types)).toBe(true);
    }
    const fields = new Fields();
    fields.announce(['ms'], 41, 'int64', { int64: 40, utf8: 1 });
    expect(typeOf(fields)).toBe('int64');
  });

  it('changes when more than half of what can be stored is of another', () => {
    const fields = new Fields();
    for (let day = 0; day < 60; day++) {
      fields.announce(['ms'], 100, day < 40 ? 'utf8' : 'int64');
      fields.nowMicros += DAY;
      if (day === 52) expect(typeOf(fields)).toBe('utf8');
    }
    expect(typeOf(fields)).toBe('int64');
  });

  it('that was declared holds, whatever comes', () => {
    const fields = new Fields();
    const declared = {
      name: 'ms',
      type: 'int64',
      column: 'attributes',
      declared: true,
      weight: 1,
      seenMicros: T0,
    } as const;
    fields.held.set('ms', declared);
    fields.announce(['ms'], 1_000, 'utf8');
    expect(fields.held.get('ms')).toMatchObject({ type: 'int64', types: { utf8: 1_000 } });
  });

  it('of before types were counted is what was known of it, until more is', () => {
    const fields = new Fields();
    const known = { name: 'ms', column: 'attributes', declared: false, weight: 50, seenMicros: T0 } as const;
    fields.held.set('ms', { ...known, type: 'int64' });
    fields.announce(['ms'], 49, 'utf8');
    expect(typeOf(fields)).toBe('int64');
    fields.held.set('ms', { ...known, type: 'utf8' });
    fields.announce(['ms'], 51, 'int64');
    expect(typeOf(fields)).toBe('int64');
  });
});
