import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Bus } from '@spanwise/bus/bus';
import { uuidv7 } from '@spanwise/contracts/base/uuid';
import type { Host } from '@spanwise/host/service';
import { removeRule, ruleRows } from '../alert-rules/alert-rules.store.js';
import { NotifyDatabase } from '../../db/notify-database.fixture.js';
import { DefaultRules } from './default-rules.js';
import { DEFAULT_RULES } from './rule-definitions.js';

let database: NotifyDatabase;
beforeAll(async () => (database = await NotifyDatabase.start('default_pack')));
afterAll(() => database?.stop());

const packOf = (ids: string[]) =>
  new DefaultRules(
    { rpc: { call: async () => ({ organization_ids: ids }) } } as unknown as Bus,
    database.transactions,
    {} as Host,
  );
const namesOf = (id: string) =>
  database.transactions.in(id, async (client) =>
    (await ruleRows(client, id, 100)).map(({ definition }) => definition.name),
  );

it('an organization that sends its first spans gets the pack (ALERT-40), once, whatever it does with it', async () => {
  const id = uuidv7();
  await Promise.all([packOf([id]).round(), packOf([id]).round()]);
  expect(await namesOf(id)).toEqual(DEFAULT_RULES.map(({ name }) => name).toSorted());
  const { rows } = await database.admin.query<{ has_alert_rules: boolean }>(
    'select has_alert_rules from notify.organizations where id = $1',
    [id],
  );
  expect(rows).toEqual([{ has_alert_rules: true }]);
  await database.transactions.in(id, async (client) => {
    for (const rule of await ruleRows(client, id, 100)) await removeRule(client, id, rule.id);
  });
  await packOf([id]).round();
  expect(await namesOf(id)).toEqual([]);
});

it('a deleted organization whose spans are still there gets nothing', async () => {
  const id = uuidv7();
  await database.admin.query('insert into notify.deleted_organizations (id, requested_at_micros) values ($1, 1)', [id]);
  await packOf([id]).round();
  expect(await namesOf(id)).toEqual([]);
  const { rowCount } = await database.admin.query('select from notify.organizations where id = $1', [id]);
  expect(rowCount).toBe(0);
});
