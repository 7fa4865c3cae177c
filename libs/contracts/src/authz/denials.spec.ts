import 'reflect-metadata';
import { describe, expect, it } from 'vitest';
import type { Held, IamContext } from './iam-context.js';
import { denialOf, heldDenialOf } from './denials.js';
import { runQuery } from '../telemetry/query.js';
import { concernedBy } from './rpc.js';
import { readSavedView } from '../telemetry/saved-views.js';
import { deleteStream, getStream, listStreams } from '../telemetry/streams.js';
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

describe('a context of what is held on single resources', () => {
  const [given, other] = ['00000000-0000-7000-8000-0000000000a1', '00000000-0000-7000-8000-0000000000a2'];
  const narrowed = (change: Partial<Held> = {}): IamContext => ({
    subject: 'u',
    subject_type: 'user',
    credential_id: 'c',
    scope: 'organization',
    organization_id: '00000000-0000-7000-8000-0000000000aa',
    organization_created_micros: 0,
    // None are signed into one: this is what must not matter.
    permissions: permissionsOfRole('owner'),
    features: [],
    billing_state: 'active',
    policy_version: 1,
    held: {
      operation: getStream.subject,
      permission: 'streams.read',
      resource_type: 'stream',
      resource_ids: [given],
      reader_organization_id: '00000000-0000-7000-8000-0000000000bb',
      ...change,
    },
  });

  it.each([['any-context'], ['enabled-organization'], [{ organization: 'streams.read' }]] as const)(
    'passes no access by itself: %o',
    (access) => {
      expect(denialOf(narrowed(), access)).toMatch(/not open/);
    },
  );

  it('passes the message and the resource that it names', () => {
    expect(heldDenialOf(narrowed(), concernedBy(getStream, { id: given }))).toBeUndefined();
  });

  it.each<[string, Partial<Held>, Parameters<typeof concernedBy>]>([
    ['another resource', {}, [getStream, { id: other }]],
    ['another message', {}, [listStreams, { held_ids: [given] }]],
    ['a message that nothing held opens', {}, [deleteStream, { id: given }]],
    ['a message that needs another permission', { permission: 'streams.query' }, [getStream, { id: given }]],
    ['a message about another kind of resource', { resource_type: 'saved_view' }, [getStream, { id: given }]],
    ['a saved search of the same id', { operation: readSavedView.subject }, [readSavedView, { id: given }]],
    ['a list that names none', { operation: listStreams.subject }, [listStreams, {}]],
    ['a list that names more', { operation: listStreams.subject }, [listStreams, { held_ids: [given, other] }]],
    [
      'a query over everything',
      { operation: runQuery.subject, permission: 'streams.query' },
      [runQuery, { statement: 'select 1' }],
    ],
  ])('does not pass %s', (_, held, message) => {
    expect(heldDenialOf(narrowed(held), concernedBy(...message))).toEqual(expect.any(String));
  });

  it('is the only one that passes by what is held', () => {
    const { held: _, ...whole } = narrowed();
    expect(heldDenialOf(whole, concernedBy(getStream, { id: given }))).toEqual(expect.any(String));
  });
});
