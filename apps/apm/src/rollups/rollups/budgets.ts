/**
 * Cardinality budgets of one organization and hour, decided delta by delta in the order of the log. Services, versions and
 * instances are kept first come, first served. Of transactions, dependencies and error groups the frequent ones are kept:
 * a name beyond the budget that is certain to be busier than the least busy kept one takes its place, and the requests of
 * that one move to `__other__`. What is not kept folds into `__other__` and is counted: the sum over items stays the total.
 * Pure.
 */
import { OVERFLOW_NAME, SeriesKind, type SeriesKey } from '@spanwise/span-model/series';
import { HeavyHitters, nameId } from './heavy-hitters.js';

export interface BudgetLimits {
  services: number;
  transactions: number;
  dependencies: number;
  errors: number;
  versions: number;
  instances: number;
}

export type OverflowDimension = 'service' | 'transaction' | 'dependency' | 'error' | 'version' | 'instance';
export type ServiceKey = Pick<SeriesKey, 'namespace' | 'service' | 'environment'>;
/** Series that a service has once: they need no place beside its own. */
type UnnamedKind = typeof SeriesKind.Service | typeof SeriesKind.Spans;
type RankedKind = Exclude<SeriesKind, UnnamedKind>;

/** A folded name takes a kept one's place from this many certain requests on, and only when it has twice as many. */
export const FEWEST_TO_KEEP = 8;
const TIMES_AS_BUSY = 2;

/** What one delta says about a series in this hour. */
export interface Counted {
  key: SeriesKey;
  requests: number;
}

/** Folded names of one service and kind, as they are stored with the figures. */
export interface Candidates {
  service: ServiceKey;
  kind: RankedKind;
  hitters: HeavyHitters;
  dirty: boolean;
}

/** A name that lost its place: a series of every version that has it, and for error groups of every transaction. */
export interface LostName extends ServiceKey {
  kind: RankedKind;
  name: string;
  /** Undefined for error groups, which are one whatever transactions they are seen in. */
  category?: string;
  detail?: string;
}

interface ServiceNames {
  service: ServiceKey;
  /** Requests of the hour by name. */
  kept: Record<RankedKind, Map<string, number>>;
  candidates: Partial<Record<RankedKind, Candidates>>;
  versions: Set<string>;
  instances: Set<string>;
}

/** Names of one service and kind in one delta. */
interface DeltaNames {
  names: ServiceNames;
  kind: RankedKind;
  /** Requests by name, in the order of the delta. */
  requests: Map<string, number>;
}

export class HourBudgets {
  private readonly services = new Map<string, ServiceNames>();
  /** Folds since the last `takeOverflow`, by dimension. */
  private overflow = new Map<OverflowDimension, number>();

  constructor(private readonly limits: BudgetLimits) {}

  /** Names and counters held, as a measure of memory. */
  get size(): number {
    let size = 0;
    for (const { kept, candidates, versions, instances } of this.services.values()) {
      for (const kind of RANKED_KINDS) size += kept[kind].size + (candidates[kind]?.hitters.size ?? 0);
      size += versions.size + instances.size;
    }
    return size;
  }

  /** A series that this hour holds already: it was kept and nothing has taken its place since. */
  remember(key: SeriesKey, requests: number): void {
    if (key.service === OVERFLOW_NAME) return;
    const names = this.namesOf(key);
    if (key.version !== '' && key.version !== OVERFLOW_NAME) names.versions.add(key.version);
    if (isUnnamed(key.kind) || key.name === OVERFLOW_NAME) return;
    keep(names.kept[key.kind], nameOf(key), requests);
  }

  rememberInstance(service: ServiceKey, instance: string): void {
    this.namesOf(service).instances.add(instance);
  }

  rememberCandidates(service: ServiceKey, kind: RankedKind, hitters: HeavyHitters): void {
    this.namesOf(service).candidates[kind] = { service, kind, hitters, dirty: false };
  }

