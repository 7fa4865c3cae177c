/** What is over for long ends, and nothing that is still referred to (ALERT-143), over real tables. */
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { uuidv7 } from '@spanwise/contracts/base/uuid';
import type { Host } from '@spanwise/host/service';
import { Registry } from 'prom-client';
import type { NotifyConfig } from '../../config.js';
import { A, PagingScene, person, RULE, step } from '../../incidents/paging/paging.fixture.js';
import { IncidentRetention } from './incident-retention.js';

const DAY_MS = 86_400_000;
let scene: PagingScene;
let registry: Registry;

beforeAll(async () => (scene = await PagingScene.start('notify_incident_retention')));
afterAll(() => scene.stop());
beforeEach(async () => {
  await scene.reset();
  await scene.sql('truncate notify.alert_rules, notify.alert_rule_versions, notify.incident_groups');
  await scene.sql('insert into notify.organizations (id) values ($1)', [A]);
  registry = new Registry();
});

async function sweep(retentionDays = 396): Promise<void> {
  const host = { registry, logger: pino({ level: 'silent' }) } as unknown as Host;
  const config = { values: { incidentRetentionMs: retentionDays * DAY_MS } } as NotifyConfig;
  await new IncidentRetention(scene.database.transactions, config, host).sweep();
  registry.clear();
}

/** An incident of this version of the rule that ended so many days ago; undefined for one that is still active. */
async function incident(endedDaysAgo: number | undefined, version = 1): Promise<string> {
  const id = await scene.open('nights', { at: uuidv7() });
  if (endedDaysAgo !== undefined) await scene.change((incidents) => incidents.resolveByRule(id, 'recovered'), 10);
  await scene.sql(
    `update notify.incidents set resolved_at = now() - make_interval(days => $2), created_at = now() - interval '500 days',
       details = jsonb_set(details, '{rule_version}', to_jsonb($3::int)) where id = $1`,
    [id, endedDaysAgo ?? null, version],
  );
  return id;
}
const ids = async (table: string) =>
  (await scene.sql<{ id: string }>(`select id from notify.${table} order by id`)).map(({ id }) => id);

describe('incidents (ALERT-143)', () => {
  it('end with their timelines, pages and groups so long after they were over, and open ones never', async () => {
    const ann = await scene.addPerson();
    await scene.addPolicy([step([person(ann)])]);
    const old = await incident(397);
    const kept = [await incident(395), await incident(undefined)];
    await scene.rounds(20);
    await scene.sql(`update notify.incident_groups set last_at = now() - interval '500 days'`);
    await sweep();
    expect(await ids('incidents')).toEqual(kept.sort());
    for (const table of ['incident_timeline', 'pages']) {
      const rows = await scene.sql<{ id: string }>(`select distinct incident_id as id from notify.${table} order by 1`);
      expect([table, rows.map(({ id }) => id)]).toEqual([table, kept]);
    }
    const groups = await scene.sql<{ id: string }>('select distinct group_id as id from notify.incidents order by 1');
    expect(await ids('incident_groups')).toEqual(groups.map(({ id }) => id));
    expect(old).not.toBe(kept[0]);
  });

  it('end batch by batch, past those that a user is at', async () => {
    const first = await incident(400);
    await scene.sql(
      `insert into notify.incidents (id, organization_id, fingerprint, status, severity, details, started_at, created_at,
         resolved_at, current_step_started_at)
       select gen_random_uuid(), $1, n::text, 'resolved', 'info', '{}', now(), now(), now() - interval '400 days', now()
       from generate_series(1, 450) n`,
      [A],
    );
    await scene.sql('begin');
    await scene.sql('select from notify.incidents where id = $1 for update', [first]);
    await sweep();
    await scene.sql('rollback');
    expect(await ids('incidents')).toEqual([first]);
    await sweep();
    expect(await ids('incidents')).toEqual([]);
  });

  it('are counted', async () => {
    await incident(400);
    const host = { registry, logger: pino({ level: 'silent' }) } as unknown as Host;
    const config = { values: { incidentRetentionMs: 396 * DAY_MS } } as NotifyConfig;
    await new IncidentRetention(scene.database.transactions, config, host).sweep();
    const { values } = await registry.getSingleMetric('spanwise_alert_retention_removed_total')!.get();
    expect(values.map(({ labels, value }) => [labels.kind, value])).toEqual([
      ['incident', 1],
      ['group', 0],
      ['rule_version', 0],
    ]);
  });
});

describe('versions of rules (ALERT-143)', () => {
  const versions = async () =>
    (
      await scene.sql<{ version: number }>(
        'select version from notify.alert_rule_versions where rule_id = $1 order by version',
        [RULE],
      )
    ).map(({ version }) => version);
  const add = (version: number) =>
    scene.sql(
      `insert into notify.alert_rule_versions (organization_id, rule_id, version, definition) values ($1, $2, $3, '{}')`,
      [A, RULE, version],
    );
  const rule = (version: number) =>
    scene.sql(
      `insert into notify.alert_rules (id, organization_id, name, definition, enabled, version) values ($1, $2, 'r', '{}', true, $3)`,
      [RULE, A, version],
    );
  const aWeekPasses = () => scene.sql(`update notify.alert_rule_versions set ended_at = ended_at - interval '8 days'`);

  it('end a week after the rule has left them, when no incident is of them; the one in force stays', async () => {
    for (const version of [1, 2, 3]) await add(version);
    await rule(3);
    await incident(1, 2);
    await sweep();
    expect(await versions()).toEqual([1, 2, 3]);
    await aWeekPasses();
    await sweep();
    expect(await versions()).toEqual([2, 3]);
  });

  it('stay while an incident is of them, and end with it', async () => {
    await add(1);
    await rule(2);
    await incident(100, 1);
    await sweep();
    await aWeekPasses();
    await sweep();
    expect(await versions()).toEqual([1]);
    await sweep(99);
    expect(await versions()).toEqual([]);
  });

  it('of a rule that was deleted end a week after that was seen', async () => {
    await add(1);
    await sweep();
    await sweep();
    expect(await versions()).toEqual([1]);
    await aWeekPasses();
    await sweep();
    expect(await versions()).toEqual([]);
  });
});
