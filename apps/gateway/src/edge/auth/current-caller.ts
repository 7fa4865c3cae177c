import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { unauthorized } from '@spanwise/contracts/base/errors';
import type { Caller } from './authentication.js';

/** The caller that the guard has authorized. */
export const CurrentCaller = createParamDecorator((_: unknown, context: ExecutionContext): Caller => {
  const { caller } = context.switchToHttp().getRequest<FastifyRequest>();
  if (caller === undefined) throw unauthorized();
  return caller;
});
