/** The page that the product serves: a development build of React was served once after the tests had built it. */
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { Client } from './product.fixture.js';

it('loads its first script as a production build', async () => {
  const { baseUrl } = (await Client.join()).product;
  const page = await (await fetch(`${baseUrl}/`)).text();
  const path = /src="([^"]+\.js)"/.exec(page)![1];
  const script = await (await fetch(new URL(path, baseUrl))).text();
  expect(script.includes('react.dev/link/')).toBe(false);
  expect(gzipSync(script).length).toBeLessThan(150_000);
});
