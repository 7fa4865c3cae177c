/** Which events a policy is about (DELIVERY-20). */
export type Scalar = string | number | boolean;
export type Matchers = Record<string, Scalar | Scalar[]>;
export type Attributes = Record<string, unknown>;

const MAX_MATCHERS = 50;
const MAX_VALUES = 100;
const MAX_TEXT = 1_024;
const PATH = /^[^\s.]{1,64}(\.[^\s.]{1,64}){0,7}$/u;

/** Why the matchers cannot be used; undefined when they can. */
export function matchersFault(matchers: Record<string, unknown>): string | undefined {
  const entries = Object.entries(matchers);
  if (entries.length > MAX_MATCHERS) return `must have at most ${MAX_MATCHERS} paths`;
  for (const [path, wanted] of entries) {
    if (!PATH.test(path)) return 'must have paths such as labels.team';
    const values = Array.isArray(wanted) ? (wanted as unknown[]) : [wanted];
    if (values.length === 0 || values.length > MAX_VALUES) return `must have 1 to ${MAX_VALUES} values at a path`;
    if (!values.every(isScalar)) return 'must have texts, numbers or booleans as values';
  }
  return undefined;
}

/** Every path has to lead to a value that is asked for; a path without a value does not match. */
export function matches(matchers: Matchers, attributes: Attributes): boolean {
  return Object.entries(matchers).every(([path, wanted]) => {
    const found = valueAt(attributes, path);
    return found !== undefined && (Array.isArray(wanted) ? wanted : [wanted]).some((one) => one === found);
  });
}

/** The value at a dotted path. A key that has dots itself is found too: labels often do. */
export function valueAt(attributes: Attributes, path: string): unknown {
  if (Object.hasOwn(attributes, path)) return attributes[path];
  const dot = path.indexOf('.');
  if (dot < 0) return undefined;
  const inner = Object.hasOwn(attributes, path.slice(0, dot)) ? attributes[path.slice(0, dot)] : undefined;
  if (inner === null || typeof inner !== 'object') return undefined;
  return valueAt(inner as Attributes, path.slice(dot + 1));
}

const isScalar = (value: unknown): boolean =>
  typeof value === 'boolean' ||
  (typeof value === 'number' && Number.isFinite(value)) ||
  (typeof value === 'string' && value.length <= MAX_TEXT);
