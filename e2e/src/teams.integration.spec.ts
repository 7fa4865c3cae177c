import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { teamMembers, type TeamView } from '@spanwise/contracts/iam/teams';
import type { UserView } from '@spanwise/contracts/iam/users';
import { uuidv7 } from '@spanwise/contracts/base/uuid';
import { PATIENCE_MS } from '@spanwise/testing/eventually';
import { Access, ADMIN_EMAIL, type Person } from './access.fixture.js';

let access: Access;
let admin: Person;
let ada: Person;
let bob: Person;
let stranger: Person;

beforeAll(async () => {
  access = await Access.start();
  admin = await access.person(ADMIN_EMAIL);
  ada = await access.newPerson('ada', admin.token);
  bob = await access.newPerson('bob', admin.token);
  stranger = await access.newPerson('stranger', await access.otherOrganization('rival'));
});
afterAll(() => access.stop());

const make = (name: string, members: Person[], token = admin.token) =>
  access.call<TeamView>('POST /teams', { token, body: { name, member_ids: members.map((one) => one.user_id) } });
const membersOf = async (teamId: string, organizationId = admin.org_id) => {
  const data = { organization_id: organizationId, team_id: teamId };
  const reply = await access.connection.request(teamMembers.subject, JSON.stringify({ data }), {
    timeout: PATIENCE_MS,
  });
  return reply.json<{ data: { user_ids: string[] } }>().data.user_ids;
};

describe('teams', () => {
  it('are made, read by every member, replaced and deleted, and audited', async () => {
    const made = await make('  Payments ', [bob, ada]);
    const { id } = made.body;
    expect(made.status).toBe(200);
    expect(made.body).toMatchObject({
      org_id: admin.org_id,
      name: 'Payments',
      member_ids: [ada.user_id, bob.user_id].toSorted(),
    });
    expect((await access.call(`GET /teams/${id}`, { token: bob.token })).body).toEqual(made.body);
    expect((await access.call('GET /teams', { token: bob.token })).body).toEqual([made.body]);
    const { body: user } = await access.call<UserView>(`GET /users/${ada.user_id}`, { token: admin.token });
    expect(user.team_names).toEqual(['Payments']);
    const change = { token: admin.token, body: { name: 'payments', member_ids: [ada.user_id] } };
    expect((await access.call(`PUT /teams/${id}`, change)).body).toMatchObject({
      name: 'payments',
      member_ids: [ada.user_id],
    });
    expect((await access.call(`DELETE /teams/${id}`, { token: admin.token })).status).toBe(204);
    expect((await access.call(`GET /teams/${id}`, { token: admin.token })).status).toBe(404);
    expect((await access.audited(admin.org_id)).filter((action) => action.startsWith('team.'))).toEqual([
      'team.create',
      'team.update',
      'team.delete',
    ]);
  });

  it('are led by members of theirs, who stay leads until a change says otherwise', async () => {
    const { body: made } = await make('Led', [ada, bob]);
    const put = (body: object) =>
      access.call<TeamView>(`PUT /teams/${made.id}`, { token: admin.token, body: { name: 'Led', ...body } });
    const both = [ada.user_id, bob.user_id].toSorted();
    expect(made.lead_ids).toEqual([]);
    expect((await put({ member_ids: both, lead_ids: [bob.user_id] })).body.lead_ids).toEqual([bob.user_id]);
    // Clients that know no leads leave them out.
    expect((await put({ member_ids: both })).body.lead_ids).toEqual([bob.user_id]);
    expect((await put({ member_ids: [ada.user_id] })).body.lead_ids).toEqual([]);
    expect((await put({ member_ids: [ada.user_id], lead_ids: [bob.user_id] })).status).toBe(400);
    await access.call(`DELETE /teams/${made.id}`, { token: admin.token });
  });

  it.each<[string, () => object, number]>([
    ['no name', () => ({ name: ' ' }), 400],
    ['the name of another one, in capitals', () => ({ name: 'TAKEN' }), 409],
    ['a user of another organization', () => ({ member_ids: [stranger.user_id] }), 400],
    ['an unknown user', () => ({ member_ids: [uuidv7()] }), 400],
    ['the same member twice', () => ({ member_ids: [ada.user_id, ada.user_id] }), 400],
    ['no list of members', () => ({ member_ids: undefined }), 400],
    ['an organization', () => ({ org_id: stranger.org_id }), 400],
    ['permissions', () => ({ permissions: ['streams.query'] }), 400],
  ])('with %s are refused and change nothing', async (_, change, status) => {
    if (status === 409) await make('Taken', []);
    const before = (await access.call('GET /teams', { token: admin.token })).body;
    const body = { name: 'Fresh', member_ids: [], ...change() };
    expect((await access.call('POST /teams', { token: admin.token, body })).status).toBe(status);
    expect((await access.call('GET /teams', { token: admin.token })).body).toEqual(before);
  });

  it('of another organization are not there', async () => {
    const { body: team } = await make('Ours', [ada]);
    const token = stranger.token;
    expect((await access.call('GET /teams', { token })).body).toEqual([]);
    expect((await access.call(`GET /teams/${team.id}`, { token })).status).toBe(404);
    const rival = await access.otherOrganization('third');
    const body = { name: 'Theirs', member_ids: [] };
    for (const line of [`PUT /teams/${team.id}`, `DELETE /teams/${team.id}`]) {
      const answer = await access.call(line, { token: rival, ...(line.startsWith('PUT') && { body }) });
      expect([answer.status, answer.body.message]).toEqual([404, 'There is no such team.']);
    }
    expect(await membersOf(team.id, stranger.org_id)).toEqual([]);
    expect((await access.call(`GET /teams/${team.id}`, { token: ada.token })).body).toEqual(team);
  });

  it('are managed with the permission alone, and not shown to a token that only sends telemetry', async () => {
    expect((await make('Mine', [bob], bob.token)).status).toBe(403);
    const { body } = await access.call('GET /auth/tokens/default', { token: admin.token });
    expect((await access.call('GET /teams', { token: String(body.token) })).status).toBe(403);
  });

  it('lose a member who leaves the organization, and one who is disabled is not notified', async () => {
    const carl = await access.newPerson('carl', admin.token);
    const { body: team } = await make('Night shift', [ada, carl]);
    expect(await membersOf(team.id)).toEqual([ada.user_id, carl.user_id].toSorted());
    const status = (disabled: boolean) =>
      access.call(`PATCH /users/${carl.user_id}`, { token: admin.token, body: { disabled } });
    await status(true);
    expect(await membersOf(team.id)).toEqual([ada.user_id]);
    await status(false);
    await access.call(`DELETE /users/${carl.user_id}`, { token: admin.token });
    const { body } = await access.call<TeamView>(`GET /teams/${team.id}`, { token: admin.token });
    expect(body.member_ids).toEqual([ada.user_id]);
  });
});
