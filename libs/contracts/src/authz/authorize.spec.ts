import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  authorize,
  NO_HOLDINGS,
  type Binding,
  type Grant,
  type Holdings,
  type Relationship,
  type Subject,
} from './authorize.js';
import type { Decision, EvaluationRequest } from './decisions.js';
import { FEATURES, PERMISSIONS, permissionsOfRole } from './permissions.js';

const HERE = '00000000-0000-7000-8000-0000000000aa';
const ELSEWHERE = '00000000-0000-7000-8000-0000000000bb';
const THIRD = '00000000-0000-7000-8000-0000000000cc';
const NOW = 1_000_000;

const subject = (change: Partial<Subject> = {}): Subject => ({
  scope: 'organization',
  organization_id: HERE,
  permissions: permissionsOfRole('viewer'),
  features: [],
  policy_version: 7,
  ...change,
});
const system = subject({ scope: 'system', permissions: permissionsOfRole('platform_owner') });
const binding = (change: Partial<Binding> = {}): Binding => ({
  id: 'b1',
  resource: { type: 'dashboard', id: 'd1' },
  permissions: permissionsOfRole('editor'),
  ...change,
});
const relationship = (change: Partial<Relationship> = {}): Relationship => ({
  id: 'r1',
  resource: { type: 'dashboard', id: 'd1' },
  permissions: permissionsOfRole('editor'),
  ...change,
});
const grant = (change: Partial<Grant> = {}): Grant => ({
  id: 'g1',
  organizationId: ELSEWHERE,
  resourceType: 'dashboard',
  resourceIds: ['d1'],
  permissions: ['dashboards.read', 'dashboards.edit'],
  ...change,
});
const d1 = { resource_type: 'dashboard', resource_id: 'd1' } as const;

type Row = [string, Subject, Binding[], EvaluationRequest, boolean, Decision['reason']];

