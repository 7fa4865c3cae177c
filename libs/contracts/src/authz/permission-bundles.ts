/** Related permissions, for those who compose a role (ACCESS-12): pure data. */
export interface PermissionBundle {
  key: string;
  permissions: readonly string[];
}

const keys = (resource: string, actions: string): string[] =>
  actions.split(' ').map((action) => `${resource}.${action}`);

export const PERMISSION_BUNDLES: readonly PermissionBundle[] = [
  {
    key: 'readonly_observer',
    permissions: [
      ...keys('streams', 'read query'),
      'dashboards.read',
      'alerts.read',
      'schedules.read',
      'saved_views.read',
      'pipelines.read',
      'functions.read',
      'reports.read',
    ],
  },
  {
    key: 'data_analyst',
    permissions: [
      ...keys('streams', 'read query'),
      ...keys('dashboards', 'read create edit'),
      ...keys('saved_views', 'read create edit'),
      'reports.read',
    ],
  },
  {
    key: 'pipeline_developer',
    permissions: [
      ...keys('streams', 'read query write create configure'),
      ...keys('pipelines', 'read create edit run pause delete'),
      ...keys('functions', 'read create edit run delete'),
    ],
  },
  {
    key: 'alert_administrator',
    permissions: [
      ...keys('streams', 'read query'),
      ...keys('alerts', 'read manage acknowledge silence'),
      ...keys('schedules', 'read manage'),
    ],
  },
  {
    key: 'organization_administrator',
    permissions: [
      ...keys('org.settings', 'read manage'),
      ...keys('org.members', 'read manage'),
      ...keys('iam.roles', 'read manage'),
      ...keys('iam.policies', 'read manage'),
      ...keys('api_tokens', 'read manage'),
      'audit.read',
    ],
  },
];
