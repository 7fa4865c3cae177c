import type { FastifyRequest } from 'fastify';

export function cookieOf({ headers }: FastifyRequest, name: string): string | undefined {
  const pairs = (headers.cookie ?? '').split(';').map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1);
}

/** `HttpOnly`, sent along to the path alone; only over TLS where clients come by it. */
export function cookieText(
  [name, value]: readonly [string, string],
  options: { path: string; seconds: number; sameSite: 'Lax' | 'Strict'; baseUrl: string },
): string {
  const { path, seconds, sameSite, baseUrl } = options;
  const secure = baseUrl.startsWith('https:') ? '; Secure' : '';
  return `${name}=${value}; Path=${path}; Max-Age=${seconds}; HttpOnly; SameSite=${sameSite}${secure}`;
}
