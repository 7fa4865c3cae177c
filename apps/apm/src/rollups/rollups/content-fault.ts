import { DamagedDelta } from '@spanwise/span-model/delta-codec';

/** SQLSTATE classes of what a statement is refused for because of its values: data, and the limits of a row or an index. */
const OF_VALUES = /^(22|54)/;
const CONSTRAINT = /^23/;

/**
 * Why a delta is refused for what is in it: SQLSTATE, or `damaged`. Undefined for every failure that may pass, also an
 * unknown one (PROTO-45). A constraint without a name is that of a table's partitions, which are made as time goes on.
 */
export function contentFault(error: unknown): string | undefined {
  if (error instanceof DamagedDelta) return 'damaged';
  const { code, severity, constraint } = error as { code?: unknown; severity?: unknown; constraint?: unknown };
  if (typeof code !== 'string' || severity === undefined) return undefined;
  return OF_VALUES.test(code) || (CONSTRAINT.test(code) && constraint !== undefined) ? code : undefined;
}
