import { invalidArgument } from '@spanwise/contracts/base/errors';
import { parse } from '@spanwise/contracts/authz/parse';
import type { Constructor } from '@spanwise/contracts/authz/rpc';
import { cutText } from '@spanwise/contracts/base/cut-text';

const DECIMAL = /^\d{1,16}$/;

/** A query string as a contract's input: each parameter once, those named in `integers` as plain decimals. */
export function parseQuery<T extends object>(input: Constructor<T>, raw: unknown, integers: readonly string[]): T {
  const query: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(raw as Record<string, unknown>)) {
    if (typeof value !== 'string') {
      throw invalidArgument(`The parameter ${cutText(name, 64)} is given more than once.`, [
        { field: cutText(name, 64), reason: 'must be given once' },
      ]);
    }
    query[name] = integers.includes(name) && DECIMAL.test(value) ? Number(value) : value;
  }
  return parse(input, query);
}
