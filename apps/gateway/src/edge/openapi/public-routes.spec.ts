import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8');
const { paths } = JSON.parse(read('../../../openapi.json')) as {
  paths: Record<string, Record<string, { 'x-permissions'?: object }>>;
};
const SECURITY = read('../../../../../docs/security/public-routes.md');

const open = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods)
    .filter(([, operation]) => operation['x-permissions'] === undefined)
    .map(([method]) => `${method.toUpperCase()} ${path}`),
);

describe('routes that ask for no bearer', () => {
  it('are there', () => {
    expect(open.length).toBeGreaterThan(20);
  });

  it.each(open)('%s stands in the table of what it may reach', (operation) => {
    expect(SECURITY).toContain(`\`${operation}\``);
  });

  it('of the table exist', () => {
    const documented = [
      ...SECURITY.matchAll(
        /`((?:GET|POST|PUT|DELETE) \/(?:api\/v1\/|\.well-known|healthz|readyz|version|metrics)[^`]*)`/g,
      ),
    ];
    const known = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(
      documented.map(([, operation]) => operation).filter((operation) => !known.includes(operation!.split('?')[0]!)),
    ).toEqual([]);
  });
});
