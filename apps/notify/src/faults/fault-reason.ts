import { cutText } from '@spanwise/contracts/cut-text';

const MAX_REASON = 1_024;

/** What the owner of a failing rule, incident, policy or template reads. Pure. */
export const reasonOf = (fault: unknown): string =>
  cutText(`Internal error: ${fault instanceof Error ? fault.message : String(fault)}`, MAX_REASON);
