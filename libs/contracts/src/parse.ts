import { plainToInstance } from 'class-transformer';
import { validateSync, type ValidationError } from 'class-validator';
import { invalidArgument, type ErrorDetail } from './errors.js';
import type { Constructor } from './rpc.js';

const MAX_DETAILS = 20;

/**
 * Checks `data` against the decorators of `type` and returns an instance of it.
 * Throws `invalid_argument` that names each wrong member; members without a declaration are refused.
 */
export function parse<T extends object>(type: Constructor<T>, data: unknown): T {
  if (data === null || typeof data !== 'object' || Array.isArray(data)) {
    throw invalidArgument('The request body must be a JSON object.');
  }
  // An own `__proto__` key of parsed JSON is never a member of ours.
  if (Object.hasOwn(data, '__proto__')) throw invalidArgument('The request is invalid: __proto__: is not a member.');
  const instance = plainToInstance(type, data, { exposeDefaultValues: true });
  const errors = validateSync(instance, {
    whitelist: true,
    forbidNonWhitelisted: true,
    forbidUnknownValues: false,
    stopAtFirstError: true,
  });
  if (errors.length === 0) return instance;
  const details = errors.flatMap((error) => detailsOf(error, '')).slice(0, MAX_DETAILS);
  throw invalidArgument(`The request is invalid: ${details[0].field}: ${details[0].reason}.`, details);
}

function detailsOf(error: ValidationError, path: string): ErrorDetail[] {
  const field = path === '' ? error.property : `${path}.${error.property}`;
  const own = Object.values(error.constraints ?? {}).map((reason) => ({
    field: field.slice(0, 200),
    reason: reason.slice(0, 200),
  }));
  return [...own, ...(error.children ?? []).flatMap((child) => detailsOf(child, field))];
}
