/** Incidents that follow from others, over real tables (ALERT-120 to ALERT-123); what apm measures and knows is scripted. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Bus } from '@spanwise/bus/bus';
import {
  alertCauses,
  type AlertCauses,
  type AlertCausesAsked,
  type CallFigures,
} from '@spanwise/contracts/alerting/evidence';
import {
  alertProgress,
  STEP_MICROS,
  type MeasureAlerts,
  type MeasureAnswer,
} from '@spanwise/contracts/alerting/measure';
import type { TimelineEntry } from '@spanwise/contracts/alerting/incidents';
import { RuleBody } from '@spanwise/contracts/alerting/alert-rules';
import { unavailable } from '@spanwise/contracts/base/errors';
import { parse } from '@spanwise/contracts/authz/parse';
import { uuidv7 } from '@spanwise/contracts/base/uuid';
import type { Host } from '@spanwise/host/service';
import { Registry } from 'prom-client';
import { addRule } from '../alert-rules/alert-rules.store.js';
import { definitionOf } from '../alert-rules/rule-definition.js';
import type { NotifyConfig } from '../../config.js';
import { NotifyDatabase } from '../../db/notify-database.fixture.js';
import { lockOrganization } from '../../db/organization-transactions.js';
import { incidentView } from '../../incidents/incidents/incident-rows.js';
import { incidentRows, timelineOf } from '../../incidents/incidents/incidents.store.js';
import { TransitionHandler } from './transition-handler.js';
import { EvaluationMetrics } from './evaluation-metrics.js';
import { Evaluator } from './evaluator.js';
import { PlatformIncidents } from './platform-incidents.js';

const FROM = Math.floor((Date.now() * 1_000) / STEP_MICROS) - 40;

let database: NotifyDatabase;
let organizationId: string;
let streamMicros: number;
/** Error rates of services by step; null without requests. */
type Rates = Record<string, number | null>;
let rates: Map<number, Rates>;
/** Services whose rates are not certain. */
let uncertain: string[];
/** Services by who calls them: `web>cart>db`, each call failing. */
let ways: string[];
/** Who fails in the traces of whom, as a share; undefined: apm does not answer. */
let shares: ((of: string, with_: string) => number) | undefined;
let asked: AlertCausesAsked[];

beforeAll(async () => (database = await NotifyDatabase.start('alert_causes')));
afterAll(() => database?.stop());
beforeEach(async () => {
  organizationId = uuidv7();
  [rates, uncertain, ways, asked] = [new Map(), [], [], []];
  shares = () => 1;
  const body = parse(RuleBody, {
    name: 'failures',
    trigger: { operator: 'gte', threshold: 0.05, for_periods: 1, silence_secs: 0 },
    thresholds: [
      { severity: 'warning', operator: 'gte', threshold: 0.05, for_periods: 1 },
      { severity: 'error', operator: 'gte', threshold: 0.2, for_periods: 1 },
      { severity: 'critical', operator: 'gte', threshold: 0.5, for_periods: 1 },
    ],
    query: {
      language: 'condition',
      statement: 'x',
      period_secs: 60,
      stream: { name: 'default', stream_type: 'traces' },
    },
    condition: { type: 'red', of: 'service', figure: 'error_rate', filters: {}, group_by: ['service'] },
    evaluation: { new_series_grace_steps: 0, missing_steps: 5 },
  });
  await database.transactions.in(organizationId, async (client) => {
    await lockOrganization(client, organizationId);
    await client.query('update organizations set has_alert_rules = id = $1', [organizationId]);
    await addRule(client, organizationId, { id: uuidv7(), enabled: true, definition: definitionOf(body) });
  });
});

const measured = ({ step, specs }: MeasureAlerts): MeasureAnswer => ({
  status: 'measured',
  coverage: { stream_time_micros: streamMicros, replaying: false, gap_minutes: [] },
  offsets: [],
  specs: specs.map(({ id }) => ({
    id,
    instances: Object.entries(rates.get(step) ?? {}).map(([service, value]) => ({
      labels: { service },
      value,
      samples: 100,
      ...(uncertain.includes(service) && { interval: [0, 1] as [number, number] }),
    })),
  })),
  digest: 'd',
});

