import { createHash } from 'node:crypto';
import { canonicalJson } from '@spanwise/contracts/base/canonical-json';

export type Labels = Readonly<Record<string, string>>;

/** SHA-256 of the labels, whatever their order: what distinguishes the instances of a rule. Hexadecimal. */
export const labelsHash = (labels: Labels): string => createHash('sha256').update(canonicalJson(labels)).digest('hex');
