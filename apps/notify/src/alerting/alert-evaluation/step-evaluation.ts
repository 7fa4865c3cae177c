/** The rules of a step one after the other: what one of them fails with is known to those that are over it. Pure. */
import type { Measured } from '@spanwise/contracts/alerting/measure';
import { isComposite, operandIds } from './composite.js';
import { evaluateStep, type KnownInstances, type OtherRules } from './evaluate-step.js';
import type { EvaluatedRule } from './evaluated-rule.js';
import type { EvaluatedSpec } from './evaluated-spec.js';

export interface StepInput {
  rules: readonly EvaluatedRule[];
  known: ReadonlyMap<string, KnownInstances>;
  measured: Pick<Measured, 'coverage' | 'specs'>;
  step: number;
  others: OtherRules;
}

export class StepEvaluation {
  private readonly failed = new Map<string, string>();
  private evaluated: EvaluatedSpec[];
  /** Rules that have failed since everything was evaluated last. */
  private readonly news = new Set<string>();

  constructor(private readonly step: StepInput) {
    this.evaluated = this.evaluate();
  }

  get specs(): readonly EvaluatedSpec[] {
    return this.evaluated;
  }

  /** Rules that are over others after these; each as it is evaluated once those before it were followed. */
  *inOrder(): Generator<EvaluatedSpec> {
    for (let at = 0; at < this.evaluated.length; at++) {
      const { rule } = this.evaluated[at]!;
      if (this.news.size > 0 && isComposite(rule) && operandIds(rule).some((id) => this.news.has(id)))
        this.reevaluate();
      yield this.evaluated[at]!;
    }
    if (this.news.size > 0) this.reevaluate();
  }

  /** Nothing of it happened: it holds its state in this step (ALERT-150). */
  fail({ id }: EvaluatedRule, reason: string): void {
    this.failed.set(id, reason);
    this.news.add(id);
  }

  /** What has a place of its own keeps it: whatever fails is evaluated to be held. */
  private reevaluate(): void {
    this.news.clear();
    const again = new Map(this.evaluate().map((spec) => [spec.rule.id, spec]));
    this.evaluated = this.evaluated.map((spec) => again.get(spec.rule.id) ?? spec);
  }

  private evaluate(): EvaluatedSpec[] {
    const { rules, known, measured, step, others } = this.step;
    return evaluateStep(rules, known, measured, step, { ...others, failed: this.failed });
  }
}
