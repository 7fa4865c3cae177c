/**
 * Null, lists within lists and NUL in every place of every request that the API description has (API-11 to API-13).
 *
 * A product of its own: a proxy is believed, so that a caller who is refused thousands of times has many addresses.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  placesOf,
  withValue,
  type DescribedOperation,
  type Description,
  type Place,
} from './described-bodies.fixture.js';
import { Client } from '../../src/product.fixture.js';

interface Refusal {
  message?: string;
  details?: { field: string }[];
}

interface Asked {
  name: string;
  line: string;
  operation: DescribedOperation;
}

let client: Client;
let description: Description;
let owner: string;
let system: string;
let addresses = 0;
/** What the parameters of paths are: of the caller where an operation may be about no other. */
let own: Record<string, string>;

beforeAll(async () => {
  client = await Client.start({ environment: { LOG_LEVEL: 'warn', SPANWISE_TRUSTED_PROXIES: '127.0.0.1' } });
  description = (await client.call<Description>('GET /openapi.json')).body;
  owner = await client.product.ownerToken();
  const { body: organizations } = await client.call<{ id: string; system: boolean }[]>('GET /orgs', { token: owner });
  const { id } = organizations.find((one) => one.system)!;
  const { body: me } = await client.call<Record<'user_id' | 'org_id', string>>('GET /me', { token: owner });
  own = { ...me, category: 'alert' };
  system = (await client.call<{ token: string }>(`POST /orgs/${id}/select`, { token: owner })).body.token;
});
afterAll(() => client.product.stop());

const filled = (path: string): string => path.replaceAll(/\{(\w+)\}/g, (_, name: string) => own[name] ?? own.org_id!);

const operations = (): Asked[] =>
  Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const name = `${method.toUpperCase()} ${path}`;
      return { name, operation, line: `${method.toUpperCase()} ${filled(path)}` };
    }),
  );

async function send(line: string, operation: DescribedOperation, body?: unknown) {
  const [method, path] = line.split(' ');
  const { organization, system: platform } = operation['x-permissions'] ?? {};
  const token = organization === undefined && platform !== undefined ? system : owner;
  const address = `10.9.${addresses >> 8}.${addresses++ & 255}`;
  const response = await fetch(`${client.product.baseUrl}${path}`, {
    method,
    headers: {
      ...(operation.security?.length !== 0 && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      'x-forwarded-for': address,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json') ?? false;
  return { status: response.status, said: (isJson && text !== '' ? JSON.parse(text) : {}) as Refusal };
}

/** What is wrong with the answers to the bodies that `change` makes of a described one; how many there were. */
async function faultsOf(change: (place: Place) => unknown, mayBeTaken: (place: Place) => boolean) {
  const faults: unknown[] = [];
  let asked = 0;
  for (const { name, line, operation } of operations()) {
    const { schema, example } = operation.requestBody?.content['application/json'] ?? {};
    if (schema === undefined || example === undefined) continue;
    for (const place of placesOf(description, schema)) {
      const value = change(place);
      const body = value === undefined ? undefined : withValue(example, place.path, value);
      if (body === undefined) continue;
      asked++;
      const { status, said } = await send(line, operation, body);
      const member = place.path.join('.');
      const isNamed = status === 400 && said.details?.some(({ field }) => field.startsWith(member));
      const isFine = mayBeTaken(place) ? status < 500 : isNamed;
      if (!isFine) faults.push([name, member, status, said.message]);
    }
  }
  return { faults, asked };
}

describe('a member of a JSON body', () => {
  it('that is null is 400 and named, unless the description says that it may be (API-11)', async () => {
    const { faults, asked } = await faultsOf(
      () => null,
      ({ isNullable }) => isNullable,
    );
    expect(faults).toEqual([]);
    expect(asked).toBeGreaterThan(300);
  });

  it('that is a list within a list, or in the place of an object, is 400 and named (API-12)', async () => {
    const nested = ({ takes }: Place) => (takes === 'objects' ? [[]] : takes === 'object' ? [] : undefined);
    const { faults, asked } = await faultsOf(nested, () => false);
    expect(faults).toEqual([]);
    expect(asked).toBeGreaterThan(40);
  });

  it('that is a list of lists where scalars are listed fails nothing', async () => {
    const listed = ({ takes }: Place) => (takes === 'other' || takes === 'text' ? [[]] : undefined);
    expect((await faultsOf(listed, () => true)).faults).toEqual([]);
  });

  it('with NUL in its text is 400 and named', async () => {
    const { faults, asked } = await faultsOf(
      ({ takes }) => (takes === 'text' ? 'a\0b' : undefined),
      () => false,
    );
    expect(faults).toEqual([]);
    expect(asked).toBeGreaterThan(150);
  });
});

describe('a text that objects have as a member', () => {
  it('such as __proto__ is answered wherever a body has a text', async () => {
    const { faults, asked } = await faultsOf(
      ({ takes }) => (takes === 'text' ? '__proto__' : undefined),
      () => true,
    );
    expect(faults).toEqual([]);
    expect(asked).toBeGreaterThan(150);
  });
});

describe('NUL in an address (API-13)', () => {
  it('is 400 in every parameter of every path', async () => {
    const faults: unknown[] = [];
    for (const { name, operation } of operations()) {
      const [method, path] = name.split(' ');
      for (const [parameter] of path!.matchAll(/\{\w+\}/g)) {
        const { status } = await send(`${method} ${filled(path!.replace(parameter, 'a%00b'))}`, operation);
        if (status !== 400) faults.push([name, parameter, status]);
      }
    }
    expect(faults).toEqual([]);
  });

  it('is 400 in every parameter of every query', async () => {
    const faults: unknown[] = [];
    for (const { name, line, operation } of operations()) {
      const names = (operation.parameters ?? []).filter((one) => one.in === 'query').map((one) => one.name);
      for (const parameter of [...names, 'unknown']) {
        const { status } = await send(`${line}?${parameter}=a%00b`, operation);
        // Push asks for a token of its own before it looks at anything else.
        if (status !== 400 && status !== 401) faults.push([name, parameter, status]);
      }
    }
    expect(faults).toEqual([]);
  });
});
