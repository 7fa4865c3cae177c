/** The page that the product serves: a development build of React was served once after the tests had built it. */
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { incidentPage, signInPage } from '@spanwise/contracts/page-links';
import { uuidv7 } from '@spanwise/contracts/uuid';
import { Client } from './product.fixture.js';

it('loads its first script as a production build', async () => {
  const { baseUrl } = (await Client.join()).product;
  const page = await (await fetch(`${baseUrl}/`)).text();
  const path = /src="([^"]+\.js)"/.exec(page)![1];
  const script = await (await fetch(new URL(path, baseUrl))).text();
  expect(script.includes('react.dev/link/')).toBe(false);
  expect(gzipSync(script).length).toBeLessThan(150_000);
});

it.each([incidentPage(uuidv7()), signInPage('reset_token', 'x'), `/alerts/${uuidv7()}`, '/alerts/incidents'])(
  'the link of a message leads to the console, not to a 404: %s',
  async (path) => {
    const { baseUrl } = (await Client.join()).product;
    const { status, headers } = await fetch(`${baseUrl}${path}`);
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  },
);
