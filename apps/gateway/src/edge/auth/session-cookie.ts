/** The session of a browser: a sign-in token in a cookie that no script can read (ADR 0023). Pure. */
import type { FastifyRequest } from 'fastify';
import { invalidArgument, forbidden } from '@spanwise/contracts/base/errors';
import { looksLikeApiToken } from '@spanwise/contracts/authz/api-token';
import { cookieOf, cookieText } from './cookie.js';

type Headers = Pick<FastifyRequest, 'method' | 'headers'>;

const isSecure = (baseUrl: string): boolean => baseUrl.startsWith('https:');

/** With this prefix a browser takes the cookie over TLS alone, and from no other host of the same domain. */
const nameOf = (baseUrl: string): string => `${isSecure(baseUrl) ? '__Host-' : ''}spanwise_session`;

/** `Set-Cookie` that gives a browser this sign-in token until it expires. */
export function sessionCookie(token: string, baseUrl: string, nowMs = Date.now()): string {
  const { exp } = JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as { exp: number };
  const seconds = Math.max(0, exp - Math.floor(nowMs / 1_000));
  return cookieText([nameOf(baseUrl), token], { path: '/', seconds, sameSite: 'Strict', baseUrl });
}

/** `Set-Cookie` that takes it away. */
export const endedSessionCookie = (baseUrl: string): string =>
  cookieText([nameOf(baseUrl), ''], { path: '/', seconds: 0, sameSite: 'Strict', baseUrl });

/** The session that a request brings in a cookie; a header `Authorization`, whatever it says, goes before it. */
export function sessionOf(request: FastifyRequest, baseUrl: string): string | undefined {
  if (request.headers.authorization !== undefined) return undefined;
  return cookieOf(request, nameOf(baseUrl));
}

/**
 * The header by which the caller of a route of controllers is known: its own, or that of the session in its cookie. Throws
 * `forbidden` where such a session comes from a page of another origin (ACCESS-17).
 */
export function authorizationOf(request: FastifyRequest, baseUrl: string): string | undefined {
  const session = sessionOf(request, baseUrl);
  if (session === undefined) return request.headers.authorization;
  requireOwnOrigin(request, baseUrl);
  // No API token is ever put there.
  return looksLikeApiToken(session) ? undefined : `Bearer ${session}`;
}

export function requireOwnOrigin(request: Headers, baseUrl: string): void {
  if (!isOfOwnOrigin(request, baseUrl))
    throw forbidden('The session cookie is taken from pages of this origin alone (Origin, Sec-Fetch-Site).');
}

/** A browser says where a request comes from; what says nothing may read, because it is then no script of a page. */
export function isOfOwnOrigin({ method, headers }: Headers, baseUrl: string): boolean {
  const { origin, host, 'sec-fetch-site': site } = headers;
  const reads = method === 'GET' || method === 'HEAD';
  // `none`: the address bar.
  if (site !== undefined && site !== 'same-origin' && !(reads && site === 'none')) return false;
  if (origin !== undefined) return isOwn(origin, host, baseUrl);
  return reads || site === 'same-origin';
}

/** The address that is configured, or the one that the request went to: a page cannot choose the header `Host`. */
function isOwn(origin: string, host: string | undefined, baseUrl: string): boolean {
  const own = new URL(baseUrl);
  return origin === own.origin || (host !== undefined && origin === `${own.protocol}//${host}`);
}

/** For routes that answer with a sign-in token: what came without one gets none into the reach of scripts. */
export function requireOwnToken(request: FastifyRequest): void {
  if (request.headers.authorization === undefined)
    throw invalidArgument(
      'A session in a cookie goes to another organization by POST /api/v1/auth/session/organization.',
    );
}
