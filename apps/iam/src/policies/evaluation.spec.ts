import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Decision, EvaluationRequest } from '@spanwise/contracts/iam-roles';
import { FEATURES, PERMISSIONS, permissionsOfRole } from '@spanwise/contracts/permissions';
import { evaluate, type Binding, type Subject } from './evaluation.js';

const HERE = '00000000-0000-7000-8000-0000000000aa';
const ELSEWHERE = '00000000-0000-7000-8000-0000000000bb';
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
  resourceType: 'dashboard',
  resourceId: 'd1',
  permissions: permissionsOfRole('editor'),
  conditions: {},
  ...change,
});
const d1 = { resource_type: 'dashboard', resource_id: 'd1' } as const;

type Row = [string, Subject, Binding[], EvaluationRequest, boolean, Decision['reason']];

describe('a decision', () => {
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
      [binding({ resourceId: 'd2' })],
      { permission: 'dashboards.edit', target: d1 },
      false,
      'default_deny',
    ],
    [
      'a role on a resource of another type',
      subject(),
      [binding({ resourceType: 'report' })],
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
    expect(evaluate(who, bindings, request, NOW)).toMatchObject({ allowed, reason, policy_version: 7 });
  });

  it('names the bindings that it rests on', () => {
    const bindings = [binding(), binding({ id: 'b2' }), binding({ id: 'b3', resourceId: 'other' })];
    expect(
      evaluate(subject(), bindings, { permission: 'dashboards.edit', target: d1 }, NOW).matched_binding_ids,
    ).toEqual(['b1', 'b2']);
  });

  it('never allows a platform permission outside _sys, nor an organization’s inside, whatever is granted', () => {
    const keys = PERMISSIONS.map((permission) => permission.key);
    const any = fc.record({
      scope: fc.constantFrom('organization' as const, 'system' as const),
      permissions: fc.subarray(keys),
      bound: fc.subarray(keys),
      key: fc.constantFrom(...keys),
    });
    fc.assert(
      fc.property(any, ({ scope, permissions, bound, key }) => {
        const who = subject({ scope, permissions, features: [...FEATURES] });
        const { allowed } = evaluate(who, [binding({ permissions: bound })], { permission: key, target: d1 }, NOW);
        return !allowed || key.startsWith('sys.') === (scope === 'system');
      }),
    );
  });
});