  /**
   * Decides which names of a delta are kept, before any of them is admitted. Returns the names that lost their place: the
   * rows of their series of this hour belong to `overflowOf` from now on.
   */
  decide(delta: Counted[]): LostName[] {
    const lost: LostName[] = [];
    for (const { names, kind, requests } of this.namesIn(delta)) {
      const kept = names.kept[kind];
      const [limit, dimension] = LIMIT_OF[kind];
      const added = new Set<string>();
      const risen: { name: string; certain: number }[] = [];
      for (const [name, count] of requests) {
        if (kept.has(name) || kept.size < this.limits[limit]) {
          if (!kept.has(name)) added.add(name);
          keep(kept, name, count);
        } else {
          const certain = this.candidatesOf(names, kind).hitters.offer(nameId(name), count);
          if (certain >= FEWEST_TO_KEEP) risen.push({ name, certain });
        }
      }
      if (risen.length === 0) continue;
      for (const name of this.replace(names, kind, { requests, added, risen })) {
        lost.push(lostName(names.service, kind, name));
        this.count(dimension);
      }
    }
    return lost;
  }

  /** The series that a span's series is counted in; `decide` has seen it. */
  admit(key: SeriesKey): SeriesKey {
    if (!this.admitService(key)) return foldedService(key);
    const names = this.namesOf(key);
    const withVersion = this.admitName(names.versions, key.version, this.limits.versions, 'version')
      ? key
      : { ...key, version: OVERFLOW_NAME };
    if (isUnnamed(key.kind)) return withVersion;
    if (names.kept[key.kind].has(nameOf(key))) return withVersion;
    this.count(LIMIT_OF[key.kind][1]);
    return overflowOf(withVersion);
  }

  /** False when the instance is beyond the budget and not listed. */
  admitInstance(service: ServiceKey, instance: string): boolean {
    if (!this.admitService(service)) return false;
    return this.admitName(this.namesOf(service).instances, instance, this.limits.instances, 'instance');
  }

  takeOverflow(): Map<OverflowDimension, number> {
    const taken = this.overflow;
    this.overflow = new Map();
    return taken;
  }

  /** Candidates that differ from what is stored. */
  takeDirtyCandidates(): Candidates[] {
    const dirty = [...this.services.values()].flatMap(({ candidates }) =>
      Object.values(candidates).filter((one) => one.dirty),
    );
    for (const one of dirty) one.dirty = false;
    return dirty;
  }

  /** Names of services within the budget, grouped; services take their places here. */
  private namesIn(delta: Counted[]): DeltaNames[] {
    const groups = new Map<string, DeltaNames>();
    for (const { key, requests } of delta) {
      if (!this.hasPlace(key)) continue;
      const names = this.namesOf(key);
      if (isUnnamed(key.kind)) continue;
      const text = `${key.kind}\0${serviceKey(key)}`;
      let group = groups.get(text);
      if (group === undefined) groups.set(text, (group = { names, kind: key.kind, requests: new Map() }));
      const name = nameOf(key);
      group.requests.set(name, (group.requests.get(name) ?? 0) + requests);
    }
    return [...groups.values()];
  }

  /** Lets the busiest risen names take the places of the least busy kept ones; names new in this delta keep theirs. */
  private replace(
    names: ServiceNames,
    kind: RankedKind,
    { requests, added, risen }: { requests: Map<string, number>; added: Set<string>; risen: Ranked[] },
  ): string[] {
    const kept = names.kept[kind];
    const { hitters } = this.candidatesOf(names, kind);
    const leastBusy = [...kept]
      .filter(([name]) => !added.has(name))
      .map(([name, certain]) => ({ name, certain }))
      .sort(byCertain);
    const replaced: string[] = [];
    for (const { name, certain } of risen.toSorted((a, b) => byCertain(b, a))) {
      const victim = leastBusy[replaced.length];
      if (victim === undefined || certain < TIMES_AS_BUSY * victim.certain) break;
      replaced.push(victim.name);
      kept.delete(victim.name);
      hitters.forget(nameId(name));
      hitters.offer(nameId(victim.name), victim.certain);
      keep(kept, name, requests.get(name)!);
    }
    return replaced;
  }

