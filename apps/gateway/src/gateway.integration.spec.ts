import { Controller, Get } from '@nestjs/common';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { INVALIDATION_SUBJECT } from '@spanwise/contracts/authz/invalidation';
import { requireDeclaredAccess } from './edge/auth/declared-access.js';
import { contextWith, TestGateway } from './gateway.fixture.js';
import { Public } from './edge/auth/access.js';
import { gatewayControllers } from './gateway.service-definition.js';

let gateway: TestGateway;
let token: string;

beforeAll(async () => {
  gateway = await TestGateway.start({ SPANWISE_CORS_ORIGINS: 'https://console.example', SPANWISE_LOG_SYNC: 'always' });
  token = gateway.iam.admit();
});
afterAll(() => gateway.stop());

interface Answer {
  status: number;
  headers: Headers;
  body: Record<string, unknown>;
}

async function call(path: string, init: Parameters<TestGateway['fetch']>[1] = {}): Promise<Answer> {
  const response = await gateway.fetch(path, init);
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    body: text.startsWith('{') ? JSON.parse(text) : { text },
  };
}

describe('every answer (API-1, API-3)', () => {
  it('carries the ids of its request, its own or new ones', async () => {
    const own = await call('/api/v1/version', {
      headers: { 'x-request-id': 'job-7', traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01' },
    });
    expect([own.headers.get('x-request-id'), own.headers.get('x-trace-id')]).toEqual([
      'job-7',
      '4bf92f3577b34da6a3ce929d0e0e4736',
    ]);
    const replaced = await call('/api/v1/nothing', { headers: { 'x-request-id': 'two words' } });
    expect(replaced.headers.get('x-request-id')).toBe(replaced.body.request_id);
  });

  it.each<[string, string, RequestInit, number, string]>([
    ['an unknown route', '/api/v1/nothing', {}, 404, 'not_found'],
    [
      'a body that is not JSON',
      '/api/v1/auth/signin',
      { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{' },
      400,
      'invalid_argument',
    ],
    [
      'a body of another type',
      '/api/v1/auth/signin',
      { method: 'POST', headers: { 'content-type': 'text/plain' }, body: 'x' },
      400,
      'invalid_argument',
    ],
    [
      'a body with an unknown member',
      '/api/v1/auth/signin',
      {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{"email":"a@b.co","password":"x","org_id":"y"}',
      },
      400,
      'invalid_argument',
    ],
    [
      'a body that is too large',
      '/api/v1/auth/signin',
      { method: 'POST', headers: { 'content-type': 'application/json' }, body: `"${'x'.repeat(2_000_000)}"` },
      413,
      'payload_too_large',
    ],
    ['a path that cannot be decoded', '/api/v1/%zz', {}, 400, 'invalid_argument'],
  ])('to %s is an error in the one form', async (_, path, init, status, error) => {
    const answer = await call(path, init);
    expect([answer.status, answer.body.error]).toEqual([status, error]);
    expect(answer.headers.get('content-type')).toBe('application/json');
    expect(answer.body.message).toMatch(/^[A-Z].*\.$/);
  });

  it('to a wrong method says which ones there are', async () => {
    const answer = await call('/api/v1/apm/overview', { method: 'DELETE', token });
    expect([answer.status, answer.headers.get('allow')]).toEqual([404, 'GET, HEAD']);
  });
});

describe('a credential', () => {
  it('is asked for once, and again when iam says that it changed', async () => {
    await gateway.answer('svc.apm.overview', { ok: true });
    const fresh = gateway.iam.admit();
    const before = gateway.iam.questions;
    for (let time = 0; time < 3; time++)
      expect((await call('/api/v1/apm/overview', { token: fresh })).status).toBe(200);
    expect(gateway.iam.questions).toBe(before + 1);
    gateway.iam.contexts.delete(fresh);
    gateway.connection.publish(INVALIDATION_SUBJECT, JSON.stringify({ credential_id: contextWith().credential_id }));
    await gateway.heard();
    expect((await call('/api/v1/apm/overview', { token: fresh })).status).toBe(401);
  });

  it('that is a sign-in token of iam is accepted; an expired one is refused without a question', async () => {
    expect((await call('/api/v1/apm/overview', { token: await gateway.iam.signInToken(contextWith()) })).status).toBe(
      200,
    );
    const questions = gateway.iam.questions;
    expect(
      (await call('/api/v1/apm/overview', { token: await gateway.iam.signInToken(contextWith(), -1) })).status,
    ).toBe(401);
    expect(gateway.iam.questions).toBe(questions);
  });

  it.each([
    ['none at all', undefined],
    ['of another scheme', 'Basic YTpi'],
    ['that is no token', 'Bearer hello'],
    ['with alg none', `Bearer ${Buffer.from('{"alg":"none","kid":"test"}').toString('base64url')}.e30.`],
  ])('%s is refused alike', async (_, authorization) => {
    const answer = await call('/api/v1/apm/overview', { headers: authorization ? { authorization } : {} });
    expect([answer.status, answer.body.message]).toEqual([401, 'The credential is missing, invalid or expired.']);
  });

  it('without the permission is refused with its name; the scope of the platform needs its own', async () => {
    const writer = gateway.iam.admit(contextWith({ permissions: ['streams.write'] }));
    expect((await call('/api/v1/apm/overview', { token: writer })).body.message).toBe(
      'The permission streams.query is missing.',
    );
    const system = gateway.iam.admit(contextWith({ scope: 'system', permissions: ['sys.telemetry.read'] }));
    expect((await call('/api/v1/apm/overview', { token: system })).status).toBe(200);
    expect((await call('/api/v1/auth/tokens', { token: system })).status).toBe(403);
  });

  it('is not called wrong when iam does not answer', async () => {
    const alone = await TestGateway.start();
    const unknown = alone.iam.admit();
    await alone.connection.drain();
    const answer = await alone.fetch('/api/v1/apm/overview', { token: unknown });
    expect([answer.status, answer.headers.get('retry-after') !== null]).toEqual([503, true]);
    await alone.stopService();
    await alone.nats.stop();
  });
});

describe('a clock that is set back an hour', () => {
  afterEach(() => void vi.useRealTimers());

  it('refuses no read and no credential until it has caught up', async () => {
    const read = async () => (await call('/api/v1/apm/services', { token })).status;
    const before = await Promise.all(Array.from({ length: 5 }, read));
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 3_600_000 });
    const after = [...(await Promise.all(Array.from({ length: 5 }, read))), await read()];
    expect(new Set([...before, ...after])).toEqual(new Set([before[0]]));
    expect([401, 429]).not.toContain(before[0]);
  });
});

describe('a query (API-2)', () => {
  it('reaches apm with its parameters as they are meant', async () => {
    const asked = await gateway.answer('svc.apm.services.list', { items: [] });
    await call('/api/v1/apm/services?from=1&to=2&service=a%20b&limit=3&direction=asc', { token });
    expect(asked.at(-1)).toEqual({ from: 1, to: 2, service: 'a b', limit: 3, direction: 'asc' });
  });

  it.each([
    ['an unknown parameter', 'org_id=x', 'org_id'],
    ['a repeated one', 'service=a&service=b', 'service'],
    ['one in array form', 'service[]=a', 'service[]'],
    ['a number with a sign', 'limit=%2B5', 'limit'],
    ['an exponent', 'from=1e9', 'from'],
    ['a limit beyond 200', 'limit=201', 'limit'],
    ['an empty filter', 'service=', 'service'],
    ['an unknown enum', 'resolution=day', 'resolution'],
  ])('with %s is refused and names it', async (_, query, field) => {
    const answer = await call(`/api/v1/apm/services?${query}`, { token });
    expect(answer.status).toBe(400);
    expect(answer.body.details).toMatchObject([{ field }]);
  });
});

describe('a browser of an allowed origin (API-5)', () => {
  it('may ask without a token first, and reads the ids', async () => {
    const preflight = await call('/v1/traces', {
      method: 'OPTIONS',
      headers: {
        origin: 'https://console.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization',
      },
    });
    expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([
      204,
      'https://console.example',
    ]);
    const other = await call('/api/v1/version', { headers: { origin: 'https://evil.example' } });
    expect(other.headers.get('access-control-allow-origin')).toBeNull();
  });
});

describe('the probes (API-8)', () => {
  it('say that all is well when every service does', async () => {
    await gateway.sendHeartbeat();
    expect(await call('/api/v1/healthz')).toMatchObject({ status: 200, body: { status: 'ok', log_sync: 'always' } });
    expect(await call('/api/v1/readyz')).toMatchObject({ status: 200, body: { status: 'ready' } });
  });

  it.each([
    [
      'replay',
      {
        projector: {
          projection: {
            replaying: true,
            lagMessages: 1,
            lagSeconds: 1,
            logFullness: 0,
            outboxRows: 0,
            ledgerImbalance: 0,
          },
        },
      },
      'wal_replay',
      503,
    ],
    [
      'a database that is away',
      { apm: { subsystems: { postgres: { up: false, reason: 'not reachable' } } } },
      'postgres',
      200,
    ],
    ['a service that is not well', { notify: { subsystems: { mail: { up: false } } } }, 'notify', 200],
  ] as const)('name %s; traffic is unready during replay alone', async (_, change, reason, ready) => {
    await gateway.sendHeartbeat(change);
    expect(await call('/api/v1/healthz')).toMatchObject({ status: 503, body: { status: 'degraded', reason } });
    expect((await call('/api/v1/readyz')).status).toBe(ready);
  });

  it('pass no reason on that that was not read', async () => {
    const reason = "ENOENT: no such file or directory, mkdir '/var/lib/spanwise/work'" as 'internal fault';
    await gateway.sendHeartbeat({
      notify: { subsystems: { mail: { up: false, reason } } },
      projector: { subsystems: { object_store: { up: false, reason } } },
    });
    const { body } = await call('/api/v1/healthz');
    expect(body.subsystems).toMatchObject({
      notify: { up: false, reason: 'internal fault' },
      object_store: { up: false, reason: 'internal fault' },
    });
    expect(JSON.stringify(body)).not.toContain('/var/lib');
  });

  it('carry the subsystems in the metrics, in the exposition format', async () => {
    await gateway.sendHeartbeat();
    const { headers, body } = await call('/metrics');
    expect(headers.get('content-type')).toBe('text/plain; version=0.0.4');
    expect(body.text).toMatch(/^spanwise_subsystem_up\{subsystem="iam"\} 1$/m);
    expect(body.text).toMatch(/^spanwise_projection_lag_seconds 0$/m);
  });
});

describe('a route that declares no access', () => {
  it('does not boot', () => {
    @Controller()
    class Open {
      @Get('open')
      open() {}
      @Public()
      @Get('meant')
      meant() {}
    }
    expect(() => requireDeclaredAccess([Open])).toThrow('these routes declare no access: Open.open (open)');
    expect(() => requireDeclaredAccess(gatewayControllers)).not.toThrow();
  });
});