function caused(question: AlertCausesAsked): AlertCauses {
  asked.push(question);
  if (shares === undefined) throw unavailable('apm is away');
  const { services } = question;
  const node = (service: string) => ({ namespace: 'default', service, environment: 'prod' });
  const calls = ways.flatMap((way): CallFigures[] => {
    const nodes = way.split('>').map(node);
    return nodes.slice(1).map((to, at) => ({ from: nodes[at]!, to, calls: 100, errors: 60 }));
  });
  const failed = services.map(({ service }, at) => ({
    service: at,
    traces: 100,
    shared: services.flatMap((other, place) =>
      place === at ? [] : [{ service: place, traces: 100 * shares!(service, other.service) }],
    ),
  }));
  return { calls, failed_traces: failed };
}

const config = { values: { baseUrl: 'http://127.0.0.1:1' } } as NotifyConfig;
let warnings: string[];
let evaluator: Evaluator;
beforeEach(() => {
  warnings = [];
  const rpc = {
    call: async (contract: unknown, input: unknown) => {
      if (contract === alertProgress)
        return { stream_time_micros: streamMicros, late_grace_micros: 5 * STEP_MICROS, replaying: false };
      return contract === alertCauses ? caused(input as AlertCausesAsked) : measured(input as MeasureAlerts);
    },
  } as unknown as Bus['rpc'];
  const host = {
    registry: new Registry(),
    logger: { warn: (_: unknown, said: string) => warnings.push(said) },
  } as unknown as Host;
  const { transactions } = database;
  const [consequences, platform] = [
    new TransitionHandler(config),
    new PlatformIncidents(transactions, { is: async () => false }, config),
  ];
  evaluator = new Evaluator({ rpc }, transactions, consequences, platform, new EvaluationMetrics(host), host);
});

/** Evaluates so many steps after the beginning, each with its rates. */
async function evaluate(first: number, ...of: Rates[]): Promise<void> {
  for (const [at, rate] of of.entries()) {
    rates.set(FROM + first + at, rate);
    streamMicros = (FROM + first + at) * STEP_MICROS + 30_000_000;
    await evaluator.round();
  }
}

interface Shown {
  id: string;
  service: string;
  status: string;
  inhibitedBy?: string;
  root?: string;
  through?: string;
  timeline: TimelineEntry[];
  notified: string[];
}

async function incidents(): Promise<Map<string, Shown>> {
  const events = await database.admin.query<{ incident_id: string; notified: string }>(
    `select split_part(event_id, ':', 2) as incident_id, split_part(event_id, ':', 3) as notified
       from notify.events where organization_id = $1 and event_id like 'incident:%' order by created_at, event_id`,
    [organizationId],
  );
  return database.transactions.in(organizationId, async (client) => {
    const rows = (await incidentRows(client, organizationId, 'all', 86_400, 1_000)).filter(
      ({ rule_id: id }) => id !== null,
    );
    const serviceOf = new Map(rows.map(({ id, details }) => [id, details.labels.service]));
    const shown = new Map<string, Shown>();
    for (const row of rows) {
      const {
        id,
        status,
        inhibited_by: by,
        root_incident_id: root,
        notified_through: through,
        labels,
      } = incidentView(row);
      shown.set(labels.service!, {
        id,
        service: labels.service!,
        status,
        ...(by !== undefined && { inhibitedBy: serviceOf.get(by) }),
        ...(root !== undefined && { root: serviceOf.get(root) }),
        ...(through !== undefined && { through: serviceOf.get(through) }),
        timeline: await timelineOf(client, organizationId, id, 100),
        notified: events.rows.filter(({ incident_id }) => incident_id === id).map(({ notified }) => notified),
      });
    }
    return shown;
  });
}
const notified = async (): Promise<string[]> =>
  [...(await incidents()).values()].flatMap((one) => one.notified.map((what) => `${one.service} ${what}`)).sort();
const kindsOf = ({ timeline }: Shown) => timeline.map(({ kind }) => kind);

const FINE = { web: 0, cart: 0, db: 0 };
const ALL = { web: 0.3, cart: 0.3, db: 0.3 };

