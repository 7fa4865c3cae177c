import type { FastifyInstance } from 'fastify';
import { consoleFiles } from './console-files.js';
import { PAGE_HEADERS, unknownPath } from './screens.js';

/** Browsers that ask for a path that no route has get the console; every other client gets the error as JSON. */
export function answerUnknownPaths(server: FastifyInstance): void {
  server.addHook('onRequest', async (request, reply) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return;
    const answer = unknownPath(request.url, request.headers.accept);
    // A screen of nothing, such as `/services/`, has the route of those of something.
    if (answer === undefined || (answer === 'not_found' && !request.is404)) return;
    if (answer !== 'not_found') return reply.redirect(answer.redirect, 308);
    const page = consoleFiles.page();
    if (page !== undefined) return reply.status(404).headers(PAGE_HEADERS).send(page);
  });
}
