/** Raw Fastify routes for bodies that are bytes: Nest's parsers are not for them. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { SliceSignal } from '@spanwise/contracts/log-message';
import { authorize } from '../auth/access.guard.js';
import { MAX_WIRE_BYTES, WRITE_ACCESS, type Intake } from './intake.js';

declare module 'fastify' {
  interface FastifyRequest {
    leave?: () => void;
  }
}

export interface IntakeRoute {
  url: string;
  signal: SliceSignal;
  take: (request: FastifyRequest, wire: Buffer, reply: FastifyReply) => Promise<FastifyReply>;
}

export type SendRefusal = (thrown: unknown, request: FastifyRequest, reply: FastifyReply) => void;

export function registerIntakeRoutes(
  server: FastifyInstance,
  intake: Intake,
  routes: readonly IntakeRoute[],
  refuse: SendRefusal,
): void {
  void server.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MAX_WIRE_BYTES }, (_request, body, done) =>
      done(null, body),
    );
    // Before the body is read: whoever may not send costs no memory.
    scope.addHook('onRequest', async (request) => {
      request.caller = await authorize(intake.authentication, request, WRITE_ACCESS);
      const length = Number(request.headers['content-length']);
      request.leave = intake.admission.enter(
        request.caller.context.organization_id,
        Number.isFinite(length) ? length : undefined,
        request.caller.context.quotas,
      );
    });
    scope.addHook('onResponse', async (request) => request.leave?.());
    scope.addHook('onRequestAbort', async (request) => request.leave?.());
    for (const { url, signal, take } of routes) {
      const errorHandler: SendRefusal = (thrown, request, reply) => {
        intake.metrics.requests.inc({ signal, outcome: 'refused' });
        intake.health.noteFault(thrown, request.caller?.context.organization_id);
        // Nothing is held of it any more, however long the client goes on sending.
        request.leave?.();
        refuse(thrown, request, reply);
      };
      const options = { bodyLimit: MAX_WIRE_BYTES, config: { tracing: 'sometimes' as const }, errorHandler };
      scope.post(url, options, (request, reply) =>
        take(request, Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0), reply),
      );
    }
  });
}
