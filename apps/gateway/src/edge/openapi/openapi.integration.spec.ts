import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestGateway } from '../../gateway.fixture.js';
import { UNDESCRIBED } from '../../raw-routes.js';

let gateway: TestGateway;

beforeAll(async () => {
  gateway = await TestGateway.start();
});
afterAll(() => gateway.stop());

interface Description {
  openapi: string;
  paths: Record<string, Record<string, unknown>>;
}

describe('the API description', () => {
  it('is served to every client', async () => {
    const response = await gateway.fetch('/api/v1/openapi.json');
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(((await response.json()) as Description).openapi).toBe('3.1.0');
  });

  it('describes every route that the server has, and no other', async () => {
    const { paths } = (await (await gateway.fetch('/api/v1/openapi.json')).json()) as Description;
    const described = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`),
    );
    const served = gateway.routes
      .filter((route) => !/^(HEAD|OPTIONS) /.test(route))
      .filter((route) => !UNDESCRIBED.includes(route.split(' ')[1]!));
    expect(described.toSorted()).toEqual([...new Set(served)].toSorted());
  });
});

describe('the page that shows it', () => {
  it.each([
    ['/docs', 'text/html; charset=utf-8'],
    ['/docs/swagger-ui.css', 'text/css; charset=utf-8'],
    ['/docs/swagger-ui-bundle.js', 'text/javascript; charset=utf-8'],
    ['/docs/start.js', 'text/javascript; charset=utf-8'],
  ])('has %s', async (path, type) => {
    const response = await gateway.fetch(path);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, type]);
    expect((await response.text()).length).toBeGreaterThan(50);
  });

  it.each(['/docs/package.json', '/docs/..%2Fpackage.json', '/docs/constructor'])('has no %s', async (path) => {
    expect((await gateway.fetch(path)).status).toBe(404);
  });
});
