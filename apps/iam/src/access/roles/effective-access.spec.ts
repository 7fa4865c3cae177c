import { describe, expect, it } from 'vitest';
import { builtinRoleByKey, roleKeysOf, tokenPermissions, type Standing } from './effective-access.js';

const standing = (change: Partial<Standing>): Standing => ({
  scope: 'organization',
  systemOrganization: false,
  platformAdministrator: false,
  memberRoleKeys: undefined,
  ...change,
});

describe('the roles of a user (ACCESS-10)', () => {
  it.each<[string, Partial<Standing>, string[] | undefined]>([
    ['a member has those of the membership', { memberRoleKeys: ['editor', 'custom'] }, ['editor', 'custom']],
    ['a stranger has none', {}, undefined],
    ['the platform administrator is an owner without being a member', { platformAdministrator: true }, ['owner']],
    [
      'the platform administrator has the platform role in _sys',
      { platformAdministrator: true, scope: 'system', systemOrganization: true },
      ['platform_owner'],
    ],
    ['the system scope outside _sys is nothing', { platformAdministrator: true, scope: 'system' }, undefined],
    ['_sys in the organization scope is nothing', { platformAdministrator: true, systemOrganization: true }, undefined],
    [
      'a member that somehow got into _sys has nothing there',
      { scope: 'system', systemOrganization: true, memberRoleKeys: ['owner'] },
      undefined,
    ],
  ])('%s', (_, change, expected) => {
    expect(roleKeysOf(standing(change))).toEqual(expected);
  });
});

describe('the permissions of a token', () => {
  const viewer = builtinRoleByKey('viewer')!;
  it.each([
    ['its role', null, viewer.permissions, viewer.permissions],
    ['its scopes, where it has them', ['streams.query', 'org.members.manage'], viewer.permissions, ['streams.query']],
    ['what its owner still may', null, ['streams.read'], ['streams.read']],
    ['nothing, when the owner has nothing', null, [], []],
  ])('are bounded by %s', (_, scopes, owner, expected) => {
    expect(tokenPermissions(viewer, scopes, owner)).toEqual(expected);
  });
});
