/** The page that the product serves: a development build of React was served once after the tests had built it. */
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { incidentPage, signInPage } from '@spanwise/contracts/base/page-links';
import { uuidv7 } from '@spanwise/contracts/base/uuid';
import { Client } from './product.fixture.js';

it('loads its first script as a production build', async () => {
  const { baseUrl } = (await Client.join()).product;
  const page = await (await fetch(`${baseUrl}/`)).text();
  const path = /src="([^"]+\.js)"/.exec(page)![1];
  const script = await (await fetch(new URL(path!, baseUrl))).text();
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

const screens = [
  ...readFileSync(new URL('../../apps/console/src/router.tsx', import.meta.url), 'utf8').matchAll(
    /(?:screen|formerly)\(\s*'([^']+)'/g,
  ),
].map(([, path]) => path!.replaceAll(/\$\w+/g, 'x'));

describe('a browser', () => {
  const ask = async (path: string, accept = 'text/html,*/*;q=0.8') => {
    const { baseUrl } = (await Client.join()).product;
    const { status, headers } = await fetch(`${baseUrl}${path}`, { headers: { accept }, redirect: 'manual' });
    return [status, headers.get('location') ?? headers.get('content-type')];
  };

  it('finds every screen of the console', async () => {
    expect(screens.length).toBeGreaterThan(15);
    for (const path of screens) expect([path, ...(await ask(path))]).toEqual([path, 200, 'text/html; charset=utf-8']);
  });

  it('is answered with a page for a path that nothing is at, and other clients with JSON', async () => {
    expect(await ask('/logs')).toEqual([404, 'text/html; charset=utf-8']);
    expect(await ask('/services/?from=1')).toEqual([308, '/services?from=1']);
    expect(await ask('/logs', '*/*')).toEqual([404, 'application/json']);
    expect(await ask('/api/v1/nope')).toEqual([404, 'application/json']);
  });
});
