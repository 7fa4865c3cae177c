/** The payment provider's events: a raw route, because the signature is over the bytes as they arrive. */
import type { FastifyInstance } from 'fastify';
import type { RpcClient } from '@spanwise/bus/rpc-client';
import { unauthorized } from '@spanwise/contracts/base/errors';
import { receivePaymentEvent } from '@spanwise/contracts/iam/billing';
import type { RawRoute } from '../../edge/openapi/raw-route.js';
import { secretKey, type RequestLimits } from '../../edge/limits/request-limits.js';

export const PAYMENT_WEBHOOK: RawRoute = {
  method: 'post',
  route: '/api/v1/billing/stripe/webhook',
  id: 'receivePaymentEvent',
  summary: 'Events of the payment provider',
  description: `Authenticated by \`Stripe-Signature\`, which is over the body as it is sent. Idempotent, and independent of the order
of events. At most 256 KiB.`,
  access: 'public',
  answer: 'PaymentEventReceived',
  headers: { 'Stripe-Signature': '`t=<unix seconds>,v1=<hex>`, with one `v1` for each secret' },
  rawBody: { required: true, contents: { 'application/json': 'An event as the provider sends it' } },
  refusals: {
    unauthorized: 'The signature does not hold.',
    not_found: 'Billing is not in use here.',
    payload_too_large: 'The body is larger than 256 KiB.',
    resource_exhausted: 'Too many refused signatures from this address.',
  },
};
const MAX_BODY_BYTES = 256 * 1024;

export function registerPaymentWebhook(server: FastifyInstance, rpc: RpcClient, limits: RequestLimits): void {
  void server.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MAX_BODY_BYTES }, (_request, body, done) =>
      done(null, body),
    );
    scope.post(PAYMENT_WEBHOOK.route, { bodyLimit: MAX_BODY_BYTES }, async (request, reply) => {
      const { 'stripe-signature': signature } = request.headers;
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const received = await limits.throttleFailedAttempts(
        request.ip,
        secretKey('payment provider', request.ip),
        async () => {
          if (typeof signature !== 'string' || signature.length > 2_048) throw unauthorized();
          return rpc.call(receivePaymentEvent, { signature, body_base64: body.toString('base64') });
        },
      );
      return reply.status(200).send(received);
    });
  });
}
