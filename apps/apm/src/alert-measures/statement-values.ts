/** Values of a statement's rows as instances have them; pure. */
import type { MeasuredSpec } from '@spanwise/contracts/alerting/measure';
import { cutText } from '@spanwise/contracts/base/cut-text';

const MAX_LABEL_CHARS = 256;

export type MeasuredStatement = Omit<MeasuredSpec, 'id'>;

/** Labels are stored: what a statement makes of NUL, or a cut of half a pair, is not. */
export const labelText = (value: unknown): string => (typeof value === 'string' ? cutText(value, MAX_LABEL_CHARS) : '');

/** Null for null, what is no number, and numbers that JSON does not know. */
export function numberOf(value: unknown): number | null {
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (typeof value === 'string' && value.trim() === '') return null;
  const number = typeof value === 'number' || typeof value === 'string' ? Number(value) : NaN;
  return Number.isFinite(number) ? number : null;
}
