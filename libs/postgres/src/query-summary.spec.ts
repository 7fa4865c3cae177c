import { expect, it } from 'vitest';
import { querySummary } from './query-summary.js';

it.each([
  ['select id from users where email_key = $1', 'SELECT', 'SELECT users'],
  ['SELECT "User"."id" FROM "iam"."users" "User"', 'SELECT', 'SELECT users'],
  ['\n  insert into outbox (shard) values ($1)', 'INSERT', 'INSERT outbox'],
  ['update only sessions set x = 1', 'UPDATE', 'UPDATE sessions'],
  ['delete from outbox where n <= 5', 'DELETE', 'DELETE outbox'],
  ['with fresh as (select 1) insert into ledger select * from fresh', 'WITH', 'WITH ledger'],
  ["begin  ; set local spanwise.organization_id = '00000000-0000-7000-8000-0000000000aa'", 'BEGIN', 'BEGIN'],
  ['select pg_advisory_xact_lock($1)', 'SELECT', 'SELECT'],
  ['', 'UNKNOWN', 'UNKNOWN'],
])('%j does %s: %s', (text, operation, summary) => {
  expect(querySummary(text)).toEqual({ operation, summary });
});
