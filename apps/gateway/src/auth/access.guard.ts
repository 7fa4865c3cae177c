import type { CanActivate, ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import { forbidden, ServiceError } from '@spanwise/contracts/errors';
import { denialOf } from '@spanwise/contracts/iam-context';
import { requireUnpaused } from '../billing/paused-organizations.js';
import type { RequestLimits } from '../limits/request-limits.js';
import { ACCESS_KEY, type RouteAccess } from './access.js';
import type { Authentication, Caller } from './authentication.js';

declare module 'fastify' {
  interface FastifyRequest {
    caller?: Caller;
  }
}

/** Enforces the declared access of every controller route, and how often a caller may call. */
export class AccessGuard implements CanActivate {
  private readonly reflector = new Reflector();

  constructor(
    private readonly authentication: Authentication,
    private readonly limits: RequestLimits,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const access = this.reflector.getAllAndOverride<RouteAccess | undefined>(ACCESS_KEY, [
      context.getHandler(),
      context.getClass(),
    ]);
    if (access === 'public') return true;
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    request.caller = await this.caller(request);
    this.limits.takeCall(request.caller.context);
    requireAccess(request.caller, access ?? {}, operationOf(request));
    return true;
  }

  private async caller(request: FastifyRequest): Promise<Caller> {
    try {
      return await this.authentication.caller(request.headers.authorization);
    } catch (error) {
      if (error instanceof ServiceError && error.kind === 'unauthorized') this.limits.takeRefusal(request.ip);
      throw error;
    }
  }
}

/** For raw routes: the caller, when the credential holds and passes the access. A refused one is noted in the request too. */
export async function authorize(
  authentication: Authentication,
  request: FastifyRequest,
  access: Exclude<RouteAccess, 'public'>,
): Promise<Caller> {
  request.caller = await authentication.caller(request.headers.authorization);
  requireAccess(request.caller, access, operationOf(request));
  return request.caller;
}

const operationOf = (request: FastifyRequest): string => `${request.method} ${request.routeOptions.url}`;

/**
 * Billing is judged after the credential and before the permission. `operation` is a method and the template of a route;
 * without one, nothing is open to an organization whose service is paused.
 */
export function requireAccess({ context }: Caller, access: Exclude<RouteAccess, 'public'>, operation = ''): void {
  requireUnpaused(context, operation);
  const denial = denialOf(context, access);
  if (denial !== undefined) throw forbidden(denial);
}
