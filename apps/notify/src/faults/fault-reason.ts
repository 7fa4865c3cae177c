import { cutText } from '@spanwise/contracts/cut-text';

const MAX_REASON = 1_024;

/** A sentence for whoever has to mend it. Pure. */
export const reasonOf = (fault: unknown): string =>
  cutText(`It failed inside: ${fault instanceof Error ? fault.message : String(fault)}`, MAX_REASON);
