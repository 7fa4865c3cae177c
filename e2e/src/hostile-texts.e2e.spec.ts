/**
 * Random texts in every text member of the routes of an organization's members (API-13, ALERT-153), without sign-in, billing and
 * intake, which have specs of their own.
 */
import { beforeAll, expect, it } from 'vitest';
import {
  placesOf,
  withValue,
  type DescribedOperation,
  type Description,
} from '../system/isolation/described-bodies.fixture.js';
import { hostileText } from '../system/hostile/random-texts.js';
import { Client } from './product.fixture.js';
import type { Tenant } from './tenant.fixture.js';

const TEXTS = 2_000;
const OF =
  /^\/api\/v1(?=\/(?:alerts|schedules|notify|teams|roles|users|me\/pr|workspace|orgs|invitations$|auth\/tokens|iam|connectors|resource_shares|apm|streams|saved_views|web|query)\b)/;
const AT_ONCE = 4;

let client: Client<Tenant>;
let description: Description;
let owner: string;

beforeAll(async () => {
  client = await Client.join();
  owner = await client.product.ownerToken();
  description = (await client.call<Description>('GET /openapi.json')).body;
});

interface Asked {
  line: string;
  path: string[];
  body: object;
  text: string;
}

/** Places of bodies that are made, or replaced whole where there is nothing to replace. */
function places(): { line: string; operation: DescribedOperation; path: string[]; example: object }[] {
  return Object.entries(description.paths)
    .filter(([path]) => OF.test(path))
    .flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, operation]) => {
        const { schema, example } = operation.requestBody?.content['application/json'] ?? {};
        if (schema === undefined || example === undefined) return [];
        const line = `${method.toUpperCase()} ${path.replace(OF, '').replaceAll(/\{\w+\}/g, '01a20000-0000-7000-8000-000000000000')}`;
        return placesOf(description, schema)
          .filter(({ takes }) => takes === 'text')
          .map((place) => ({ line, operation, path: place.path, example }));
      }),
    );
}

function plan(): Asked[] {
  const all = places();
  return Array.from({ length: TEXTS }, (_, at) => at).flatMap((at) => {
    const { line, path, example } = all[at % all.length]!;
    const text = hostileText();
    // Of its own, so that nothing is refused for its name.
    const named = 'name' in example ? { ...example, name: `t${at}` } : example;
    const body = withValue(named, path, text);
    return body === undefined ? [] : [{ line, path, body, text }];
  });
}

it('2,000 random texts fail nothing, and what is kept is read back as it was sent', async () => {
  const faults: unknown[] = [];
  let kept = 0;
  const asked = plan();
  const waiting = [...asked];
  const lane = async () => {
    for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) {
      const { line, path, body, text } = one;
      const { status, body: said } = await client.call<Record<string, unknown>>(line, { token: owner, body });
      if (status >= 500) faults.push([line, path.join('.'), status, JSON.stringify(text.slice(0, 20))]);
      if (status >= 300) continue;
      kept++;
      const shown = path.reduce<unknown>((at, name) => (at as Record<string, unknown> | undefined)?.[name], said);
      // Names lose the spaces around them, and what is a secret or an address is shown otherwise or not at all.
      if (path.at(-1) === 'description' && shown !== text) faults.push([line, path.join('.'), 'was changed', shown]);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  expect(faults).toEqual([]);
  expect(asked.length).toBeGreaterThan(1_500);
  expect(kept).toBeGreaterThan(50);
  const lists = [
    '/alerts/rules',
    '/alerts/mutes',
    '/alerts/escalations',
    '/alerts/semantic_groups',
    '/schedules',
    '/notify/policies',
    '/notify/templates',
    '/notify/connectors',
    '/teams',
    '/roles',
    '/users',
    '/invitations',
    '/saved_views',
    '/resource_shares',
    '/streams',
    '/connectors',
    '/auth/tokens',
  ];
  for (const path of lists)
    expect([path, (await client.call(`GET ${path}`, { token: owner })).status]).toEqual([path, 200]);
});
