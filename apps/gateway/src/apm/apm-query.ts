import { ApmQuery } from '@spanwise/contracts/apm';
import { invalidArgument } from '@spanwise/contracts/errors';
import { parse } from '@spanwise/contracts/parse';
import type { Constructor } from '@spanwise/contracts/rpc';

const INTEGERS = new Set(['from', 'to', 'limit']);
const DECIMAL = /^\d{1,16}$/;

/**
 * The query string as an `ApmQuery`, or as the class of an endpoint with parameters of its own. Unknown, repeated and array-valued parameters are refused, integers are plain
 * decimals (decisions 1.3).
 */
export function apmQuery(raw: unknown): ApmQuery;
export function apmQuery<Query extends ApmQuery>(raw: unknown, type: Constructor<Query>): Query;
export function apmQuery(raw: unknown, type: Constructor<ApmQuery> = ApmQuery): ApmQuery {
  const query: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(raw as Record<string, unknown>)) {
    if (typeof value !== 'string') {
      throw invalidArgument(`The parameter ${name.slice(0, 64)} is given more than once.`, [
        { field: name.slice(0, 64), reason: 'must be given once' },
      ]);
    }
    query[name] = INTEGERS.has(name) && DECIMAL.test(value) ? Number(value) : value;
  }
  return parse(type, query);
}
