import type { Edit } from '../program-copy.js';

/** Alerting with one rule broken, in its sources: a spec has to say so. */
export interface AlertingMutant {
  /** Id of the rule in docs/rules/alerting.md. */
  rule: string;
  what: string;
  edits: readonly Edit[];
  /** Of which one has to fail. */
  specs: readonly string[];
}

type Row = readonly [rule: string, what: string, find: string, replace: string];

/** Of one file, found by the same specs. */
export const mutantsOf = (file: string, specs: readonly string[], rows: readonly Row[]): AlertingMutant[] =>
  rows.map(([rule, what, find, replace]) => ({ rule, what, edits: [{ file, find, replace }], specs }));
