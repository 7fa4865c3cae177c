import { plainToInstance } from 'class-transformer';
import { validateSync, type ValidationError } from 'class-validator';
import { cutText } from '../base/cut-text.js';
import { invalidArgument, ServiceError, type ErrorDetail } from '../base/errors.js';
import type { Constructor } from './rpc.js';

const MAX_DETAILS = 20;
/** API-4. */
const MAX_DEPTH = 64;

/**
 * Checks `data` against the decorators of `type` and returns an instance of it.
 * Throws `invalid_argument` that names each wrong member; members without a declaration are refused.
 */
export function parse<T extends object>(type: Constructor<T>, data: unknown): T {
  if (data === null || typeof data !== 'object' || Array.isArray(data)) {
    throw invalidArgument('The request body must be a JSON object.');
  }
  refuseDeep(data);
  // An own `__proto__` key of parsed JSON is never a member of ours.
  if (Object.hasOwn(data, '__proto__')) throw invalidArgument('The request is invalid: __proto__: is not a member.');
  const instance = instanceOf(type, data);
  const errors = validateSync(instance, {
    whitelist: true,
    forbidNonWhitelisted: true,
    forbidUnknownValues: false,
    stopAtFirstError: true,
  });
  if (errors.length === 0) return instance;
  const details = errors.flatMap((error) => detailsOf(error, '')).slice(0, MAX_DETAILS);
  throw invalidArgument(`The request is invalid: ${details[0]!.field}: ${details[0]!.reason}.`, details);
}

function instanceOf<T extends object>(type: Constructor<T>, data: object): T {
  try {
    return plainToInstance(type, data, { exposeDefaultValues: true });
  } catch (error) {
    // In an object that is no declared member the transformer calls whatever stands as its `constructor`.
    if (error instanceof TypeError) throw invalidArgument('The request is invalid: constructor: is not a member.');
    throw error;
  }
}

/** Level by level, since the depth itself could break a recursion. */
function refuseDeep(data: object): void {
  let level: object[] = [data];
  for (let depth = 1; level.length > 0; depth++) {
    if (depth > MAX_DEPTH) {
      throw new ServiceError('payload_too_large', `The request body is nested deeper than ${MAX_DEPTH} levels.`);
    }
    level = level.flatMap((one) => Object.values(one).filter((value) => value !== null && typeof value === 'object'));
  }
}

function detailsOf(error: ValidationError, path: string): ErrorDetail[] {
  const field = path === '' ? error.property : `${path}.${error.property}`;
  const own = Object.values(error.constraints ?? {}).map((reason) => ({
    field: cutText(field, 200),
    reason: cutText(reason, 200),
  }));
  return [...own, ...(error.children ?? []).flatMap((child) => detailsOf(child, field))];
}
