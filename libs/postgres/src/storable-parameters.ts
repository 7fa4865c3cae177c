import { storable } from '@spanwise/contracts/base/storable-text';

/** Parameters of a statement as PostgreSQL takes them: a text without NUL. Half a pair the driver writes as U+FFFD by itself. */
export const storableParameters = (values: readonly unknown[]): readonly unknown[] =>
  values.some(hasNul) ? values.map(withoutNul) : values;

const hasNul = (value: unknown): boolean =>
  typeof value === 'string' ? value.includes('\0') : Array.isArray(value) && value.some(hasNul);

function withoutNul(value: unknown): unknown {
  if (typeof value === 'string') return storable(value);
  return Array.isArray(value) ? value.map(withoutNul) : value;
}
