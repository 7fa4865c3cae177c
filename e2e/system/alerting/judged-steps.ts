/** What one step was judged to be, as notify keeps it; pure. */
import { isDeepStrictEqual } from 'node:util';
import type { RecordedVerdicts } from '@spanwise/notify/alert-evaluation/step-record';

export interface JudgedStep {
  pass: string;
  step: number;
  verdicts: RecordedVerdicts[];
}

export function differences(peaceful: readonly JudgedStep[], disturbed: readonly JudgedStep[]): string[] {
  const byStep = new Map(disturbed.map((one) => [`${one.pass} ${one.step}`, one.verdicts]));
  return peaceful.flatMap(({ pass, step, verdicts }) => {
    const other = byStep.get(`${pass} ${step}`);
    if (other === undefined) return [`the step ${step} of the pass ${pass} is not judged`];
    return isDeepStrictEqual(verdicts, other) ? [] : [`the step ${step} of the pass ${pass} is judged otherwise`];
  });
}
