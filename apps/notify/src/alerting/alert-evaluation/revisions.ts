/** What the final pass changes of what was notified in the provisional one (ALERT-4). */
import { STEP_MICROS } from '@spanwise/contracts/alerting/measure';
import type { PoolClient } from 'pg';
import type { Transition } from './decide.js';
import type { EvaluatedInstance, EvaluatedSpec } from './evaluated-spec.js';
import type { EvaluatedRule } from './evaluated-rule.js';
import { labelsHash } from './label-set.js';
import { unpackedVerdicts, type RecordedInstance } from './step-record.js';
import { recordedVerdicts } from './steps.store.js';

/** What is found out later than this is written down and sends no notification. */
const MAX_BACKDATE_MICROS = 15 * 60_000_000;

const isAlerting = (state: string | undefined): boolean => state === 'firing' || state === 'recovering';

/** What was evaluated of a step in its provisional pass, beside what the final one says. */
export class ProvisionalStep {
  /** Of a step of which nothing can be read. */
  static readonly NOTHING = new ProvisionalStep(new Map(), true);

  private constructor(
    private readonly recorded: ReadonlyMap<string, RecordedInstance>,
    private readonly isLate: boolean,
  ) {}

  static async of(
    client: PoolClient,
    organizationId: string,
    step: number,
    specs: readonly EvaluatedSpec[],
    nowMicros: number,
  ): Promise<ProvisionalStep> {
    const passes = new Set(specs.map(({ rule }) => `s${rule.evaluation.settle_secs}`));
    const recorded = new Map<string, RecordedInstance>();
    for (const pass of passes) {
      const bytes = await recordedVerdicts(client, organizationId, pass, step);
      for (const { rule_id: id, version, instances } of bytes === undefined ? [] : unpackedVerdicts(bytes)) {
        for (const one of instances) recorded.set(keyOf({ id, version }, labelsHash(one.labels)), one);
      }
    }
    return new ProvisionalStep(recorded, nowMicros - step * STEP_MICROS > MAX_BACKDATE_MICROS);
  }

  /** Whether a notification is due now that was not before: what fired too was notified, and its end is notified once. */
  isNews(rule: EvaluatedRule, { hash }: EvaluatedInstance, { kind }: Transition): boolean {
    if (kind === 'resolved' || kind === 'judged_again') return true;
    const before = this.recorded.get(keyOf(rule, hash));
    return kind === 'fired' && before !== undefined && !isAlerting(before.state) && !this.isLate;
  }

  /** It was notified as firing, and it was not. */
  isOverturned(rule: EvaluatedRule, { hash, after }: EvaluatedInstance): boolean {
    const before = this.recorded.get(keyOf(rule, hash));
    return before?.transitions?.includes('fired') === true && !isAlerting(after?.state);
  }
}

const keyOf = ({ id, version }: Pick<EvaluatedRule, 'id' | 'version'>, hash: string): string =>
  `${id} ${version} ${hash}`;
