import type { FastifyInstance } from 'fastify';

const EXPOSED = 'X-Request-Id, X-Trace-Id, X-Query-Id, X-Next-Cursor, Retry-After';
const METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE';
const MAX_AGE_SECONDS = '600';

/** API-5: no origin by default; `*` never with credentials; a preflight needs no token. */
export function registerCors(server: FastifyInstance, allowed: readonly string[]): void {
  if (allowed.length === 0) return;
  const any = allowed.includes('*');
  server.addHook('onRequest', async (request, reply) => {
    const { origin } = request.headers;
    if (origin === undefined || !(any || allowed.includes(origin))) return;
    void reply
      .header('Access-Control-Allow-Origin', any ? '*' : origin)
      .header('Access-Control-Expose-Headers', EXPOSED);
    if (!any) void reply.header('Vary', 'Origin');
    if (request.method !== 'OPTIONS' || request.headers['access-control-request-method'] === undefined) return;
    return reply
      .header('Access-Control-Allow-Methods', METHODS)
      .header('Access-Control-Allow-Headers', request.headers['access-control-request-headers'] ?? '')
      .header('Access-Control-Max-Age', MAX_AGE_SECONDS)
      .status(204)
      .send();
  });
}
