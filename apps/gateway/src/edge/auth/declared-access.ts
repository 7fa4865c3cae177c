import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import type { Type } from '@nestjs/common';
import { ACCESS_KEY } from './access.js';

/** Throws when a route of a controller declares no access: such a product does not start. */
export function requireDeclaredAccess(controllers: readonly Type<unknown>[]): void {
  const open = controllers.flatMap((controller) => {
    const prototype = controller.prototype as Record<string, unknown>;
    return Object.getOwnPropertyNames(prototype)
      .filter((name) => {
        const handler = prototype[name];
        if (typeof handler !== 'function' || !Reflect.hasMetadata(METHOD_METADATA, handler)) return false;
        return !Reflect.hasMetadata(ACCESS_KEY, handler) && !Reflect.hasMetadata(ACCESS_KEY, controller);
      })
      .map(
        (name) =>
          `${controller.name}.${name} (${String(Reflect.getMetadata(PATH_METADATA, prototype[name] as object))})`,
      );
  });
  if (open.length > 0) throw new Error(`these routes declare no access: ${open.join(', ')}`);
}
