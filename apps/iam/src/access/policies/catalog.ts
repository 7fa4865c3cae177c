/** The permission catalogue as `GET /iam/permissions` answers it (ACCESS-12). Pure. */
import type { PermissionCatalog } from '@spanwise/contracts/iam/roles';
import { PERMISSION_BUNDLES } from '@spanwise/contracts/authz/permission-bundles';
import { PERMISSIONS } from '@spanwise/contracts/authz/permissions';

const CATALOG_VERSION = 1;

export const catalogOf = (): PermissionCatalog => ({
  version: CATALOG_VERSION,
  permissions: PERMISSIONS.map(({ key, scope, domain, roles, feature }) => ({
    key,
    scope,
    domain,
    ...textKeys('permissions', key.replaceAll('.', '_')),
    builtin_roles: [...roles],
    ...(feature !== undefined && { feature }),
  })),
  bundles: PERMISSION_BUNDLES.map(({ key, permissions }) => ({
    key,
    ...textKeys('permission_bundles', key),
    permissions: [...permissions],
  })),
});

const textKeys = (group: string, name: string) => ({
  label_key: `${group}.${name}`,
  description_key: `${group}_hint.${name}`,
});
