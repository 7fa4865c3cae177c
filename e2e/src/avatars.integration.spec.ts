import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Access, ADMIN_EMAIL, type Person } from './access.fixture.js';

let access: Access;
let person: Person;
let picture: Buffer;

beforeAll(async () => {
  access = await Access.start();
  person = await access.person(ADMIN_EMAIL);
  picture = await sharp({ create: { width: 30, height: 20, channels: 3, background: 'teal' } })
    .png()
    .toBuffer();
});
afterAll(() => access.stop());

async function upload(): Promise<string> {
  const response = await fetch(`${access.url}/api/v1/me/avatar`, {
    method: 'POST',
    headers: { 'content-type': 'image/png', authorization: `Bearer ${person.token}` },
    body: new Uint8Array(picture),
  });
  const profile = (await response.json()) as { avatar_url: string };
  expect(response.status).toBe(200);
  return profile.avatar_url;
}

const profile = (avatarUrl: string) =>
  access.call('PUT /me/profile', { token: person.token, body: { avatar_url: avatarUrl } });
const served = async (path: string) => (await fetch(`${access.url}${path}`)).status;

it('a picture is served to every client until it is replaced', async () => {
  const first = await upload();
  expect(first).toMatch(new RegExp(`^/api/v1/public/avatars/${person.user_id}/[A-Za-z0-9_-]{22}$`));
  expect(await served(first)).toBe(200);
  expect((await access.call('GET /me/profile', { token: person.token })).body.avatar_url).toBe(first);
  const second = await upload();
  expect([await served(first), await served(second)]).toEqual([404, 200]);
  expect(await access.audited(person.org_id)).toContain('avatar.update');
});

it('the profile keeps its address when it is sent back, and drops the picture with it', async () => {
  const url = await upload();
  expect([(await profile(url)).status, await served(url)]).toEqual([200, 200]);
  const foreign = `/api/v1/public/avatars/${person.user_id}/another`;
  expect([(await profile(foreign)).status, await served(url)]).toEqual([400, 200]);
  expect([(await profile('')).status, await served(url)]).toEqual([200, 404]);
});
