import assert from 'node:assert/strict';
import { test } from 'node:test';
import { faultsOf } from './layers.mjs';

const violations = [
  ['a handler runs a statement', 'users/users.rpc.ts', "await client.query('select 1');"],
  ['a statement with the type of its rows', 'users/users.ts', 'await client.query<{ id: string }>(statement);'],
  ['a statement over two lines', 'users/users.ts', 'await pool\n  .query(\n    statement,\n  );'],
  ['a statement that is handed on', 'users/users.rpc.ts', "const text = 'update users set name = $2 where id = $1';"],
  ['a statement in a template', 'users/users.ts', 'const text = `\n  insert into users (id) values ($1)`;'],
  ['a lock', 'users/users.ts', "const text = 'lock table users in exclusive mode';"],
  ['an entity that is found', 'users/users.rpc.ts', 'await this.source.manager.findOneBy(User, { id });'],
  ['a repository', 'users/users.ts', 'source.getRepository(User)'],
  ['a handler in another file', 'users/users.ts', '@HandleRpc(listUsers)'],
  ['a handler in a store', 'users/users.store.ts', '@HandleRpc(listUsers)'],
  ['a store that is a provider', 'users/users.store.ts', "import { Injectable } from '@nestjs/common';"],
  ['a store that imports a handler', 'users/users.store.ts', "import { viewOf } from './users.rpc.js';"],
  ['a handler that imports another one', 'users/users.rpc.ts', "import { viewOf } from '../teams/teams.rpc.js';"],
];

for (const [what, file, text] of violations)
  test(`is found: ${what}`, () => assert.equal(faultsOf(`apps/iam/src/${file}`, text).length, 1));

test('is found: a handler of apm runs a statement', () =>
  assert.equal(faultsOf('apps/apm/src/usage/usage.rpc.ts', "await client.query('select 1');").length, 1));

test('is found: apm runs a statement beside its handlers', () =>
  assert.equal(faultsOf('apps/apm/src/rollups/a.ts', "await client.query('select 1');").length, 1));

test('is found: a handler of the query engine holds a statement', () =>
  assert.equal(faultsOf('apps/apm/src/query-engine/query.rpc.ts', "await client.query('select 1');").length, 1));

test('is found: the projector runs a statement outside its stores', () =>
  assert.equal(faultsOf('apps/projector/src/shard/shard.ts', "await pool.query('select 1');").length, 1));

test('is found: apm handles a message elsewhere', () =>
  assert.equal(faultsOf('apps/apm/src/usage/usage.ts', '@HandleBytesRpc(readSourceMap)').length, 1));

for (const text of [
  'await result.fetchChunk()',
  'connection.stream(`\n  select 1`)',
  "connection.streamAndReadAll('select 1')",
])
  test(`is found: an end of rows that nobody proves: ${text}`, () =>
    assert.equal(faultsOf('libs/segments/src/span-reader.ts', text).length, 1));

const fine = [
  ['a store runs statements', 'apps/iam/src/users/users.store.ts', "await client.query('select 1');"],
  ['what opens transactions', 'apps/iam/src/db/scopes.ts', "await client.query('select set_config($1, $2, true)');"],
  ['a migration', 'apps/iam/src/db/migrations/a.ts', "forwardMigration('A', 'update users set name = id')"],
  ['a handler', 'apps/iam/src/users/users.rpc.ts', '@HandleRpc(listUsers)'],
  [
    'what puts the handlers together',
    'apps/iam/src/iam.service-definition.ts',
    "import { A } from './users/users.rpc.js';",
  ],
  ['a sentence', 'apps/iam/src/users/users.ts', "'Select an organization first.'; 'update the names of users'"],
  ['a member of that name', 'apps/iam/src/users/users.ts', 'read(query: AuditQuery) { return query.cursor; }'],
  ['what the query engine runs over segments', 'apps/apm/src/telemetry-reads/log-list.ts', 'const text = `select 1`;'],
  ['the gateway', 'apps/gateway/src/users/users.controller.ts', "await client.query('select 1');"],
];

for (const [what, file, text] of fine) test(`is fine: ${what}`, () => assert.deepEqual(faultsOf(file, text), []));

const handler = (signature, ...body) =>
  ['export class TeamsController {', '  @HandleRpc(listTeams)', `  ${signature} {`, ...body, '  }', '}', ''].join('\n');
const faultsOfHandler = (...lines) => faultsOf('apps/iam/src/access/teams/teams.rpc.ts', handler(...lines));

test('is found: a handler judges before it calls', () =>
  assert.deepEqual(
    faultsOfHandler(
      'list(_: Empty, { context }: ScopedCall)',
      '    requireMember(context);',
      '    return this.teams.list();',
    ),
    ['apps/iam/src/access/teams/teams.rpc.ts: the handler of listTeams calls what does the work, in one line'],
  ));

test('is found: a handler opens a transaction', () =>
  assert.equal(
    faultsOfHandler(
      'list()',
      '    return this.scopes.in({}, async (client) => {',
      '      return read(client);',
      '    });',
    ).length,
    1,
  ));

test('is fine: a handler hands on', () =>
  assert.deepEqual(faultsOfHandler('async list({ id }: TeamId)', '    return this.teams.list(id);'), []));