  private candidatesOf(names: ServiceNames, kind: RankedKind): Candidates {
    const candidates = (names.candidates[kind] ??= {
      service: names.service,
      kind,
      hitters: new HeavyHitters(),
      dirty: true,
    });
    candidates.dirty = true;
    return candidates;
  }

  private hasPlace(key: ServiceKey): boolean {
    return this.services.has(serviceKey(key)) || this.services.size < this.limits.services;
  }

  private admitService(key: ServiceKey): boolean {
    if (this.hasPlace(key)) return true;
    this.count('service');
    return false;
  }

  private admitName(set: Set<string>, name: string, limit: number, dimension: OverflowDimension): boolean {
    if (name === '' || set.has(name)) return true;
    if (set.size < limit) {
      set.add(name);
      return true;
    }
    this.count(dimension);
    return false;
  }

  private count(dimension: OverflowDimension): void {
    this.overflow.set(dimension, (this.overflow.get(dimension) ?? 0) + 1);
  }

  private namesOf({ namespace, service, environment }: ServiceKey): ServiceNames {
    const key = { namespace, service, environment };
    const text = serviceKey(key);
    let names = this.services.get(text);
    if (names === undefined) {
      names = {
        service: key,
        kept: { 2: new Map(), 3: new Map(), 4: new Map(), 5: new Map() },
        candidates: {},
        versions: new Set(),
        instances: new Set(),
      };
      this.services.set(text, names);
    }
    return names;
  }
}

interface Ranked {
  name: string;
  certain: number;
}

const RANKED_KINDS = [SeriesKind.Transaction, SeriesKind.Dependency, SeriesKind.Error, SeriesKind.Consumption] as const;

const LIMIT_OF: Record<RankedKind, readonly [keyof BudgetLimits, OverflowDimension]> = {
  [SeriesKind.Transaction]: ['transactions', 'transaction'],
  [SeriesKind.Dependency]: ['dependencies', 'dependency'],
  [SeriesKind.Error]: ['errors', 'error'],
  [SeriesKind.Consumption]: ['dependencies', 'dependency'],
};

const isUnnamed = (kind: SeriesKind): kind is UnnamedKind => kind === SeriesKind.Service || kind === SeriesKind.Spans;

const byCertain = (a: Ranked, b: Ranked): number => a.certain - b.certain || (a.name < b.name ? -1 : 1);

const serviceKey = (key: ServiceKey): string => [key.namespace, key.service, key.environment].join('\0');

/** An error group is one name whatever transactions it is seen in, and an other group whatever its transaction. */
const nameOf = (key: SeriesKey): string =>
  key.kind === SeriesKind.Error ? key.name : [key.name, key.category, key.detail].join('\0');

function lostName(service: ServiceKey, kind: RankedKind, text: string): LostName {
  if (kind === SeriesKind.Error) return { ...service, kind, name: text };
  const [name, category, detail] = text.split('\0');
  return { ...service, kind, name: name!, category, detail };
}

function keep(kept: Map<string, number>, name: string, requests: number): void {
  kept.set(name, (kept.get(name) ?? 0) + requests);
}

/** The series that holds what is not kept under its name. */
export const overflowOf = (key: SeriesKey): SeriesKey => ({
  ...key,
  name: OVERFLOW_NAME,
  category: key.kind === SeriesKind.Error ? '' : key.kind === SeriesKind.Consumption ? key.category : 'other',
  // How long messages waited is never mixed with how long they were processed.
  detail: key.kind === SeriesKind.Consumption ? key.detail : '',
});

function foldedService(key: SeriesKey): SeriesKey {
  const folded = { ...key, namespace: OVERFLOW_NAME, service: OVERFLOW_NAME, environment: OVERFLOW_NAME, version: '' };
  return isUnnamed(key.kind) ? folded : overflowOf(folded);
}
