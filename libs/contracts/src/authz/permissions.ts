/** The permission catalogue and the built-in roles (ACCESS-12): pure data. */

export type PermissionScope = 'organization' | 'platform';
export type BuiltinRoleKey = 'platform_owner' | 'owner' | 'admin' | 'editor' | 'viewer' | 'ingest' | 'rum_client';

export interface Permission {
  key: string;
  scope: PermissionScope;
  domain: string;
  /** Entitlement that the permission needs besides. */
  feature?: string;
  roles: readonly BuiltinRoleKey[];
}

export interface BuiltinRole {
  /** Fixed, so that every installation names a built-in role alike. */
  id: string;
  key: BuiltinRoleKey;
  name: string;
  scope: PermissionScope;
  priority: number;
}

const role = (number: number, key: BuiltinRoleKey, name: string, priority: number): BuiltinRole => ({
  id: `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`,
  key,
  name,
  scope: key === 'platform_owner' ? 'platform' : 'organization',
  priority,
});

export const BUILTIN_ROLES: readonly BuiltinRole[] = [
  role(1, 'platform_owner', 'Owner', 5),
  role(2, 'owner', 'Owner', 10),
  role(3, 'admin', 'Admin', 20),
  role(4, 'editor', 'Editor', 30),
  role(5, 'viewer', 'Viewer', 40),
  role(6, 'ingest', 'Ingestion token', 80),
  role(7, 'rum_client', 'RUM client', 90),
];

/** Entitlements; all of them are off in the edition `oss`. */
export const FEATURES = [
  'intelligence',
  'sso',
  'federated_search',
  'domain_management',
  'cloud_marketplace',
  'agent',
] as const;

const PLATFORM = ['platform_owner'] as const;
const ADMINS = ['owner', 'admin'] as const;
const EDITORS = ['owner', 'admin', 'editor'] as const;
const VIEWERS = ['owner', 'admin', 'editor', 'viewer'] as const;

const platform = (key: string): Permission => ({ key, scope: 'platform', domain: 'platform', roles: PLATFORM });
const organization = (domain: string, key: string, roles: readonly BuiltinRoleKey[], feature?: string): Permission => ({
  key,
  scope: 'organization',
  domain,
  roles,
  ...(feature !== undefined && { feature }),
});

export const PERMISSIONS: readonly Permission[] = [
  platform('sys.organizations.manage'),
  platform('sys.licenses.read'),
  platform('sys.licenses.manage'),
  platform('sys.settings.manage'),
  platform('sys.telemetry.read'),
  platform('sys.telemetry.manage'),
  platform('sys.administrators.manage'),
  platform('sys.trace_debug.manage'),
  organization('organization', 'org.settings.read', ADMINS),
  organization('organization', 'org.settings.manage', ADMINS),
  organization('iam', 'org.members.read', ADMINS),
  organization('iam', 'org.members.manage', ADMINS),
  organization('iam', 'iam.roles.read', ADMINS),
  organization('iam', 'iam.roles.manage', ADMINS),
  organization('iam', 'iam.policies.read', ADMINS),
  organization('iam', 'iam.policies.manage', ADMINS),
  organization('organization', 'org.billing.read', ADMINS),
  organization('organization', 'org.billing.manage', ADMINS),
  organization('iam', 'api_tokens.read', ADMINS),
  organization('iam', 'api_tokens.manage', ADMINS),
  organization('observability', 'streams.read', VIEWERS),
  organization('observability', 'streams.query', VIEWERS),
  organization('observability', 'streams.write', [...EDITORS, 'ingest']),
  organization('observability', 'rum.write', [...EDITORS, 'rum_client']),
  organization('observability', 'streams.create', EDITORS),
  organization('observability', 'streams.configure', EDITORS),
  organization('observability', 'streams.delete', EDITORS),
  organization('dashboards', 'dashboards.read', VIEWERS),
  organization('dashboards', 'dashboards.edit', EDITORS),
  organization('dashboards', 'dashboards.create', EDITORS),
  organization('dashboards', 'dashboards.delete', EDITORS),
  organization('dashboards', 'dashboards.share', EDITORS),
  organization('alerts', 'alerts.read', VIEWERS),
  organization('alerts', 'alerts.manage', EDITORS),
  organization('alerts', 'alerts.acknowledge', EDITORS),
  organization('alerts', 'alerts.silence', EDITORS),
  organization('alerts', 'schedules.read', VIEWERS),
  organization('alerts', 'schedules.manage', EDITORS),
  organization('observability', 'saved_views.read', VIEWERS),
  organization('observability', 'saved_views.create', EDITORS),
  organization('observability', 'saved_views.edit', EDITORS),
  organization('observability', 'saved_views.delete', EDITORS),
  organization('pipelines', 'pipelines.read', VIEWERS),
  organization('pipelines', 'pipelines.create', EDITORS),
  organization('pipelines', 'pipelines.edit', EDITORS),
  organization('pipelines', 'pipelines.run', EDITORS),
  organization('pipelines', 'pipelines.pause', EDITORS),
  organization('pipelines', 'pipelines.delete', EDITORS),
  organization('pipelines', 'functions.read', VIEWERS),
  organization('pipelines', 'functions.create', EDITORS),
  organization('pipelines', 'functions.edit', EDITORS),
  organization('pipelines', 'functions.run', EDITORS),
  organization('pipelines', 'functions.delete', EDITORS),
  organization('reports', 'reports.read', VIEWERS),
  organization('reports', 'reports.create', EDITORS),
  organization('reports', 'reports.edit', EDITORS),
  organization('reports', 'reports.schedule', EDITORS),
  organization('reports', 'reports.delete', EDITORS),
  organization('iam', 'audit.read', ADMINS),
  organization('intelligence', 'intelligence.use', VIEWERS, 'intelligence'),
  organization('intelligence', 'intelligence.manage', ADMINS, 'intelligence'),
  organization('intelligence', 'intelligence.approve', ADMINS, 'intelligence'),
  organization('reports', 'reports.share', EDITORS),
  platform('sys.dashboards.read'),
];

/** Permissions of a built-in role, sorted. */
export const permissionsOfRole = (key: BuiltinRoleKey): string[] =>
  PERMISSIONS.filter((permission) => permission.roles.includes(key))
    .map((permission) => permission.key)
    .sort();
