import { ApmQuery } from '@spanwise/contracts/apm/apm';
import { invalidArgument } from '@spanwise/contracts/base/errors';
import { parse } from '@spanwise/contracts/authz/parse';
import type { Constructor } from '@spanwise/contracts/authz/rpc';
import { cutText } from '@spanwise/contracts/base/cut-text';

const INTEGERS = new Set(['from', 'to', 'limit']);
const DECIMAL = /^\d{1,16}$/;

/**
 * The query string of a list as an `ApmQuery`. Unknown, repeated and array-valued parameters are refused, integers are
 * plain decimals (API-2).
 */
export const apmQuery = (raw: unknown): ApmQuery => parse(ApmQuery, valuesOf(raw));

/** The query string of an endpoint that is no list: `sort` and `cursor` may be anything and are dropped (API-2). */
export function unpagedQuery(raw: unknown): ApmQuery;
export function unpagedQuery<Query extends ApmQuery>(raw: unknown, type: Constructor<Query>): Query;
export function unpagedQuery(raw: unknown, type: Constructor<ApmQuery> = ApmQuery): ApmQuery {
  const { sort: _sort, cursor: _cursor, ...values } = valuesOf(raw);
  return parse(type, values);
}

/** The query string of an endpoint that takes other parameters than lists do. */
export const otherQuery = <Query extends object>(raw: unknown, type: Constructor<Query>): Query =>
  parse(type, valuesOf(raw));

function valuesOf(raw: unknown): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(raw as Record<string, unknown>)) {
    if (typeof value !== 'string') {
      throw invalidArgument(`The parameter ${cutText(name, 64)} is given more than once.`, [
        { field: cutText(name, 64), reason: 'must be given once' },
      ]);
    }
    values[name] = INTEGERS.has(name) && DECIMAL.test(value) ? Number(value) : value;
  }
  return values;
}
