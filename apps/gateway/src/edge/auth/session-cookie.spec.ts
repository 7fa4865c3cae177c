import type { FastifyRequest } from 'fastify';
import { describe, expect, it } from 'vitest';
import { authorizationOf, endedSessionCookie, isOfOwnOrigin, sessionCookie } from './session-cookie.js';

const BASE = 'https://obs.example.org';
const NOW_MS = 1_800_000_000_000;
const tokenUntil = (exp: number): string => `h.${Buffer.from(JSON.stringify({ exp })).toString('base64url')}.s`;
const request = (method: string, headers: Record<string, string>) => ({ method, headers }) as unknown as FastifyRequest;

describe('the cookie of a session (ACCESS-17)', () => {
  it('is read by no script, goes to no other site, and ends with its token', () => {
    const token = tokenUntil(NOW_MS / 1_000 + 3_600);
    expect(sessionCookie(token, BASE, NOW_MS)).toBe(
      `__Host-spanwise_session=${token}; Path=/; Max-Age=3600; HttpOnly; SameSite=Strict; Secure`,
    );
    expect(sessionCookie(token, 'http://localhost:8080', NOW_MS)).toBe(
      `spanwise_session=${token}; Path=/; Max-Age=3600; HttpOnly; SameSite=Strict`,
    );
    expect(endedSessionCookie(BASE)).toBe(
      '__Host-spanwise_session=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict; Secure',
    );
  });

  it('counts only without Authorization, and never with an API token in it', () => {
    const cookie = '__Host-spanwise_session=a.b.c';
    expect(authorizationOf(request('GET', { cookie }), BASE)).toBe('Bearer a.b.c');
    expect(authorizationOf(request('GET', { cookie, authorization: 'Bearer x' }), BASE)).toBe('Bearer x');
    expect(authorizationOf(request('GET', { cookie, authorization: '' }), BASE)).toBe('');
    expect(authorizationOf(request('GET', { cookie: '__Host-spanwise_session=sw_x_y' }), BASE)).toBeUndefined();
    // Over TLS the name without the prefix, which a neighbour of the domain could set, is nothing.
    expect(authorizationOf(request('GET', { cookie: 'spanwise_session=a.b.c' }), BASE)).toBeUndefined();
  });
});

describe('a request with it', () => {
  const host = 'obs.example.org';
  it.each<[string, Record<string, string>, boolean]>([
    ['POST', { origin: BASE }, true],
    ['POST', { origin: BASE, 'sec-fetch-site': 'same-origin' }, true],
    ['POST', { 'sec-fetch-site': 'same-origin' }, true],
    ['POST', {}, false],
    ['POST', { origin: 'null' }, false],
    ['POST', { origin: 'http://obs.example.org' }, false],
    ['POST', { origin: 'https://obs.example.org.evil.example' }, false],
    ['POST', { origin: 'https://other.example.org' }, false],
    ['POST', { origin: BASE, 'sec-fetch-site': 'same-site' }, false],
    ['POST', { origin: BASE, 'sec-fetch-site': 'cross-site' }, false],
    ['POST', { 'sec-fetch-site': 'none' }, false],
    ['DELETE', {}, false],
    ['GET', {}, true],
    ['GET', { 'sec-fetch-site': 'none' }, true],
    ['GET', { 'sec-fetch-site': 'same-origin' }, true],
    ['GET', { 'sec-fetch-site': 'same-site' }, false],
    ['GET', { origin: 'https://evil.example' }, false],
    ['HEAD', { 'sec-fetch-site': 'cross-site' }, false],
  ])('%s with %j is of an own page: %s', (method, headers, own) => {
    expect(isOfOwnOrigin({ method, headers: { host, ...headers } }, BASE)).toBe(own);
  });

  it('may come from the address that it goes to, where that is another than the configured one', () => {
    const at = (origin: string) =>
      isOfOwnOrigin({ method: 'POST', headers: { host: '127.0.0.1:8080', origin } }, 'http://localhost:8080');
    expect(at('http://127.0.0.1:8080')).toBe(true);
    expect(at('https://127.0.0.1:8080')).toBe(false);
    expect(at('http://127.0.0.1:8081')).toBe(false);
  });
});
