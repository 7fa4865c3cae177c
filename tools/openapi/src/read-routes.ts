/** What the gateway serves, read from the decorators of its controllers. */
import { RequestMethod, type Type } from '@nestjs/common';
import { HTTP_CODE_METADATA, METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import { ACCESS_KEY, type RouteAccess } from '@spanwise/gateway/edge/auth/access';
import { HELD_KEY, type HeldContract } from '@spanwise/gateway/edge/auth/held-calls';
import { OPERATION_KEY, type DescribedOperation } from '@spanwise/gateway/edge/openapi/operation';
import { RAW_ROUTES, UNDESCRIBED } from '@spanwise/gateway/raw-routes';
import type { RawRoute } from '@spanwise/gateway/edge/openapi/raw-route';

/** Behind the id of an operation that is served under a second path. */
const ALIAS = 'Alias';

export interface Route extends DescribedOperation {
  id: string;
  /** `get`, `post`, … */
  method: string;
  /** With `:parameters`. */
  route: string;
  status: number;
  access: RouteAccess;
  /** Kind of the single resources on which the permission may be held. */
  heldOn?: string;
  raw?: Pick<RawRoute, 'headers' | 'rawBody' | 'rawAnswer'>;
}

/** Throws a sentence that names every route without a description. */
export function readRoutes(controllers: readonly Type<unknown>[]): Route[] {
  const undescribed: string[] = [];
  const routes = controllers.flatMap((controller) =>
    handlersOf(controller).flatMap(([name, handler]): Route[] => {
      const method = RequestMethod[Reflect.getMetadata(METHOD_METADATA, handler) as number]!.toLowerCase();
      const own = Reflect.getMetadata(PATH_METADATA, handler) as string | string[];
      const paths = [own].flat().map((path) => pathOf(Reflect.getMetadata(PATH_METADATA, controller) as string, path));
      const operation = Reflect.getMetadata(OPERATION_KEY, handler) as DescribedOperation | undefined;
      if (operation === undefined) {
        const missing = paths.filter((route) => !UNDESCRIBED.includes(route));
        undescribed.push(...missing.map((route) => `${method.toUpperCase()} ${route}`));
        return [];
      }
      const access = (Reflect.getMetadata(ACCESS_KEY, handler) ??
        Reflect.getMetadata(ACCESS_KEY, controller)) as RouteAccess;
      const held = Reflect.getMetadata(HELD_KEY, handler) as HeldContract | undefined;
      const heldOn = held?.heldOn?.type;
      const status =
        (Reflect.getMetadata(HTTP_CODE_METADATA, handler) as number | undefined) ?? (method === 'post' ? 201 : 200);
      const id = operationId(controller.name, name);
      const route = { ...operation, method, status, access, ...(heldOn && { heldOn }) };
      return paths.map((path, at) => ({ ...route, id: id + ALIAS.repeat(at), route: path }));
    }),
  );
  if (undescribed.length > 0) throw new Error(`These routes have no @Operation: ${undescribed.join(', ')}`);
  const raw = RAW_ROUTES.map(({ headers, rawBody, rawAnswer, ...route }): Route => {
    return { ...route, status: route.status ?? 200, raw: { headers, rawBody, rawAnswer } };
  });
  return [...routes, ...raw];
}

function handlersOf(controller: Type<unknown>): [string, object][] {
  const prototype = controller.prototype as Record<string, unknown>;
  return Object.getOwnPropertyNames(prototype)
    .map((name) => [name, prototype[name]] as const)
    .filter((entry): entry is [string, object] => {
      const [, handler] = entry;
      return typeof handler === 'function' && Reflect.hasMetadata(METHOD_METADATA, handler);
    });
}

const pathOf = (...parts: string[]): string =>
  `/${parts
    .flatMap((part) => part.split('/'))
    .filter((part) => part !== '')
    .join('/')}`;

/** `TokensController.list` is `listTokens`; a method that names its thing already keeps its name. */
function operationId(controller: string, method: string): string {
  const noun = controller.replace(/Controller$/, '');
  const verb = ['list', 'create', 'get', 'read', 'update', 'remove', 'delete', 'revoke', 'test', 'compare'];
  if (verb.includes(method)) return `${method}${noun}`;
  return `${noun.charAt(0).toLowerCase()}${noun.slice(1)}${method.charAt(0).toUpperCase()}${method.slice(1)}`;
}
