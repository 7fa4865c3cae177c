import { describe, expect, it } from 'vitest';
import { breakingChanges } from './breaking.js';
import type { OpenApiDocument } from './document.js';

interface Parts {
  operation: Record<string, unknown>;
  item: Record<string, unknown>;
  body: Record<string, unknown>;
  paths: OpenApiDocument['paths'];
}

/** A small description, changed by `change`. */
function description(change: (parts: Parts) => void = () => undefined): OpenApiDocument {
  const item = {
    type: 'object',
    properties: { id: { type: 'string' }, count: { type: 'integer' }, note: { type: 'string' } },
    required: ['id', 'count'],
  };
  const body = {
    type: 'object',
    properties: { name: { type: 'string' }, kind: { enum: ['a', 'b'] } },
    required: ['name'],
  };
  const json = (schema: object) => ({ content: { 'application/json': { schema } } });
  const operation: Record<string, unknown> = {
    'x-permissions': { organization: 'things.read' },
    parameters: [
      { name: 'sort', in: 'query', schema: { type: 'string', enum: ['name', 'size'] } },
      { name: 'limit', in: 'query', schema: { type: 'integer' } },
    ],
    requestBody: json({ $ref: '#/components/schemas/Body' }),
    responses: { 200: json({ type: 'array', items: { $ref: '#/components/schemas/Item' } }), 404: {} },
  };
  const paths = { '/things': { get: operation } };
  change({ operation, item, body, paths });
  return {
    openapi: '3.1.0',
    paths,
    components: { schemas: { Item: item, Body: body }, securitySchemes: {}, headers: {} },
  };
}

type Members = { properties: Record<string, unknown>; required: string[] };

describe('a client of the older description breaks when', () => {
  it.each<[string, (parts: Parts) => void, string]>([
    ['a route is gone', ({ paths }) => delete paths['/things'], 'GET /things is gone'],
    ['a method is gone', ({ paths }) => delete paths['/things']!.get, 'GET /things is gone'],
    [
      'a parameter is gone',
      ({ operation }) => (operation.parameters as object[]).pop(),
      'GET /things: the parameter limit is gone',
    ],
    [
      'a parameter becomes required',
      ({ operation }) =>
        (operation.parameters as object[]).push({ name: 'q', in: 'query', required: true, schema: { type: 'string' } }),
      'GET /things: the parameter q is now required',
    ],
    [
      'a parameter loses a value',
      ({ operation }) => (operation.parameters as { schema: { enum: string[] } }[])[0]!.schema.enum.pop(),
      'GET /things: parameter sort: "size" is refused',
    ],
    [
      'other permissions are needed',
      ({ operation }) => (operation['x-permissions'] = { organization: 'things.manage' }),
      'GET /things: needs other permissions',
    ],
    [
      'a member of the answer is gone',
      ({ item }) => delete (item as Members).properties.note,
      'GET /things: answer[].note is gone',
    ],
    [
      'a member of the answer may be missing',
      ({ item }) => (item as Members).required.pop(),
      'GET /things: answer[].count may be missing',
    ],
    [
      'a member of the answer has another type',
      ({ item }) => ((item as Members).properties.count = { type: 'string' }),
      'GET /things: answer[].count has another type',
    ],
    [
      'a member of the answer may be absent by null',
      ({ item }) => ((item as Members).properties.count = { type: ['integer', 'null'] }),
      'GET /things: answer[].count has another type',
    ],
    [
      'a whole number of the answer may have a fraction',
      ({ item }) => ((item as Members).properties.count = { type: 'number' }),
      'GET /things: answer[].count has another type',
    ],
    [
      'a member of the body becomes required',
      ({ body }) => (body as Members).required.push('kind'),
      'GET /things: body.kind is now required',
    ],
    [
      'a member of the body is refused',
      ({ body }) => delete (body as Members).properties.kind,
      'GET /things: body.kind is refused',
    ],
    [
      'the status of success changes',
      ({ operation }) => (operation.responses = { 201: (operation.responses as Record<string, unknown>)[200] }),
      'GET /things: no longer answers 200',
    ],
  ])('%s', (_, change, sentence) => {
    expect(breakingChanges(description(), description(change))).toEqual([sentence]);
  });
});

it.each<[string, (parts: Parts) => void]>([
  ['nothing changes', () => undefined],
  ['a route is added', ({ paths }) => (paths['/others'] = { get: { responses: { 200: {} } } })],
  ['a member is added to the answer', ({ item }) => ((item as Members).properties.more = { type: 'string' })],
  ['a member is always there now', ({ item }) => (item as Members).required.push('note')],
  ['an optional member is added to the body', ({ body }) => ((body as Members).properties.more = { type: 'string' })],
  [
    'a member of the body may be null as well',
    ({ body }) => ((body as Members).properties.name = { type: ['string', 'null'] }),
  ],
  ['another refusal is documented', ({ operation }) => ((operation.responses as Record<string, unknown>)[409] = {})],
])('no client breaks when %s', (_, change) => {
  expect(breakingChanges(description(), description(change))).toEqual([]);
});

it('no client breaks when an object of the body may be null as well, and does when it may not any more', () => {
  const inner = { $ref: '#/components/schemas/Item' };
  const [strict, lenient] = [inner, { anyOf: [inner, { type: 'null' }] }].map((schema) =>
    description(({ body }) => ((body as Members).properties.inner = schema)),
  );
  expect(breakingChanges(strict!, lenient!)).toEqual([]);
  expect(breakingChanges(lenient!, strict!)).toEqual(['GET /things: body.inner has another type']);
});

it('no client breaks when a number of the answer turns out to be whole', () => {
  const before = description(({ item }) => ((item as Members).properties.count = { type: ['number', 'null'] }));
  expect(breakingChanges(before, description())).toEqual([]);
});
