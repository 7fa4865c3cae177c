import { describe, expect, it } from 'vitest';
import { NO_HOLDINGS, type Grant, type Holdings } from '@spanwise/contracts/authz/authorize';
import type { IamContext } from '@spanwise/contracts/authz/iam-context';
import { HeldView } from './held-resources.js';

const [OWN, GRANTOR, OTHER] = ['own', 'grantor', 'other'];
const NOW = 1_000;
const caller = (permissions: string[] = []): IamContext => ({
  subject: 'u',
  subject_type: 'user',
  credential_id: 'c',
  scope: 'organization',
  organization_id: OWN,
  organization_created_micros: 0,
  permissions,
  features: [],
  billing_state: 'active',
  policy_version: 1,
});
const grant = (change: Partial<Grant> = {}): Grant => ({
  id: 'g1',
  permissions: ['streams.read'],
  organizationId: GRANTOR,
  resourceType: 'stream',
  resourceIds: ['s1'],
  ...change,
});
const binding = (id: string, type = 'stream') => ({
  id: `b-${id}`,
  permissions: ['streams.read'],
  resource: { type, id },
});
const viewOf = (holdings: Partial<Holdings>, permissions?: string[]) =>
  new HeldView(
    caller(permissions),
    { ...NO_HOLDINGS, ...holdings },
    { permission: 'streams.read', resourceType: 'stream' },
    NOW,
  );

describe('what is held in the own organization', () => {
  it('is what a bound role or a relationship names, each once', () => {
    const view = viewOf({
      bindings: [binding('s1'), binding('v1', 'saved_view')],
      relationships: [binding('s1'), binding('s2')],
    });
    expect(view.own()).toEqual(['s1', 's2']);
    expect(view.of('s1')).toEqual([{ organizationId: OWN, ids: ['s1'] }]);
    expect(view.of('v1')).toEqual([]);
  });

  it('is nothing for a caller who may do it everywhere: they have a context of their own', () => {
    const view = viewOf({ bindings: [binding('s1')] }, ['streams.read']);
    expect([view.own(), view.of('s1')]).toEqual([[], []]);
  });

  it.each([
    ['ended', { expiresAtMicros: NOW }],
    ['not begun', { startsAtMicros: NOW + 1 }],
    ['under conditions, which no route evaluates', { conditions: { environment: 'production' } }],
    ['of another permission', { permissions: ['streams.query'] }],
  ])('is not what is %s', (_, change) => {
    expect(viewOf({ bindings: [{ ...binding('s1'), ...change }] }).own()).toEqual([]);
    expect(viewOf({ grants: [grant(change)] }).of('s1')).toEqual([]);
    expect(viewOf({ grants: [grant(change)] }).owners()).toEqual([]);
  });
});

describe('what another organization grants', () => {
  it('is found under the resource, those that name it before those that give everything', () => {
    const all = grant({ id: 'g2', organizationId: OTHER, resourceIds: 'all' });
    const view = viewOf({ grants: [all, grant()] });
    expect(view.of('s1').map(({ organizationId }) => organizationId)).toEqual([GRANTOR, OTHER]);
    expect(view.of('s2').map(({ organizationId }) => organizationId)).toEqual([OTHER]);
    expect(view.owners()).toEqual([GRANTOR, OTHER]);
    expect([view.grantsOf(GRANTOR, 's1'), view.grantsOf(GRANTOR, 's2'), view.grantsOf(OTHER, 's2')]).toEqual([
      ['g1'],
      [],
      ['g2'],
    ]);
  });

  it('is nothing of another kind, and nothing that is held at home', () => {
    const view = viewOf({ grants: [grant({ resourceType: 'dashboard' })], bindings: [binding('s1')] });
    expect([view.owners(), view.grantsOf(GRANTOR, 's1'), view.grantsOf(OWN, 's1')]).toEqual([[], [], []]);
  });
});
