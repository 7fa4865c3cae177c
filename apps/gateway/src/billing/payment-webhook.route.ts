/** The payment provider's events: a raw route, because the signature is over the bytes as they arrive. */
import type { FastifyInstance } from 'fastify';
import type { RpcClient } from '@spanwise/bus/rpc-client';
import { ServiceError, unauthorized } from '@spanwise/contracts/errors';
import { receivePaymentEvent } from '@spanwise/contracts/iam-billing';
import type { RequestLimits } from '../limits/request-limits.js';

export const PAYMENT_WEBHOOK = '/api/v1/billing/stripe/webhook';
const MAX_BODY_BYTES = 256 * 1024;

export function registerPaymentWebhook(server: FastifyInstance, rpc: RpcClient, limits: RequestLimits): void {
  void server.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MAX_BODY_BYTES }, (_request, body, done) =>
      done(null, body),
    );
    scope.post(PAYMENT_WEBHOOK, { bodyLimit: MAX_BODY_BYTES }, async (request, reply) => {
      const { 'stripe-signature': signature } = request.headers;
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      try {
        if (typeof signature !== 'string' || signature.length > 2_048) throw unauthorized();
        const signed = { signature, body_base64: body.toString('base64') };
        return await reply.status(200).send(await rpc.call(receivePaymentEvent, signed));
      } catch (error) {
        if (error instanceof ServiceError && error.kind === 'unauthorized') limits.takeRefusal(request.ip);
        throw error;
      }
    });
  });
}
