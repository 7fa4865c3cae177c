import type { FastifyInstance } from 'fastify';
import { invalidArgument } from '@spanwise/contracts/base/errors';
import { unstorableMember } from '@spanwise/contracts/base/storable-text';
import { cutText } from '@spanwise/contracts/base/cut-text';

/**
 * Refuses a path, a query string or a JSON body with a text that the database cannot keep, before any route sees it.
 * Bodies of intake come as bytes and have rules of their own: telemetry is repaired, not refused.
 */
export function refuseUnstorableTexts(server: FastifyInstance): void {
  server.addHook('preHandler', async ({ params, query, body }) => {
    for (const part of [params, query, Buffer.isBuffer(body) ? undefined : body]) {
      const path = unstorableMember(part);
      if (path === undefined) continue;
      const field = cutText(path, 200);
      const reason = 'must not contain NUL or half of a surrogate pair';
      throw invalidArgument(`The request is invalid: ${field === '' ? 'the body' : field}: ${reason}.`, [
        { field, reason },
      ]);
    }
  });
}
