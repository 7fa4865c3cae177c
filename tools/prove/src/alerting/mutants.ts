/**
 * Alerting with one of its rules broken after the other, in its sources: the specs beside them have to say so. A text that is
 * no longer there fails the run, and `npm test` (planted-edits.spec.ts).
 */
import { EVALUATION_MUTANTS } from './evaluation-mutants.js';
import { INCIDENT_MUTANTS } from './incident-mutants.js';
import { MEASURE_MUTANTS } from './measure-mutants.js';
import { PLATFORM_MUTANTS } from './platform-mutants.js';

export const ALERTING_MUTANTS = [...EVALUATION_MUTANTS, ...INCIDENT_MUTANTS, ...MEASURE_MUTANTS, ...PLATFORM_MUTANTS];
