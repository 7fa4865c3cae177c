/** How people who are not signed in take an incident over: a link in a mail, a button in a chat. Raw routes: a page, and bytes. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { RpcClient } from '@spanwise/bus/rpc-client';
import { notFound, ServiceError, unauthorized } from '@spanwise/contracts/base/errors';
import {
  lookAtAcknowledgeLink,
  ReceivedCallback,
  receiveCallback,
  useAcknowledgeLink,
  type AcknowledgeLinkUse,
} from '@spanwise/contracts/notify/acknowledgements';
import { parse } from '@spanwise/contracts/authz/parse';
import { secretKey, type RequestLimits } from '../edge/limits/request-limits.js';
import type { RawRoute } from '../edge/openapi/raw-route.js';
import { acknowledgePage, type PageState } from './acknowledge-page.js';
import type { NotifyBodies } from './notify-bodies.js';

const PAGE = { required: true, contents: { 'text/html': 'A page for people' } };
const REFUSALS = {
  not_found: 'There is no such link, or it was used or has expired.',
  resource_exhausted: 'Too many links of this address that open nothing.',
};
const LINK_ROUTE = '/api/v1/alerts/acknowledge/:token';
const LINK_PATH = { token: 'The secret of the link' };

export const ACKNOWLEDGEMENT_ROUTES = {
  look: {
    method: 'get',
    route: LINK_ROUTE,
    id: 'lookAtAcknowledgeLink',
    summary: 'Page with a button that acknowledges an incident',
    description: 'Linked from e-mails. Changes nothing, because mail scanners follow links.',
    path: LINK_PATH,
    access: 'public',
    rawAnswer: PAGE,
    refusals: REFUSALS,
  },
  use: {
    method: 'post',
    route: LINK_ROUTE,
    id: 'useAcknowledgeLink',
    summary: 'Acknowledge by an e-mailed link',
    path: LINK_PATH,
    access: 'public',
    rawAnswer: PAGE,
    refusals: REFUSALS,
  },
  callback: {
    method: 'post',
    route: '/api/v1/notify/callbacks/:connector_id',
    id: 'receiveChatCallback',
    summary: 'Interactive callbacks of a chat',
    description: `Authenticated by the provider's signature over the body as it is sent, at most five minutes old and accepted
once. \`organization_id\` is part of the URL configured at the provider. At most 64 KiB.`,
    path: { connector_id: 'Id of the connector' },
    access: 'public',
    rawBody: {
      required: true,
      contents: { 'application/x-www-form-urlencoded': 'Of `chatone`', 'application/json': 'Of `chattwo`' },
    },
    rawAnswer: { required: true, contents: { 'application/json': 'What the provider expects' } },
    refusals: {
      unauthorized: 'There is no such connector, or the signature does not hold, is stale or was taken before.',
      payload_too_large: 'The body is larger than 64 KiB.',
      resource_exhausted: 'Too many refused signatures from this address.',
    },
  },
} as const satisfies Record<string, RawRoute>;

const MAX_FORM_BYTES = 1_024;
const MAX_CALLBACK_BYTES = 65_536;
const SIGNATURE_HEADER =
  /^x-(slack-request-timestamp|slack-signature|lark-request-timestamp|lark-request-nonce|lark-signature)$/;
const MAX_HEADER = 256;

const PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-robots-tag': 'noindex, nofollow',
  'cache-control': 'no-store',
};

export interface AcknowledgementParts {
  rpc: RpcClient;
  bodies: Pick<NotifyBodies, 'seal'>;
  limits: RequestLimits;
}

export function registerAcknowledgements(server: FastifyInstance, parts: AcknowledgementParts): void {
  const { look, use, callback } = ACKNOWLEDGEMENT_ROUTES;
  void server.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MAX_CALLBACK_BYTES }, (_request, body, done) =>
      done(null, body),
    );
    scope.get(look.route, (request, reply) =>
      page(parts, request, reply, async (sealed) => {
        const { title } = await parts.rpc.call(lookAtAcknowledgeLink, { sealed });
        return { title, state: 'ready' };
      }),
    );
    scope.post(use.route, { bodyLimit: MAX_FORM_BYTES }, (request, reply) =>
      page(parts, request, reply, async (sealed) => {
        const { title, outcome }: AcknowledgeLinkUse = await parts.rpc.call(useAcknowledgeLink, { sealed });
        return { title, state: outcome };
      }),
    );
    scope.post(callback.route, { bodyLimit: MAX_CALLBACK_BYTES }, (request, reply) =>
      takeCallback(parts, request, reply),
    );
  });
}

/** A link that opens nothing is a page too, until there were too many of them. */
async function page(
  { bodies, limits }: AcknowledgementParts,
  request: FastifyRequest,
  reply: FastifyReply,
  work: (sealed: string) => Promise<PageState>,
): Promise<FastifyReply> {
  const { token } = request.params as { token: string };
  const state = await limits
    .throttleFailures(request.ip, secretKey('acknowledge', token), async () => {
      const known = /^[\w-]{64}$/.test(token) && (await work(await bodies.seal({ token })));
      if (known === false || known.state === 'unknown') throw notFound('There is no such link.');
      return known;
    })
    .catch((error: unknown): PageState => {
      if (error instanceof ServiceError && error.kind === 'not_found') return { state: 'unknown' };
      throw error;
    });
  return reply
    .status(state.state === 'unknown' ? 404 : 200)
    .headers(PAGE_HEADERS)
    .send(acknowledgePage(state));
}

async function takeCallback(parts: AcknowledgementParts, request: FastifyRequest, reply: FastifyReply) {
  const { organization_id: organization } = request.query as { organization_id?: unknown };
  const { connector_id: connector } = request.params as { connector_id: string };
  // Known are the servers of the provider, for this one connector: its ids are in addresses, and no secret.
  const sender = secretKey('callback', request.ip, String(organization), connector);
  const { body } = await parts.limits.throttleFailedAttempts(request.ip, sender, async () => {
    const sealed = await parts.bodies.seal(receivedOf(request));
    return parts.rpc.call(receiveCallback, { sealed });
  });
  return reply.status(200).send(body);
}

/** Ids that are none are as unknown as others: 401. */
function receivedOf(request: FastifyRequest): ReceivedCallback {
  const headers = Object.entries(request.headers).filter(
    ([name, value]) => SIGNATURE_HEADER.test(name) && typeof value === 'string' && value.length <= MAX_HEADER,
  );
  const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  const { organization_id } = request.query as { organization_id?: unknown };
  const { connector_id } = request.params as { connector_id: string };
  try {
    const received = {
      organization_id,
      connector_id,
      headers: Object.fromEntries(headers),
      body_base64: body.toString('base64'),
    };
    return parse(ReceivedCallback, received);
  } catch {
    throw unauthorized();
  }
}
