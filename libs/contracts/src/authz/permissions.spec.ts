import { describe, expect, it } from 'vitest';
import { BUILTIN_ROLES, PERMISSIONS, permissionsOfRole } from './permissions.js';
import { ROUTE_CATALOG } from './route-catalog.js';

describe('the permission catalogue (ACCESS-12)', () => {
  it('has 64 keys, each once, of the two scopes', () => {
    expect(new Set(PERMISSIONS.map((permission) => permission.key)).size).toBe(64);
    expect(
      PERMISSIONS.filter((permission) => permission.key.startsWith('sys.') !== (permission.scope === 'platform')),
    ).toEqual([]);
  });

  it.each([
    ['owner', 55],
    ['admin', 55],
    ['ingest', 1],
    ['rum_client', 1],
    ['platform_owner', 9],
  ] as const)('gives %s its %i permissions', (role, count) => {
    expect(permissionsOfRole(role)).toHaveLength(count);
  });

  it('never mixes the scopes in a role', () => {
    for (const role of BUILTIN_ROLES) {
      const scopes = new Set(
        PERMISSIONS.filter((permission) => permission.roles.includes(role.key)).map(({ scope }) => scope),
      );
      expect([...scopes]).toEqual([role.scope]);
    }
  });
});

describe('the route catalogue (ACCESS-12)', () => {
  it('has 122 routes, each once, that need permissions of the catalogue', () => {
    expect(new Set(ROUTE_CATALOG.map((route) => route.id)).size).toBe(122);
    const known = new Set(PERMISSIONS.map((permission) => permission.key));
    expect(ROUTE_CATALOG.flatMap((route) => route.permissions).filter((key) => !known.has(key))).toEqual([]);
  });
});