describe('a decision (ACCESS-11)', () => {
  it.each<Row>([
    ['a permission of a role', subject(), [], { permission: 'streams.query' }, true, 'role_permission'],
    ['one that no role gives', subject(), [], { permission: 'alerts.manage' }, false, 'default_deny'],
    ['one that is in no catalogue', subject(), [], { permission: 'streams.*' }, false, 'default_deny'],
    [
      'a platform permission in an organization',
      subject({ permissions: ['sys.settings.manage'] }),
      [],
      { permission: 'sys.settings.manage' },
      false,
      'scope_boundary',
    ],
    [
      'an organization permission in _sys',
      { ...system, permissions: ['streams.query'] },
      [],
      { permission: 'streams.query' },
      false,
      'scope_boundary',
    ],
    ['a platform permission in _sys', system, [], { permission: 'sys.telemetry.read' }, true, 'platform_assignment'],
    [
      'a resource of another organization',
      subject(),
      [],
      { permission: 'dashboards.read', target: { ...d1, organization_id: ELSEWHERE } },
      false,
      'tenant_isolation',
    ],
    [
      'a resource of another organization that a binding names',
      subject(),
      [binding()],
      { permission: 'dashboards.edit', target: { ...d1, organization_id: ELSEWHERE } },
      false,
      'tenant_isolation',
    ],
    [
      'a resource of the own one, said expressly',
      subject(),
      [],
      { permission: 'dashboards.read', target: { ...d1, organization_id: HERE } },
      true,
      'role_permission',
    ],
    ['a permission whose feature is off', subject(), [], { permission: 'intelligence.use' }, false, 'default_deny'],
    [
      'a permission whose feature is on',
      subject({ features: ['intelligence'] }),
      [],
      { permission: 'intelligence.use' },
      true,
      'role_permission',
    ],
    [
      'a role on the resource',
      subject(),
      [binding()],
      { permission: 'dashboards.edit', target: d1 },
      true,
      'resource_role_binding',
    ],
    [
      'a role on another resource',
      subject(),
      [binding({ resource: { type: 'dashboard', id: 'd2' } })],
      { permission: 'dashboards.edit', target: d1 },
      false,
      'default_deny',
    ],
    [
      'a role on a resource of another type',
      subject(),
      [binding({ resource: { type: 'report', id: 'd1' } })],
      { permission: 'dashboards.edit', target: d1 },
      false,
      'default_deny',
    ],
    [
      'a role on a resource, without naming one',
      subject(),
      [binding()],
      { permission: 'dashboards.edit' },
      false,
      'default_deny',
    ],
    [
      'a role on the resource that does not give it',
      subject(),
      [binding({ permissions: ['dashboards.read'] })],
      { permission: 'dashboards.edit', target: d1 },
      false,
      'default_deny',
    ],
    [
      'a role that is not valid yet',
      subject(),
      [binding({ startsAtMicros: NOW + 1 })],
      { permission: 'dashboards.edit', target: d1 },
      false,
      'default_deny',
    ],
    [
      'a role that begins now',
      subject(),
      [binding({ startsAtMicros: NOW })],
      { permission: 'dashboards.edit', target: d1 },
      true,
      'resource_role_binding',
    ],
    [
      'a role that ends now',
      subject(),
      [binding({ expiresAtMicros: NOW })],
      { permission: 'dashboards.edit', target: d1 },
      false,
      'default_deny',
    ],
    [
      'the environment that the role is for',
      subject(),
      [binding({ conditions: { environment: 'test' } })],
      { permission: 'dashboards.edit', target: d1, attributes: { environment: 'test' } },
      true,
      'resource_role_binding',
    ],
    [
      'one of the environments that the role is for',
      subject(),
      [binding({ conditions: { environment: ['test', 'stage'] } })],
      { permission: 'dashboards.edit', target: d1, attributes: { environment: 'stage' } },
      true,
      'resource_role_binding',
    ],
    [
      'another environment',
      subject(),
      [binding({ conditions: { environment: 'test' } })],
      { permission: 'dashboards.edit', target: d1, attributes: { environment: 'production' } },
      false,
      'condition_mismatch',
    ],
    [
      'no environment',
      subject(),
      [binding({ conditions: { environment: 'test' } })],
      { permission: 'dashboards.edit', target: d1 },
      false,
      'condition_mismatch',
    ],
    [
      'all labels of the role and more',
      subject(),
      [binding({ conditions: { labels: { team: 'a' } } })],
      { permission: 'dashboards.edit', target: d1, attributes: { labels: { team: 'a', tier: '1' } } },
      true,
      'resource_role_binding',
    ],
    [
      'a label of another value',
      subject(),
      [binding({ conditions: { labels: { team: 'a' } } })],
      { permission: 'dashboards.edit', target: d1, attributes: { labels: { team: 'b' } } },
      false,
      'condition_mismatch',
    ],
    [
      'a label that every object inherits',
      subject(),
      [binding({ conditions: { labels: { constructor: 'a' } } })],
      { permission: 'dashboards.edit', target: d1, attributes: { labels: {} } },
      false,
      'condition_mismatch',
    ],
    [
      'one role of two that matches',
      subject(),
      [binding({ id: 'b0', conditions: { environment: 'test' } }), binding()],
      { permission: 'dashboards.edit', target: d1 },
      true,
      'resource_role_binding',
    ],
  ])('about %s', (_, who, bindings, request, allowed, reason) => {
    expect(authorize(who, { ...NO_HOLDINGS, bindings }, request, NOW)).toMatchObject({
      allowed,
      reason,
      policy_version: 7,
    });
  });

  it('names the bindings that it rests on', () => {
    const bindings = [
      binding(),
      binding({ id: 'b2' }),
      binding({ id: 'b3', resource: { type: 'dashboard', id: 'other' } }),
    ];
    const request = { permission: 'dashboards.edit', target: d1 };
    expect(authorize(subject(), { ...NO_HOLDINGS, bindings }, request, NOW).matched_binding_ids).toEqual(['b1', 'b2']);
  });

  it('never allows a platform permission outside _sys, nor an organization’s inside, whatever is held', () => {
    const keys = PERMISSIONS.map((permission) => permission.key);
    const any = fc.record({
      scope: fc.constantFrom('organization' as const, 'system' as const),
      permissions: fc.subarray(keys),
      held: fc.subarray(keys),
      key: fc.constantFrom(...keys),
      organization_id: fc.constantFrom(HERE, ELSEWHERE),
    });
    fc.assert(
      fc.property(any, ({ scope, permissions, held, key, organization_id }) => {
        const who = subject({ scope, permissions, features: [...FEATURES] });
        const holdings = {
          bindings: [binding({ permissions: held })],
          relationships: [relationship({ permissions: held })],
          grants: [grant({ permissions: held })],
        };
        const { allowed } = authorize(who, holdings, { permission: key, target: { ...d1, organization_id } }, NOW);
        const inScope = key.startsWith('sys.') === (scope === 'system');
        return !allowed || (inScope && (scope === 'organization' || organization_id === HERE));
      }),
    );
  });
});