it('28 services behind one fault are one page, of the right root', async () => {
  const middle = Array.from({ length: 26 }, (_, at) => `service-${at}`);
  ways = middle.map((name) => `gateway>${name}>db`);
  // The gateway fails in all traces, each of the others in its own and in those of the database.
  shares = (of, with_) => (with_ === 'db' || of === 'db' ? 0.9 : with_ === 'gateway' || of === 'gateway' ? 0.04 : 0);
  const names = ['gateway', ...middle, 'db'];
  const rateOf = (value: number) => Object.fromEntries(names.map((name) => [name, value]));
  await evaluate(0, rateOf(0), rateOf(0.6), rateOf(0.6));
  const all = await incidents();
  expect(all.size).toBe(28);
  expect(await notified()).toEqual(['db triggered']);
  for (const one of all.values()) {
    if (one.service === 'db') continue;
    expect(one).toMatchObject({ status: 'open', inhibitedBy: 'db', root: 'db' });
    expect(kindsOf(one)).toEqual(['opened', 'inhibited']);
    expect(one.timeline[1]!.details).toMatchObject({
      root: all.get('db')!.id,
      root_service: 'db',
      traces: 100,
      shared: 90,
      path: one.service === 'gateway' ? ['gateway', expect.any(String), 'db'] : [one.service, 'db'],
    });
  }
  expect(asked).toHaveLength(2);
  expect(asked[0]).toMatchObject({ organization_id: organizationId, step: FROM + 1, window_minutes: 1 });
  await evaluate(3, rateOf(0));
  expect(await notified()).toEqual(['db resolved', 'db triggered']);
});

describe('what follows from something else (ALERT-121)', () => {
  beforeEach(() => void (ways = ['web>cart>db']));

  it('is notified when it goes on for two steps after its cause, and says why', async () => {
    await evaluate(0, FINE, ALL, { ...ALL, db: 0, cart: 0 });
    expect(await notified()).toEqual(['db resolved', 'db triggered']);
    await evaluate(3, { ...ALL, db: 0, cart: 0 });
    expect(await notified()).toHaveLength(2);
    await evaluate(4, { ...ALL, db: 0, cart: 0 });
    expect(await notified()).toEqual(['db resolved', 'db triggered', 'web triggered']);
    const web = (await incidents()).get('web')!;
    expect(kindsOf(web)).toEqual(['opened', 'inhibited', 'notified']);
    expect(web.timeline[2]!.details).toMatchObject({ reason: 'It no longer follows from db.' });
    expect(web).not.toHaveProperty('root');
    await evaluate(5, FINE);
    expect(await notified()).toContain('web resolved');
  });

  it('is not notified of where it ends before that, nor is its end', async () => {
    await evaluate(0, FINE, ALL, { ...ALL, db: 0 }, { ...ALL, db: 0 }, FINE, FINE);
    expect(await notified()).toEqual(['db resolved', 'db triggered']);
  });

  it('is not notified because there are no requests that could fail with the cause', async () => {
    const silent = { web: null, cart: null, db: null };
    await evaluate(0, FINE, ALL, silent, silent, silent, silent);
    expect(await notified()).toEqual(['db triggered']);
    // What fails on without the cause is notified as ever.
    const without = { ...ALL, cart: 0, db: 0 };
    await evaluate(6, without, without, without);
    expect(await notified()).toEqual(['db resolved', 'db triggered', 'web triggered']);
  });

  it('waits for its cause also where it was found late, by steps that were behind', async () => {
    await evaluate(0, FINE);
    for (const step of [1, 2]) rates.set(FROM + step, ALL);
    await evaluate(3, ALL);
    expect(await notified()).toEqual(['db triggered']);
    expect((await incidents()).get('web')).toMatchObject({ status: 'open', inhibitedBy: 'db' });
    const { rows } = await database.admin.query<{ reason: unknown }>(
      `select details->'waits_for' as reason from notify.incidents
        where organization_id = $1 and details->'labels'->>'service' = 'web'`,
      [organizationId],
    );
    expect(rows).toEqual([{ reason: { reason: 'inhibited', service: 'db' } }]);
    await evaluate(4, FINE);
    expect(await notified()).toEqual(['db resolved', 'db triggered']);
  });

  it('waits again when the cause comes back', async () => {
    const without = { ...ALL, db: 0 };
    await evaluate(0, FINE, ALL, without, without, ALL, ALL);
    // The incident of the cause was reopened and notified again.
    expect(await notified()).toEqual(['db resolved', 'db triggered', 'db triggered']);
  });

  it('is notified at once where it is critical and its cause a warning', async () => {
    await evaluate(0, FINE, { ...ALL, db: 0.1 });
    expect(await notified()).toEqual(['db triggered']);
    await evaluate(2, { ...ALL, web: 0.6, db: 0.1 });
    expect(await notified()).toEqual(['db triggered', 'web triggered']);
  });

  it('is not notified of again, nor its cause, where that comes later (ALERT-122)', async () => {
    await evaluate(0, FINE, { ...FINE, web: 0.3 }, { ...ALL, cart: 0 });
    expect(await notified()).toEqual(['web triggered']);
    const all = await incidents();
    expect(kindsOf(all.get('db')!)).toEqual(['opened', 'merged']);
    expect(all.get('web')).toMatchObject({ root: 'db' });
    expect(all.get('db')).toMatchObject({ through: 'web' });
    expect(all.get('db')).not.toHaveProperty('root');
    await evaluate(3, { ...FINE, db: 0.3 }, { ...FINE, db: 0.3 });
    expect(await notified()).toEqual(['web resolved', 'web triggered']);
    await evaluate(5, { ...FINE, db: 0.3 });
    expect(await notified()).toEqual(['db triggered', 'web resolved', 'web triggered']);
  });
});

