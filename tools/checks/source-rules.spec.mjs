import { describe, expect, it } from 'vitest';
import { faultsOf } from './source-rules.mjs';

describe('is found', () => {
  it.each([
    ['a handler that runs a statement', 'iam/src/users/users.ts', "await client.query('select 1');"],
    ['a statement with the type of its rows', 'iam/src/users/users.ts', 'await client.query<{ id: string }>(text);'],
    ['a statement over two lines', 'iam/src/users/users.ts', 'await pool\n  .query(\n    statement,\n  );'],
    ['a statement that is handed on', 'iam/src/users/users.ts', "'update users set name = $2 where id = $1'"],
    ['a statement in a template', 'iam/src/users/users.ts', '`\n  insert into users (id) values ($1)`'],
    ['a lock', 'iam/src/users/users.ts', "'lock table users in exclusive mode'"],
    ['an entity', 'iam/src/users/users.ts', 'await this.source.manager.findOneBy(User, { id });'],
    ['a repository', 'iam/src/users/users.ts', 'source.getRepository(User)'],
    ['a statement of apm beside its handlers', 'apm/src/rollups/a.ts', "await client.query('select 1');"],
    ['a statement of the projector', 'projector/src/shard/shard.ts', "await pool.query('select 1');"],
    ['an unproved end of rows', 'apm/src/query/query-engine/rows.ts', 'await result.fetchChunk()'],
    ['an unproved end of a stream', 'apm/src/query/query-engine/rows.ts', 'connection.stream(`\n  select 1`)'],
    ['an unproved end of all rows', 'apm/src/query/query-engine/rows.ts', "connection.streamAndReadAll('select 1')"],
  ])('%s', (_, file, text) => expect(faultsOf(`apps/${file}`, text)).toHaveLength(1));
});

describe('is fine', () => {
  it.each([
    ['a store', 'iam/src/users/users.store.ts', "await client.query('select 1');"],
    ['what opens transactions', 'iam/src/db/scopes.ts', "await client.query('select set_config($1, $2, true)');"],
    ['a sentence', 'iam/src/users/users.ts', "'Select an organization first.'; 'update the names of users'"],
    ['a type of that name', 'iam/src/users/users.ts', 'read(query: AuditQuery) { return query.cursor; }'],
    ['a statement over segments', 'apm/src/query/telemetry-reads/log-list.ts', 'const text = `select 1`;'],
    ['the gateway', 'gateway/src/users/users.controller.ts', "await client.query('select 1');"],
  ])('%s', (_, file, text) => expect(faultsOf(`apps/${file}`, text)).toEqual([]));
});
