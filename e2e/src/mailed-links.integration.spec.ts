/** What is mailed, how often, and where its links lead. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { InvitationView } from '@spanwise/contracts/iam/users';
import { Access, ADMIN_EMAIL, type Person } from './access.fixture.js';
import { MailServer } from './mail.fixture.js';

const mail = new MailServer();
let access: Access;
let admin: Person;

beforeAll(async () => {
  access = await Access.start({ SPANWISE_SMTP_URL: await mail.start() });
  admin = await access.person(ADMIN_EMAIL);
});
afterAll(async () => {
  await access.stop();
  await mail.stop();
});

const invite = (email: string, token = admin.token) =>
  access.call<InvitationView>('POST /invitations', { token, body: { email } });

describe('invitations to one address', () => {
  it('are three an hour, repeated or revoked and recreated', async () => {
    const { body } = await invite('often@example.org');
    const resend = () => access.call(`POST /invitations/${body.id}/resend`, { token: admin.token });
    expect([(await resend()).status, (await resend()).status]).toEqual([200, 200]);
    const refused = await resend();
    expect([refused.status, refused.headers.has('retry-after')]).toEqual([429, true]);
    await access.call(`POST /invitations/${body.id}/revoke`, { token: admin.token });
    expect((await invite('OFTEN@example.org')).status).toBe(429);
    expect((await invite('other@example.org')).status).toBe(201);
    await expect.poll(async () => (await access.admin.query('select from iam.mail_outbox')).rows).toEqual([]);
    expect(mail.received.filter((one) => one.to.includes('often@example.org')).length).toBe(3);
  });

  it('count against another organization in nothing', async () => {
    const token = await access.otherOrganization('elsewhere');
    expect((await invite('often@example.org', token)).status).toBe(201);
  });
});

describe('the text of an invitation', () => {
  it('is the platform’s, whatever the inviter and the organization are called', async () => {
    const name = 'URGENT: your bill at https://evil.example/pay?x=1 or pay@evil.example, www.evil。example "now"';
    await access.call('PUT /me/profile', { token: admin.token, body: { display_name: name } });
    await invite('named@example.org');
    const text = await mail.mailTo('named@example.org', 'invitation_token');
    const body = text
      .slice(text.indexOf('\r\n\r\n') + 4)
      .replaceAll('\r\n', '\n')
      .replaceAll('=E2=80=A6', '…');
    expect(body.startsWith('You are invited to an organization at ')).toBe(true);
    expect(body.match(/https?:\/\/\S+/g)).toHaveLength(2);
    expect(body).not.toMatch(/evil\.|evil。|@evil|www\.|:\/\/evil/);
    expect(/The invitation is from "([^"]*)"\./.exec(body)?.[1]!.length).toBeLessThanOrEqual(60);
    expect(text).toContain('Subject: Invitation to Spanwise');
    await access.call('PUT /me/profile', { token: admin.token, body: { display_name: 'admin' } });
  });
});

const BUILT = new URL('../../apps/console/dist/site/index.html', import.meta.url);

describe('the page that mailed links lead to', () => {
  it('is the console, loads nothing from elsewhere, and is kept by no cache and named in no log', async () => {
    const page = await fetch(`${access.url}/signin`);
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(page.headers.get('content-security-policy')).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self'; connect-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'",
    );
    expect(page.headers.get('referrer-policy')).toBe('no-referrer');
    expect(page.headers.get('cache-control')).toBe('no-store');
    const html = await page.text();
    expect(html).toBe(readFileSync(BUILT, 'utf8'));
    expect(html).not.toMatch(/<script(?![^>]* src="\/assets\/)|<style| on\w+=|https?:/);
  });

  it('comes with files that may be kept for ever, because their names change with them', async () => {
    const html = await (await fetch(`${access.url}/signin`)).text();
    const files = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, file]) => file);
    expect(files.length).toBeGreaterThan(1);
    for (const file of files) {
      const { status, headers } = await fetch(`${access.url}${file}`);
      expect([file, status, headers.get('cache-control')]).toEqual([file, 200, 'public, max-age=31536000, immutable']);
    }
    for (const path of ['/assets/none.js', '/assets/..%2findex.html', '/nowhere', '/api/v1/nowhere']) {
      const { status, headers } = await fetch(`${access.url}${path}`);
      expect([path, status, headers.get('content-type')]).toEqual([path, 404, 'application/json']);
    }
  });
});
