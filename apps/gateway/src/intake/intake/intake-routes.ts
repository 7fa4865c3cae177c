/** Raw Fastify routes for bodies that are bytes: Nest's parsers are not for them. */
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { SliceSignal } from '@spanwise/contracts/log/log-message';
import { drainBody } from '@spanwise/host/drain-body';
import { authorize } from '../../edge/auth/access.guard.js';
import type { BodyReservation } from './admission.js';
import { arrivingBody, bodyTooLarge } from './arriving-body.js';
import { MAX_WIRE_BYTES, WRITE_ACCESS, type Intake } from './intake.js';
import { intakeError } from './otlp-errors.js';

declare module 'fastify' {
  interface FastifyRequest {
    held?: BodyReservation;
  }
}

export interface IntakeRoute {
  url: string;
  signal: SliceSignal;
  take: (request: FastifyRequest, wire: Buffer, reply: FastifyReply) => Promise<FastifyReply>;
}

export type SendRefusal = (thrown: unknown, request: FastifyRequest, reply: FastifyReply) => void;

/** Undefined where the request does not say it. */
export const declaredBytes = ({ headers }: FastifyRequest): number | undefined => {
  const length = Number(headers['content-length']);
  return Number.isFinite(length) ? length : undefined;
};

/** Bodies of requests that were admitted, as bytes; what they hold is given back when they are answered or broken off. */
export function takeBodies(scope: FastifyInstance, { bodyGraceMs }: Pick<Intake, 'bodyGraceMs'>): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', async (request: FastifyRequest, payload: IncomingMessage) => {
    if ((declaredBytes(request) ?? 0) > MAX_WIRE_BYTES) throw bodyTooLarge();
    try {
      return await arrivingBody(payload, request.held!, { maxBytes: MAX_WIRE_BYTES, graceMs: bodyGraceMs });
    } catch (error) {
      // The connection is closed behind the answer: it comes when the sender has sent all (413: `createHttpAdapter`).
      if (intakeError(error).kind !== 'payload_too_large') await drainBody(payload, { timeoutMs: bodyGraceMs });
      throw error;
    }
  });
  scope.addHook('onResponse', async (request) => request.held?.release());
  scope.addHook('onRequestAbort', async (request) => request.held?.release());
}

export function registerIntakeRoutes(
  server: FastifyInstance,
  intake: Intake,
  routes: readonly IntakeRoute[],
  refuse: SendRefusal,
): void {
  void server.register(async (scope) => {
    takeBodies(scope, intake);
    // Before the body is read: a caller who may not send costs no memory.
    scope.addHook('onRequest', async (request) => {
      request.caller = await authorize(intake.authentication, request, WRITE_ACCESS);
      request.held = intake.admission.enter(
        request.caller.context.organization_id,
        declaredBytes(request),
        request.caller.context.quotas,
      );
    });
    for (const { url, signal, take } of routes) {
      const errorHandler: SendRefusal = (thrown, request, reply) => {
        intake.metrics.requests.inc({ signal, outcome: 'refused' });
        intake.health.noteFault(thrown, request.caller?.context.organization_id);
        // Nothing is held of it any more, however long the client goes on sending.
        request.held?.release();
        refuse(thrown, request, reply);
      };
      const options = { bodyLimit: MAX_WIRE_BYTES, config: { tracing: 'sometimes' as const }, errorHandler };
      scope.post(url, options, (request, reply) =>
        take(request, Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0), reply),
      );
    }
  });
}
