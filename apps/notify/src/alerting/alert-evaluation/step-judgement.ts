/** The rules of a step one after the other: what one of them fails with is known to those that are over it. Pure. */
import type { Measured } from '@spanwise/contracts/alerting/measure';
import { isComposite, operandIds } from './composite.js';
import { judgeStep, type KnownInstances, type OtherRules } from './judge-step.js';
import type { JudgedRule } from './judged-rule.js';
import type { JudgedSpec } from './judged-spec.js';

export interface StepToJudge {
  rules: readonly JudgedRule[];
  known: ReadonlyMap<string, KnownInstances>;
  measured: Pick<Measured, 'coverage' | 'specs'>;
  step: number;
  others: OtherRules;
}

export class StepJudgement {
  private readonly failed = new Map<string, string>();
  private judged: JudgedSpec[];
  /** Rules that have failed since everything was judged last. */
  private readonly news = new Set<string>();

  constructor(private readonly step: StepToJudge) {
    this.judged = this.judge();
  }

  get specs(): readonly JudgedSpec[] {
    return this.judged;
  }

  /** Rules that are over others after these; each as it is judged once those before it were followed. */
  *inOrder(): Generator<JudgedSpec> {
    for (let at = 0; at < this.judged.length; at++) {
      const { rule } = this.judged[at];
      if (this.news.size > 0 && isComposite(rule) && operandIds(rule).some((id) => this.news.has(id)))
        this.judgeAgain();
      yield this.judged[at];
    }
    if (this.news.size > 0) this.judgeAgain();
  }

  /** Nothing of it happened: it holds its state in this step (ALERT-150). */
  fail({ id }: JudgedRule, reason: string): void {
    this.failed.set(id, reason);
    this.news.add(id);
  }

  /** What has a place of its own keeps it: whatever fails is judged to be held. */
  private judgeAgain(): void {
    this.news.clear();
    const again = new Map(this.judge().map((spec) => [spec.rule.id, spec]));
    this.judged = this.judged.map((spec) => again.get(spec.rule.id) ?? spec);
  }

  private judge(): JudgedSpec[] {
    const { rules, known, measured, step, others } = this.step;
    return judgeStep(rules, known, measured, step, { ...others, failed: this.failed });
  }
}
