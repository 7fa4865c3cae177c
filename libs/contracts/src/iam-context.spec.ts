import { describe, expect, it } from 'vitest';
import { denialOf, type IamContext } from './iam-context.js';
import { permissionsOfRole } from './permissions.js';

describe('the access of a route', () => {
  const context = (change: Partial<IamContext> = {}): IamContext => ({
    scope: 'organization',
    organization_id: '00000000-0000-7000-8000-0000000000aa',
    permissions: permissionsOfRole('viewer'),
    features: [],
    policy_version: 7,
    subject: 'u',
    subject_type: 'user',
    credential_id: 'c',
    organization_created_micros: 0,
    billing_state: 'active',
    ...change,
  });
  const passes: string | undefined = undefined;

  it.each<[string, Partial<IamContext>, Parameters<typeof denialOf>[1], string | undefined]>([
    ['with a permission that is held', {}, { organization: 'streams.query' }, passes],
    ['with one that is not', {}, { organization: 'alerts.manage' }, 'The permission alerts.manage is missing.'],
    [
      'of the other scope',
      {},
      { system: 'sys.settings.manage' },
      'This operation is not available in the organization scope.',
    ],
    [
      'with a permission of the platform that somehow got into an organization',
      { permissions: ['sys.settings.manage'] },
      { organization: 'sys.settings.manage' },
      'The permission sys.settings.manage is missing.',
    ],
    [
      'with a permission whose feature is off',
      { permissions: ['intelligence.use'] },
      { organization: 'intelligence.use' },
      'The permission intelligence.use is missing.',
    ],
    [
      'in a disabled organization',
      { organization_disabled: true },
      { organization: 'streams.query' },
      'This organization is disabled.',
    ],
    ['that asks for an enabled organization', { permissions: [] }, 'enabled-organization', passes],
    [
      'that asks for an enabled one in a disabled one',
      { organization_disabled: true },
      'enabled-organization',
      'This organization is disabled.',
    ],
    ['that asks for nothing', { organization_disabled: true, permissions: [] }, 'any-context', passes],
  ])('%s', (_, change, access, denial) => {
    expect(denialOf(context(change), access)).toBe(denial);
  });
});
