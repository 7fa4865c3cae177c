/** A person in front of the map of services: reads it, and opens a part of it by keys. */
import { must } from '../isolation/http.js';
import type { Access } from '../product.js';
import { exactNumber } from './figures.js';
import type { Visit } from './visit.js';

interface ServiceGraph {
  edges: {
    client_namespace: string;
    client_service: string;
    server_service: string;
    callee?: { namespace: string; name: string };
    request_count: number;
  }[];
}

type Expect = (what: string, holds: boolean, otherwise?: string) => void;

/** The drawing and its table have what the API answers, and keys open what is drawn. */
export async function walkMap(
  visit: Visit,
  { baseUrl, readToken }: Access,
  { from, to }: { from: number; to: number },
  expectThat: Expect,
): Promise<void> {
  const { page } = visit;
  const query = `from=${from}&to=${to}`;
  const path = `GET /api/v1/traces/service_graph?${query}`;
  const { edges } = await must<ServiceGraph>(baseUrl, path, readToken);
  await visit.open(`/map?${query}`, '.map .node');
  const counts = (await visit.cells('requests')).map(exactNumber);
  expectThat(
    'the table of the map is the API’s',
    counts.length > 0 && counts.join() === edges.map(({ request_count: requests }) => requests).join(),
    counts.join(),
  );
  const ends = edges.flatMap(
    ({ client_namespace: namespace, client_service: name, callee, server_service: target }) => [
      `${namespace} ${name}`,
      callee === undefined ? ` ${target}` : `${callee.namespace} ${callee.name}`,
    ],
  );
  const names = [...new Set(ends)].map((end) => end.slice(end.indexOf(' ') + 1)).toSorted();
  const drawn = await page.evaluate<string[]>(
    `[...document.querySelectorAll('.map .node a')].map((node) => node.getAttribute('aria-label'))`,
  );
  const shown = drawn.map((label) => label.slice(0, label.indexOf(', '))).toSorted();
  expectThat('each end of a call is drawn once, with its name', shown.join() === names.join(), shown.join());
  await page.focus('.map-box');
  await page.keyboard.press('Tab');
  const first = await page.evaluate<string>('document.activeElement.getAttribute("aria-label")');
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.pathname.startsWith('/services/') || url.searchParams.has('service'));
  expectThat('what is drawn is reached and opened by keys', drawn[0] === first, first);
}