describe('a relationship', () => {
  const folder = { type: 'folder', id: 'f1' };
  const inFolder = { ...d1, container_type: 'folder', container_id: 'f1' } as const;

  it.each<[string, Partial<Relationship>, EvaluationRequest['target'], boolean]>([
    ['holds on its resource', {}, d1, true],
    ['does not hold on another one', {}, { ...d1, resource_id: 'd2' }, false],
    ['does not hold where no resource is named', {}, undefined, false],
    ['holds on what lies in its resource', { resource: folder }, inFolder, true],
    ['does not hold on what lies elsewhere', { resource: folder }, { ...inFolder, container_id: 'f2' }, false],
    ['with a container holds there', { container: folder }, inFolder, true],
    ['with a container does not hold elsewhere', { container: folder }, d1, false],
    [
      'with a container does not hold on its neighbours',
      { container: folder },
      { ...inFolder, resource_id: 'd2' },
      false,
    ],
    ['gives what its role has', { permissions: ['dashboards.read'] }, d1, false],
    ['does not hold in another organization', {}, { ...d1, organization_id: ELSEWHERE }, false],
  ])('%s', (_, change, target, allowed) => {
    const holdings: Holdings = { ...NO_HOLDINGS, relationships: [relationship(change)] };
    const decision = authorize(subject(), holdings, { permission: 'dashboards.edit', target }, NOW);
    expect(decision.allowed).toBe(allowed);
    if (allowed) expect(decision).toMatchObject({ reason: 'resource_relationship', matched_relationship_ids: ['r1'] });
  });
});

describe('a grant of another organization', () => {
  const there = { ...d1, organization_id: ELSEWHERE };

  it.each<[string, Partial<Grant>, EvaluationRequest['target'], Decision['reason'], Partial<Subject>?]>([
    ['holds on what it names', {}, there, 'cross_organization_grant'],
    ['holds on all of a kind', { resourceIds: 'all' }, { ...there, resource_id: 'd9' }, 'cross_organization_grant'],
    ['does not hold on what it does not name', {}, { ...there, resource_id: 'd9' }, 'tenant_isolation'],
    [
      'does not hold on another kind',
      { resourceIds: 'all' },
      { ...there, resource_type: 'report' },
      'tenant_isolation',
    ],
    ['does not hold in a third organization', {}, { ...d1, organization_id: THIRD }, 'tenant_isolation'],
    ['gives nothing in the own organization', {}, d1, 'default_deny'],
    ['gives its permissions alone', { permissions: ['dashboards.read'] }, there, 'tenant_isolation'],
    ['that has not begun gives nothing', { startsAtMicros: NOW + 1 }, there, 'tenant_isolation'],
    ['that has ended gives nothing', { expiresAtMicros: NOW }, there, 'tenant_isolation'],
    ['asks for its conditions', { conditions: { environment: 'test' } }, there, 'condition_mismatch'],
    [
      'is none of the platform’s business',
      { permissions: ['sys.telemetry.read'] },
      there,
      'scope_boundary',
      { scope: 'system' },
    ],
  ])('%s', (_, change, target, reason, who = {}) => {
    const holdings: Holdings = { ...NO_HOLDINGS, grants: [grant(change)] };
    const decision = authorize(subject(who), holdings, { permission: 'dashboards.edit', target }, NOW);
    expect(decision).toMatchObject({ allowed: reason === 'cross_organization_grant', reason });
    expect(decision.matched_grant_ids).toEqual(decision.allowed ? ['g1'] : undefined);
  });

  it('does not give a permission whose feature the own organization lacks', () => {
    const holdings: Holdings = { ...NO_HOLDINGS, grants: [grant({ permissions: ['intelligence.use'] })] };
    const request: EvaluationRequest = { permission: 'intelligence.use', target: there };
    expect(authorize(subject(), holdings, request, NOW).reason).toBe('tenant_isolation');
    expect(authorize(subject({ features: ['intelligence'] }), holdings, request, NOW).allowed).toBe(true);
  });
});