describe('without evidence (ALERT-123)', () => {
  it('everything is notified', async () => {
    ways = ['web>cart>db'];
    shares = undefined;
    await evaluate(0, FINE, ALL);
    expect(await notified()).toEqual(['cart triggered', 'db triggered', 'web triggered']);
    expect(warnings).toEqual(['alert evaluation: causes of a step are unavailable']);
  });

  it('services that do not fail in the same traces are notified each by itself', async () => {
    ways = ['web>cart>db'];
    shares = () => 0.4;
    await evaluate(0, FINE, ALL);
    expect(await notified()).toEqual(['cart triggered', 'db triggered', 'web triggered']);
  });

  it('apm is not asked where nothing breaches, where one service does, and where all were notified', async () => {
    await evaluate(0, FINE, FINE, { ...FINE, web: 0.3 }, { ...FINE, web: 0.3 });
    expect(asked).toEqual([]);
    await evaluate(4, { ...FINE, web: 0.3, db: 0.3 });
    expect(asked).toHaveLength(1);
    await evaluate(5, { ...FINE, web: 0.3, db: 0.3 });
    expect(asked).toHaveLength(1);
    expect(await notified()).toEqual(['db triggered', 'web triggered']);
  });
});

describe('what fires before what it follows from is certain (ALERT-172)', () => {
  beforeEach(async () => {
    ways = ['web>db'];
    await evaluate(0, FINE);
    uncertain = ['db'];
    await evaluate(1, { web: 0.3, db: 0.3 });
    expect(await notified()).toEqual([]);
    expect((await incidents()).get('web')!.timeline[0]!.details).toMatchObject({ held: 'awaiting_cause' });
  });

  it('is not notified where that fires in the next step, which is: one page, of the cause', async () => {
    uncertain = [];
    await evaluate(2, { web: 0.6, db: 0.6 }, { web: 0.6, db: 0.6 });
    expect(await notified()).toEqual(['db triggered']);
    expect((await incidents()).get('web')).toMatchObject({ inhibitedBy: 'db', through: 'db' });
  });

  it('is notified in the next step where that does not fire, and says so', async () => {
    await evaluate(2, { web: 0.3, db: 0.3 });
    expect(await notified()).toEqual(['web triggered']);
    expect((await incidents()).get('web')!.timeline[1]).toMatchObject({
      kind: 'notified',
      details: { was: { reason: 'awaiting_cause', service: 'db' } },
    });
  });
});

it('what does not follow from what is uncertain waits for nothing', async () => {
  ways = ['web>cart'];
  await evaluate(0, FINE);
  uncertain = ['db'];
  await evaluate(1, { web: 0.3, db: 0.3 });
  expect(await notified()).toEqual(['web triggered']);
});
