/** What was evaluated of a rule, as the evaluation has kept it for the whole organization. */
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { STEP_MICROS } from '@spanwise/contracts/alerting/measure';
import { canonicalJson } from '@spanwise/contracts/base/canonical-json';
import type { RuleEvaluationView } from '@spanwise/contracts/alerting/alert-rules';
import type { PoolClient } from 'pg';
import { evaluationsBefore, type EvaluationRow } from './alert-rules.store.js';
import type { InstanceOfRule } from './rule-view.js';

const unpacked = promisify(gunzip);
const MAX_VERDICT_BYTES = 256 * 1024 * 1024;
const ROWS_AT_ONCE = 8;
/** Of all steps of an answer, which goes over the bus in one piece. */
const MAX_INSTANCES = 5_000;

/** Before all rows that there are. */
const NEWEST = { step: Number.MAX_SAFE_INTEGER, pass: '' };

interface RuleOfEvaluation {
  rule_id: string;
  instances: InstanceOfRule[];
}

/**
 * The newest first: of at most `steps` rows, and of no more label sets than an answer holds. Steps in which the rule was
 * not evaluated are left out.
 */
export async function evaluationsOf(
  client: PoolClient,
  organizationId: string,
  ruleId: string,
  steps: number,
): Promise<RuleEvaluationView[]> {
  const found: RuleEvaluationView[] = [];
  let before = NEWEST;
  let instances = 0;
  for (let read = 0; read < steps;) {
    const rows = await evaluationsBefore(client, organizationId, before, Math.min(ROWS_AT_ONCE, steps - read));
    for (const row of rows) {
      const evaluated = await instancesOf(row, ruleId);
      instances += evaluated?.length ?? 0;
      if (instances > MAX_INSTANCES && found.length > 0) return found;
      if (evaluated === undefined) continue;
      found.push({ step_end: row.step * STEP_MICROS, pass: row.pass, instances: evaluated });
    }
    if (rows.length === 0) break;
    read += rows.length;
    before = rows[rows.length - 1]!;
  }
  return found;
}

/** By their labels as canonical JSON: of the last step in which the rule was evaluated at once, as far as that is among the last ones. */
export async function lastEvaluated(
  client: PoolClient,
  organizationId: string,
  ruleId: string,
): Promise<ReadonlyMap<string, InstanceOfRule>> {
  const newest = await evaluationsBefore(client, organizationId, NEWEST, ROWS_AT_ONCE);
  for (const row of newest.filter(({ pass }) => pass !== 'final')) {
    const evaluated = await instancesOf(row, ruleId);
    if (evaluated !== undefined)
      return new Map(evaluated.map((instance) => [canonicalJson(instance.labels), instance]));
  }
  return new Map();
}

async function instancesOf(row: EvaluationRow, ruleId: string): Promise<InstanceOfRule[] | undefined> {
  const text = await unpacked(row.verdicts, { maxOutputLength: MAX_VERDICT_BYTES });
  const rules = JSON.parse(text.toString()) as RuleOfEvaluation[];
  return rules.find(({ rule_id: id }) => id === ruleId)?.instances;
}
