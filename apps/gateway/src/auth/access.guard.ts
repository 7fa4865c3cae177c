import type { CanActivate, ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import { forbidden } from '@spanwise/contracts/errors';
import { denialOf } from '@spanwise/contracts/iam-context';
import { ACCESS_KEY, type RouteAccess } from './access.js';
import type { Authentication, Caller } from './authentication.js';

declare module 'fastify' {
  interface FastifyRequest {
    caller?: Caller;
  }
}

/** Enforces the declared access of every controller route. */
export class AccessGuard implements CanActivate {
  private readonly reflector = new Reflector();

  constructor(private readonly authentication: Authentication) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const access = this.reflector.getAllAndOverride<RouteAccess | undefined>(ACCESS_KEY, [
      context.getHandler(),
      context.getClass(),
    ]);
    if (access === 'public') return true;
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    request.caller = await authorize(this.authentication, request.headers.authorization, access ?? {});
    return true;
  }
}

/** The caller, when the credential holds and passes the access: for guards and raw routes alike. */
export async function authorize(
  authentication: Authentication,
  authorization: string | undefined,
  access: Exclude<RouteAccess, 'public'>,
): Promise<Caller> {
  const caller = await authentication.caller(authorization);
  const denial = access === 'any-context' ? undefined : denialOf(caller.context, access);
  if (denial !== undefined) throw forbidden(denial);
  return caller;
}
