/** Rows that were written while null and nested lists were let through, after the migrations that mend them. */
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrations as apmMigrations } from '@spanwise/apm/db/migrations';
import { migrations as iamMigrations } from '@spanwise/iam/db/migrations';
import { migrations as notifyMigrations } from '@spanwise/notify/db/migrations';
import { createDataSource } from '@spanwise/postgres/database';
import { migrate } from '@spanwise/postgres/migrate';
import { provision } from '@spanwise/postgres/provision';
import { scratchDatabase, TEST_PASSWORDS, type ScratchDatabase } from '@spanwise/testing/scratch-database';

const SCHEMAS = { iam: iamMigrations, apm: apmMigrations, notify: notifyMigrations };
const ORGANIZATION = '00000000-0000-7000-8000-0000000000aa';
const idOf = (number: number) => `00000000-0000-7000-8000-0000000000b${number}`;

let database: ScratchDatabase;
let admin: Client;

async function migrateAll(isWanted: (name: string) => boolean): Promise<void> {
  for (const [schema, all] of Object.entries(SCHEMAS)) {
    const url = database.urlAs(`spanwise_${schema}`);
    const migrations = all.filter((Migration) => isWanted(new Migration().name ?? ''));
    await migrate(createDataSource({ url, schema, applicationName: 'test', migrations }), url, schema);
  }
}

/** What a column of the rows holds, in the order in which they were written. */
async function held(table: string, column: string): Promise<unknown[]> {
  const { rows } = await admin.query<{ held: unknown }>(`select ${column} as held from ${table} order by id`);
  return rows.map((row) => row.held);
}

beforeAll(async () => {
  database = await scratchDatabase('mended_members');
  await provision(database.url, TEST_PASSWORDS);
  await migrateAll((name) => !name.startsWith('MendedMembers'));
  admin = new Client({ connectionString: database.url });
  await admin.connect();
  // Rows stand alone here: what they refer to is of no matter.
  await admin.query('set session_replication_role = replica');
  await admin.query(
    `insert into iam.organizations (id, slug, name, quotas) values ($1, 'a', 'A', '{"members": null, "api_tokens": 5}')`,
    [ORGANIZATION],
  );
  for (const [at, constraints] of ['[]', 'null', '{"service": null, "version": "1"}', '{"service": "s"}'].entries())
    await admin.query(
      `insert into iam.resource_shares (id, organization_id, resource_type, share_mode, constraints, token_hash, expires_at,
                                        created_by)
       values ($1::uuid, $2, 'apm_overview', 'public_link', $3, $1::uuid::text, now(), $1::uuid)`,
      [idOf(at), ORGANIZATION, constraints],
    );
  const rules = '{"index_rules": [{"field": null}], "description": null}';
  for (const [at, settings] of ['null', '{"queryable": null}', rules, '{"description": "x"}'].entries())
    await admin.query(
      `insert into apm.streams (organization_id, id, signal, name, settings, created_at_micros, updated_at_micros)
       values ($1, $2::uuid, 'logs', $2::uuid::text, $3, 0, 0)`,
      [ORGANIZATION, idOf(at), settings],
    );
  for (const [at, stream] of ['null', '{"name": "a", "stream_type": "logs"}'].entries())
    await admin.query(
      `insert into apm.saved_views (organization_id, id, name, statement, time_range_secs, stream, tags, pinned, created_by,
                                    created_at_micros, updated_at_micros)
       values ($1, $2::uuid, 'v', 's', 1, $3, '{}', false, $2::uuid, 0, 0)`,
      [ORGANIZATION, idOf(at), stream],
    );
  await admin.query(
    `insert into apm.search_jobs (organization_id, id, subject, request, state, submitted_at_micros, ttl_secs, expires_at_micros)
     values ($1, $2, 'x', '{"statement": "select 1", "limit": null}', 'pending', 0, 60, 0)`,
    [ORGANIZATION, idOf(0)],
  );
  for (const [at, thresholds] of ['[{}, {"severity": "error"}]', '[]'].entries())
    await admin.query(
      `insert into notify.alert_rules (id, organization_id, name, definition, enabled, version)
       values ($1::uuid, $2, $1::uuid::text, jsonb_build_object('thresholds', $3::jsonb), true, 1)`,
      [idOf(at), ORGANIZATION, thresholds],
    );
  await migrateAll(() => true);
});
afterAll(async () => {
  await admin.end();
  await database.drop();
});

describe('what is kept', () => {
  it('of a share whose constraints were a list, or null, has none', async () => {
    expect(await held('iam.resource_shares', 'constraints')).toEqual([{}, {}, { version: '1' }, { service: 's' }]);
    expect(await held('iam.organizations', 'quotas')).toEqual([{ api_tokens: 5 }]);
  });

  it('of a stream whose settings were null has no settings, and of others what is not null', async () => {
    const rules = [{ field: null }];
    expect(await held('apm.streams', 'settings')).toEqual([{}, {}, { index_rules: rules }, { description: 'x' }]);
    expect(await held('apm.saved_views', 'stream::text')).toEqual([null, expect.stringContaining('logs')]);
    expect(await held('apm.search_jobs', 'request')).toEqual([{ statement: 'select 1' }]);
  });

  it('of a rule with a list among its thresholds has the others', async () => {
    const rules = [{ thresholds: [{ severity: 'error' }] }, { thresholds: [] }];
    expect(await held('notify.alert_rules', 'definition')).toEqual(rules);
  });

  it('is still fenced by organization', async () => {
    const { rows } = await admin.query<{ table: string }>(
      `select relname as table from pg_class where relname in ('resource_shares', 'streams', 'saved_views', 'search_jobs',
         'alert_rules', 'alert_rule_versions') and relkind = 'r' and not (relrowsecurity and relforcerowsecurity)`,
    );
    expect(rows).toEqual([]);
  });
});
