/**
 * Cardinality budgets of one organization and hour, decided in the order of the log: names up to the budget are kept,
 * the rest folds into `__other__` and is counted, so that the sum over items stays the total. Pure.
 */
import { OVERFLOW_NAME, SeriesKind, type SeriesKey } from '@spanwise/span-model/series';

export interface BudgetLimits {
  services: number;
  transactions: number;
  dependencies: number;
  errors: number;
  versions: number;
  instances: number;
}

export type OverflowDimension = 'service' | 'transaction' | 'dependency' | 'error' | 'version' | 'instance';

interface ServiceNames {
  transactions: Set<string>;
  dependencies: Set<string>;
  errors: Set<string>;
  versions: Set<string>;
  instances: Set<string>;
}

export class HourBudgets {
  private readonly services = new Map<string, ServiceNames>();
  /** Folds since the last `takeOverflow`, by dimension. */
  private overflow = new Map<OverflowDimension, number>();

  constructor(private readonly limits: BudgetLimits) {}

  /** A series that this hour holds already: it was admitted once and stays admitted. */
  remember(key: SeriesKey): void {
    if (key.service === OVERFLOW_NAME) return;
    const names = this.namesOf(key);
    if (key.version !== '' && key.version !== OVERFLOW_NAME) names.versions.add(key.version);
    const set = nameSet(names, key);
    if (set !== undefined && key.name !== OVERFLOW_NAME) set.add(nameOf(key));
  }

  rememberInstance(service: Pick<SeriesKey, 'namespace' | 'service' | 'environment'>, instance: string): void {
    this.namesOf(service).instances.add(instance);
  }

  /** The series that a span's series is counted in. */
  admit(key: SeriesKey): SeriesKey {
    if (!this.admitService(key)) return foldedService(key);
    const names = this.namesOf(key);
    const withVersion = this.admitName(names.versions, key.version, this.limits.versions, 'version')
      ? key
      : { ...key, version: OVERFLOW_NAME };
    const set = nameSet(names, key);
    const [limit, dimension] = LIMIT_OF[key.kind];
    if (set === undefined || this.admitName(set, nameOf(key), this.limits[limit], dimension)) return withVersion;
    return foldedName(withVersion);
  }

  /** False when the instance is beyond the budget and not listed. */
  admitInstance(service: Pick<SeriesKey, 'namespace' | 'service' | 'environment'>, instance: string): boolean {
    if (!this.admitService(service)) return false;
    return this.admitName(this.namesOf(service).instances, instance, this.limits.instances, 'instance');
  }

  takeOverflow(): Map<OverflowDimension, number> {
    const taken = this.overflow;
    this.overflow = new Map();
    return taken;
  }

  private admitService(key: Pick<SeriesKey, 'namespace' | 'service' | 'environment'>): boolean {
    if (this.services.has(serviceKey(key)) || this.services.size < this.limits.services) return true;
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

  private namesOf(key: Pick<SeriesKey, 'namespace' | 'service' | 'environment'>): ServiceNames {
    const text = serviceKey(key);
    let names = this.services.get(text);
    if (names === undefined) {
      names = {
        transactions: new Set(),
        dependencies: new Set(),
        errors: new Set(),
        versions: new Set(),
        instances: new Set(),
      };
      this.services.set(text, names);
    }
    return names;
  }
}

const LIMIT_OF: Record<SeriesKey['kind'], readonly [keyof BudgetLimits, OverflowDimension]> = {
  [SeriesKind.Service]: ['services', 'service'],
  [SeriesKind.Transaction]: ['transactions', 'transaction'],
  [SeriesKind.Dependency]: ['dependencies', 'dependency'],
  [SeriesKind.Error]: ['errors', 'error'],
};

const serviceKey = (key: Pick<SeriesKey, 'namespace' | 'service' | 'environment'>): string =>
  [key.namespace, key.service, key.environment].join('\0');

/** An error group is one name whatever transactions it is seen in, and an other group whatever its transaction. */
const nameOf = (key: SeriesKey): string =>
  key.kind === SeriesKind.Error ? key.name : [key.name, key.category, key.detail].join('\0');

function nameSet(names: ServiceNames, key: SeriesKey): Set<string> | undefined {
  if (key.kind === SeriesKind.Transaction) return names.transactions;
  if (key.kind === SeriesKind.Dependency) return names.dependencies;
  return key.kind === SeriesKind.Error ? names.errors : undefined;
}

const foldedName = (key: SeriesKey): SeriesKey => ({
  ...key,
  name: OVERFLOW_NAME,
  category: key.kind === SeriesKind.Error ? '' : 'other',
  detail: '',
});

function foldedService(key: SeriesKey): SeriesKey {
  const folded = { ...key, namespace: OVERFLOW_NAME, service: OVERFLOW_NAME, environment: OVERFLOW_NAME, version: '' };
  return key.kind === SeriesKind.Service ? folded : foldedName(folded);
}
