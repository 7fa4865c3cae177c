import type { PoolClient } from 'pg';
import { storableJson } from '@spanwise/contracts/base/storable-text';
import { removal } from '../../db/removal.js';
import type { InstanceState } from './decide.js';
import type { KnownInstance } from './evaluate-step.js';
import type { Labels } from './label-set.js';

/** Versions of rules that are on; an edit waits until the step is written, or is seen here. */
export async function lockVersions(
  client: PoolClient,
  organizationId: string,
  ids: readonly string[],
): Promise<Map<string, number>> {
  const { rows } = await client.query<{ id: string; version: number }>(
    `select id, version from alert_rules where organization_id = $1 and enabled and id = any ($2) order by id for share`,
    [organizationId, ids],
  );
  return new Map(rows.map(({ id, version }) => [id, version]));
}

export async function evaluatedUpTo(client: PoolClient, organizationId: string): Promise<Map<string, number>> {
  const { rows } = await client.query<{ pass: string; step: string }>(
    'select pass, step from alert_cursors where organization_id = $1',
    [organizationId],
  );
  return new Map(rows.map(({ pass, step }) => [pass, Number(step)]));
}

/**
 * Takes the step for this transaction and moves the cursor to it. False where another has evaluated it, or evaluates it now and
 * commits first: the lock of the row and its number are the fence (ALERT-5).
 */
export async function takeStep(
  client: PoolClient,
  organizationId: string,
  pass: string,
  expected: number | undefined,
  step: number,
): Promise<boolean> {
  const { rowCount } =
    expected === undefined
      ? await client.query(
          'insert into alert_cursors (organization_id, pass, step) values ($1, $2, $3) on conflict do nothing',
          [organizationId, pass, step],
        )
      : await client.query(
          'update alert_cursors set step = $4 where organization_id = $1 and pass = $2 and step = $3',
          [organizationId, pass, expected, step],
        );
  return rowCount === 1;
}

/** Known label sets of rules, by rule and hash. */
export async function knownInstances(
  client: PoolClient,
  organizationId: string,
  pass: string,
): Promise<Map<string, Map<string, KnownInstance>>> {
  const { rows } = await client.query<{
    rule_id: string;
    hash: string;
    labels: Labels;
    state: InstanceState;
    incident_id: string | null;
  }>(
    `select rule_id, encode(labels_hash, 'hex') as hash, labels, state, incident_id
       from alert_states where organization_id = $1 and pass = $2`,
    [organizationId, pass],
  );
  const known = new Map<string, Map<string, KnownInstance>>();
  for (const { rule_id: ruleId, hash, labels, state, incident_id: incidentId } of rows) {
    const ofRule = known.get(ruleId) ?? new Map<string, KnownInstance>();
    known.set(ruleId, ofRule.set(hash, { labels, state, ...(incidentId !== null && { incidentId }) }));
  }
  return known;
}

export interface StateChange {
  ruleId: string;
  hash: string;
  labels: Labels;
  /** Undefined: normal, with nothing to remember. */
  state: InstanceState | undefined;
  incidentId: string | undefined;
}

export async function saveStates(
  client: PoolClient,
  organizationId: string,
  pass: string,
  changes: readonly StateChange[],
): Promise<void> {
  const kept = changes.filter(({ state }) => state !== undefined);
  const gone = changes.filter(({ state }) => state === undefined);
  if (gone.length > 0) {
    await client.query(
      `delete from alert_states s using unnest($3::uuid[], $4::text[]) as gone (rule_id, hash)
        where s.organization_id = $1 and s.pass = $2 and s.rule_id = gone.rule_id and s.labels_hash = decode(gone.hash, 'hex')`,
      [organizationId, pass, gone.map(({ ruleId }) => ruleId), gone.map(({ hash }) => hash)],
    );
  }
  if (kept.length === 0) return;
  await client.query(
    `insert into alert_states (organization_id, pass, rule_id, labels_hash, labels, state, incident_id)
     select $1, $2, rule_id, decode(hash, 'hex'), labels::jsonb, state::jsonb, incident_id
       from unnest($3::uuid[], $4::text[], $5::text[], $6::text[], $7::uuid[]) as kept (rule_id, hash, labels, state, incident_id)
     on conflict (organization_id, pass, rule_id, labels_hash)
     do update set state = excluded.state, incident_id = excluded.incident_id`,
    [
      organizationId,
      pass,
      kept.map(({ ruleId }) => ruleId),
      kept.map(({ hash }) => hash),
      kept.map(({ labels }) => storableJson(labels)),
      kept.map(({ state }) => storableJson(state)),
      kept.map(({ incidentId }) => incidentId ?? null),
    ],
  );
}

export interface StepRecord {
  step: number;
  /** SHA-256 of what apm measured, or `skipped`. */
  digest: string;
  measured: Buffer;
  verdicts: Buffer;
}

export async function recordStep(
  client: PoolClient,
  organizationId: string,
  pass: string,
  { step, digest, measured, verdicts }: StepRecord,
): Promise<void> {
  await client.query(
    `insert into alert_evaluations (organization_id, pass, step, digest, measured, verdicts)
     values ($1, $2, $3, $4, $5, $6)`,
    [organizationId, pass, step, digest, measured, verdicts],
  );
}

/** What was evaluated of a step in an earlier pass; undefined where nothing was. */
export async function recordedVerdicts(
  client: PoolClient,
  organizationId: string,
  pass: string,
  step: number,
): Promise<Buffer | undefined> {
  const { rows } = await client.query<{ verdicts: Buffer }>(
    'select verdicts from alert_evaluations where organization_id = $1 and pass = $2 and step = $3',
    [organizationId, pass, step],
  );
  return rows[0]?.verdicts;
}

export const removeOldEvaluations = removal(
  `delete from alert_evaluations where ctid = any (array(
     select ctid from alert_evaluations
      where organization_id = $1 and evaluated_at < now() - make_interval(secs => $2::float8 / 1000) limit $3))`,
);
