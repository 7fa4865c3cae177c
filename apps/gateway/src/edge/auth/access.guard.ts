import type { CanActivate, ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { isUUID } from 'class-validator';
import type { FastifyRequest } from 'fastify';
import { forbidden, ServiceError } from '@spanwise/contracts/base/errors';
import { denialOf } from '@spanwise/contracts/authz/denials';
import { requireUnpaused } from './paused-organizations.js';
import type { RequestLimits } from '../limits/request-limits.js';
import { ACCESS_KEY, type RouteAccess } from './access.js';
import type { Authentication, Caller } from './authentication.js';
import { authorizationOf } from './session-cookie.js';
import { HELD_KEY, type HeldCalls, type HeldContract } from './held-calls.js';

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
    private readonly heldCalls: HeldCalls,
    private readonly baseUrl: string,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const access = this.reflector.getAllAndOverride<RouteAccess | undefined>(ACCESS_KEY, [
      context.getHandler(),
      context.getClass(),
    ]);
    if (access === 'public') return true;
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    request.caller = await this.authentication.caller(authorizationOf(request, this.baseUrl), request.ip);
    this.limits.takeCall(request.caller.context);
    const contract = this.reflector.get<HeldContract | undefined>(HELD_KEY, context.getHandler());
    try {
      requireAccess(request.caller, access ?? {}, operationOf(request));
    } catch (refusal) {
      const held = contract && (await this.held(request, request.caller, contract, refusal));
      if (held === undefined) throw refusal;
      request.caller = { ...request.caller, held };
    }
    return true;
  }

  /** Where a permission is missing: what the caller holds on the resource of the path, or on any. */
  private async held(request: FastifyRequest, caller: Caller, contract: HeldContract, refusal: unknown) {
    if (!(refusal instanceof ServiceError) || refusal.kind !== 'forbidden') return undefined;
    const { subject_type: type, scope, organization_disabled: disabled } = caller.context;
    if (type !== 'user' || scope !== 'organization' || disabled) return undefined;
    const { id } = request.params as { id?: string };
    if (id !== undefined && !isUUID(id)) return undefined;
    const held = await this.heldCalls.contexts(caller, contract, id);
    return held.length > 0 ? held : undefined;
  }
}

/** For raw routes, which take no session cookie: the caller, when the credential holds and passes the access. A refused one is noted in the request too. */
export async function authorize(
  authentication: Authentication,
  request: FastifyRequest,
  access: Exclude<RouteAccess, 'public'>,
): Promise<Caller> {
  request.caller = await authentication.caller(request.headers.authorization, request.ip);
  requireAccess(request.caller, access, operationOf(request));
  return request.caller;
}

const operationOf = (request: FastifyRequest): string => `${request.method} ${request.routeOptions.url}`;

/**
 * Billing is checked after the credential and before the permission. `operation` is a method and the template of a route;
 * without one, nothing is open to an organization whose service is paused.
 */
export function requireAccess({ context }: Caller, access: Exclude<RouteAccess, 'public'>, operation = ''): void {
  requireUnpaused(context, operation);
  const denial = denialOf(context, access);
  if (denial !== undefined) throw forbidden(denial);
}
