import { Pool, type PoolClient } from 'pg';
import type { QueryRunner } from 'typeorm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ChangeRecord } from '@spanwise/contracts/iam/audit';
import type { IamContext } from '@spanwise/contracts/authz/iam-context';
import { scratchDatabase, TEST_PASSWORDS, type ScratchDatabase } from '@spanwise/testing/scratch-database';
import { AuditOutbox, auditOutboxTables, type AuditedChange } from './audit-outbox.js';
import { forwardMigration } from './forward-migration.js';
import { provision } from './provision.js';
import { inTransaction } from './transaction.js';

const OWN = '00000000-0000-7000-8000-0000000000a1';
const OTHER = '00000000-0000-7000-8000-0000000000a2';
const USER = '00000000-0000-7000-8000-0000000000c3';
const SESSION = '00000000-0000-7000-8000-0000000000d4';

const outbox = new AuditOutbox('audited');
let database: ScratchDatabase;
let pool: Pool;
let delivered: ChangeRecord[] = [];
let isIamThere = true;

const send = async (record: ChangeRecord) => {
  if (!isIamThere) throw new Error('iam is away');
  delivered.push(record);
};
const by = (organizationId: string, kind: IamContext['subject_type'] = 'user') =>
  ({ organization_id: organizationId, subject: USER, subject_type: kind, credential_id: SESSION }) as IamContext;
const change = (name: string): AuditedChange => ({
  action: 'thing.create',
  target_kind: 'thing',
  target_id: USER,
  payload: { name },
});
const within = <T>(organizationId: string, work: (client: PoolClient) => Promise<T>) =>
  inTransaction(pool, { organizationId }, work);
const record = (name: string, organizationId = OWN) =>
  within(organizationId, (client) => outbox.record(client, by(organizationId), change(name)));
const names = () => delivered.map(({ payload }) => payload.name);

beforeAll(async () => {
  database = await scratchDatabase('audit_outbox');
  await provision(database.url, TEST_PASSWORDS);
  pool = new Pool({ connectionString: database.urlAs('spanwise_notify'), max: 4 });
  const sql = `create table audited (id uuid primary key); ${auditOutboxTables('audited')}`;
  const Migration = forwardMigration('AuditOutbox1', sql);
  await new Migration().up({ query: (text: string) => pool.query(text) } as unknown as QueryRunner);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});
beforeEach(async () => {
  isIamThere = true;
  await outbox.sendWaiting(pool, send);
  delivered = [];
});

describe('the record of a change (ACCESS-13)', () => {
  it('says who made it and with what', async () => {
    await record('a');
    await within(OWN, (client) => outbox.record(client, by(OWN, 'share'), change('of a share')));
    await within(OWN, (client) => outbox.recordOwn(client, OWN, change('of the platform')));
    await outbox.sendWaiting(pool, send);
    expect(delivered).toMatchObject([
      { organization_id: OWN, actor_kind: 'user', actor_id: USER, credential_id: SESSION, ...change('a') },
      { actor_kind: 'anonymous', actor_id: USER },
      { actor_kind: 'anonymous' },
    ]);
    expect(delivered.map(({ credential_id: credential }) => credential)).toEqual([SESSION, undefined, undefined]);
  });

  it('is kept with the change, or not at all', async () => {
    const failing = within(OWN, async (client) => {
      await outbox.record(client, by(OWN), change('rolled back'));
      throw new Error('the change failed');
    });
    await expect(failing).rejects.toThrow('the change failed');
    await outbox.sendWaiting(pool, send);
    expect(delivered).toEqual([]);
  });

  it('waits for iam, in order, and comes again when the answer was lost', async () => {
    for (const name of ['a', 'b', 'c']) await record(name);
    isIamThere = false;
    await outbox.sendWaiting(pool, send);
    expect(names()).toEqual([]);
    isIamThere = true;
    const sent = async () => {
      await outbox.sendWaiting(pool, send);
      return names();
    };
    await expect.poll(sent).toEqual(['a', 'b', 'c']);
    await outbox.sendWaiting(pool, send);
    expect(delivered).toHaveLength(3);
  });

  it('of organizations that iam refuses, however many, keeps that of a younger one waiting for no longer than a look or two', async () => {
    const refused = Array.from({ length: 25 }, (_, at) => `00000000-0000-7000-8000-0000000001${at + 10}`);
    for (const id of refused) await record('refused', id);
    await record('younger', '00000000-0000-7000-8000-0000000002a0');
    const refusing = async (one: ChangeRecord) => {
      if (one.payload.name === 'refused') throw new Error('it is refused');
      await send(one);
    };
    for (let look = 0; look < 2; look++) await outbox.sendWaiting(pool, refusing);
    expect(names()).toEqual(['younger']);
    const rest = async () => {
      await outbox.sendWaiting(pool, send);
      return delivered.length;
    };
    await expect.poll(rest).toBe(26);
  });

  it('is seen in the name of its organization alone', async () => {
    await record('own');
    await record('of the other', OTHER);
    const seen = await within(OTHER, (client) =>
      client.query<{ record: ChangeRecord }>('select record from audit_outbox'),
    );
    expect(seen.rows.map((row) => row.record.payload.name)).toEqual(['of the other']);
    const unscoped = await inTransaction(pool, {}, (client) => client.query('select from audit_outbox'));
    expect(unscoped.rowCount).toBe(0);
    const foreign = within(OTHER, (client) => outbox.record(client, by(OWN), change('foreign')));
    await expect(foreign).rejects.toThrow('row-level security');
    await outbox.sendWaiting(pool, send);
    expect(delivered.map((one) => [one.organization_id, one.payload.name])).toEqual(
      expect.arrayContaining([
        [OWN, 'own'],
        [OTHER, 'of the other'],
      ]),
    );
  });

  it('outlives its organization until iam has it', async () => {
    await record('the last');
    expect(await within(OWN, (client) => outbox.forget(client, OWN))).toBe(0);
    expect(await within(OWN, (client) => outbox.knows(client, OWN))).toBe(true);
    await outbox.sendWaiting(pool, send);
    expect(names()).toEqual(['the last']);
    expect(await within(OWN, (client) => outbox.forget(client, OWN))).toBe(1);
    expect(await within(OWN, (client) => outbox.knows(client, OWN))).toBe(false);
  });

  it('that is made while others are taken away is not forgotten', async () => {
    await record('before');
    const sending = outbox.sendWaiting(pool, async (one) => {
      if (one.payload.name === 'before') await record('between');
      await send(one);
    });
    await sending;
    await outbox.sendWaiting(pool, send);
    expect(names()).toEqual(['before', 'between']);
  });
});
