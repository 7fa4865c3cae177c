/** A typed client of the HTTP API: the types are generated from the API description. */
import createClient, { type Client } from 'openapi-fetch';
import type { components, paths } from './generated/schema.js';

export type SpanwiseClient = Client<paths>;
/** Bodies by their names in the API description. */
export type Schemas = components['schemas'];

/**
 * `baseUrl` is the origin of the product; `token` an API token or the token of a sign-in. Every call answers
 * `{ data, error, response }` and throws only when there is no answer at all.
 */
export function spanwiseClient(baseUrl: string, token?: string): SpanwiseClient {
  return createClient<paths>({
    baseUrl,
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
  });
}
