/** Calls that change accounts, sessions, members and what they may do. */
import sharp from 'sharp';
import { PASSWORD, roleId, type Made, type Person, type Scene } from './audited-scene.fixture.js';

const FOREVER_MICROS = 4_000_000_000_000_000;
const preferences = { theme: 'dark' };

export async function changeAccounts(scene: Scene): Promise<void> {
  const { call, owner } = scene;
  const { token, user_id } = await scene.person('ada', roleId('admin'));
  const own = { token };
  await call('PUT /me/profile', { display_name: 'Ada L' }, own);
  await call('PUT /me/preferences', preferences, own);
  await call('PUT /workspace/preferences', preferences);
  const picture = sharp({ create: { width: 30, height: 20, channels: 3, background: 'teal' } });
  const png = new Uint8Array(await picture.png().toBuffer());
  await call('POST /me/avatar', png, { token, headers: { 'content-type': 'image/png' } });
  await scene.signIn('ada@audited.example');
  const sessions = await call<(Made & { current: boolean })[]>('GET /me/sessions', undefined, own);
  await call(`DELETE /me/sessions/${sessions.find(({ current }) => !current)!.id}`, undefined, own);
  await call(`PATCH /users/${user_id}`, { display_name: 'Ada Lovelace' });
  await call(`POST /orgs/${owner.org_id}/members`, { user_id, role_ids: [roleId('editor')] });
  const password = `${PASSWORD} twice`;
  await call('POST /me/password', { current_password: PASSWORD, password }, own);
  await call('POST /auth/forgot-password', { email: 'ada@audited.example' }, { token: '' });
  const reset = await scene.mail.linkTo('ada@audited.example', 'reset_token');
  await call('POST /auth/reset-password', { token: reset, password: PASSWORD }, { token: '' });
  await call('POST /auth/signout', undefined, { token: (await scene.signIn('ada@audited.example')).token });
  await call(`DELETE /users/${user_id}`);
}

export async function joinByMail({ call, mail }: Scene): Promise<void> {
  const anonymous = { token: '' };
  await call('PUT /settings/signup', { signup_enabled: true, signup_require_approval: true });
  for (const verdict of ['approve', 'reject']) {
    const email = `${verdict}@audited.example`;
    await call('POST /auth/signup', { email, display_name: verdict, password: PASSWORD }, anonymous);
    const token = await mail.linkTo(email, 'verification_token');
    await call('POST /auth/verify-email', { token, password: PASSWORD }, anonymous);
    const users = await call<(Made & { email: string })[]>('GET /users');
    await call(`POST /users/${users.find((user) => user.email === email)!.id}/${verdict}`);
  }
  const invite = (email: string) => call('POST /invitations', { email, role_id: roleId('viewer') });
  const { id } = await invite('late@audited.example');
  await call(`POST /invitations/${id}/resend`);
  await call(`POST /invitations/${id}/revoke`);
  await invite('guest@audited.example');
  const token = await mail.linkTo('guest@audited.example', 'invitation_token');
  await call('POST /invitations/accept', { token, display_name: 'Guest', password: PASSWORD }, anonymous);
}

export async function giveAccess({ call, owner }: Scene): Promise<void> {
  const subject = { role_id: roleId('editor'), resource_type: 'dashboard', resource_id: 'd1' };
  const role = await call('POST /roles', { key: 'reader', name: 'Reader', permissions: ['streams.query'] });
  await call(`PATCH /roles/${role.id}`, { name: 'Readers' });
  await call(`DELETE /roles/${role.id}`);
  const team = await call('POST /teams', { name: 'Shop', member_ids: [owner.user_id] });
  await call(`PUT /teams/${team.id}`, { name: 'Shops', member_ids: [] });
  await call(`DELETE /teams/${team.id}`);
  const holder = { principal_type: 'user', principal_id: owner.user_id };
  const { value: binding } = await call<{ value: Made }>('POST /iam/role-bindings', { ...subject, ...holder });
  await call(`DELETE /iam/role-bindings/${binding.id}`);
  const relation = { ...subject, subject_type: 'user', subject_id: owner.user_id };
  const { value: relationship } = await call<{ value: Made }>('POST /iam/relationships', relation);
  await call(`DELETE /iam/relationships/${relationship.id}`);
  const apiToken = await call('POST /auth/tokens', { name: 'ci' });
  await call(`DELETE /auth/tokens/${apiToken.id}`);
  await call('GET /auth/tokens/default');
  await call('GET /auth/tokens/default');
  const { connector } = await call<{ connector: Made }>('POST /connectors', { name: 'drain', kind: 'heroku_drain' });
  await call(`PUT /connectors/${connector.id}`, { name: 'drains' });
  await call(`POST /connectors/${connector.id}/rotate`);
  await call(`DELETE /connectors/${connector.id}`);
}

/** What others see by a link, or as another organization: `partner` owns one. */
export async function giveAway({ call }: Scene, partner: Person): Promise<void> {
  await call('PUT /resource_shares/policy', { allow_public_links: true, require_public_password: false });
  const view = { resource_type: 'apm_service', resource_id: 'cart', constraints: { environment: 'test' } };
  const share = async (body: object) => {
    const made = await call<{ share: Made; url: string }>('POST /resource_shares', { ...view, ...body });
    return { id: made.share.id, link: { token: made.url.split('/s/')[1] } };
  };
  const exchange = ({ link }: { link: object }) =>
    call<{ session: string }>('POST /public/share/exchange', link, { token: '' });
  // A view is counted when it is opened, or unlocked where it has a password.
  await exchange(await share({ share_mode: 'public_link' }));
  const { session } = await exchange(await share({ share_mode: 'public_link', password: PASSWORD }));
  const headers = { 'x-share-session': session };
  await call('POST /public/share/unlock', { password: PASSWORD }, { token: '', headers });
  const inside = await share({ share_mode: 'authenticated' });
  await call('POST /resource_shares/open', inside.link);
  await call(`POST /resource_shares/${inside.id}/rotate`);
  await call(`DELETE /resource_shares/${inside.id}`);

  const search = { name: 'Given', language: 'sql', statement: 'select 1', time_range_secs: 60 };
  const saved = await call('POST /saved_views', search);
  const grantee = { grantee_type: 'organization', grantee_id: partner.org_id };
  const { value: grant } = await call<{ value: Made }>('POST /iam/cross-org-grants', {
    target_organization_id: partner.org_id,
    ...grantee,
    resource_type: 'saved_view',
    resource_selector: { ids: [saved.id] },
    permissions: ['saved_views.read'],
    expires_at_micros: FOREVER_MICROS,
  });
  await call(`POST /iam/cross-org-grants/${grant.id}/accept`, undefined, { token: partner.token });
  await call(`GET /saved_views/${saved.id}`, undefined, { token: partner.token });
  await call(`POST /iam/cross-org-grants/${grant.id}/revoke`);
  await call('GET /audit/export');
}
