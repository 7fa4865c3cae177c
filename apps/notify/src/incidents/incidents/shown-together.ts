/** Several incidents in one event: as many as have room in it (ALERT-128, ALERT-142). Pure. */
import { cutText } from '@spanwise/contracts/base/cut-text';
import type { IncidentRow } from './incident-rows.js';

const MAX_SHOWN = 20;
/** An event holds 16 KiB, and their summaries are in it twice. */
const MAX_BYTES = 4_500;
const MAX_TEXT = 256;

export const shortened = (text: string): string => cutText(text, MAX_TEXT);

/** The first ones; one at least where each is as short as `shortened` makes it. */
export function shownTogether<T extends object>(
  rows: readonly IncidentRow[],
  show: (row: IncidentRow) => T & { summary: string },
): { incidents: (T & { summary: string })[]; summaries: string } {
  const incidents: (T & { summary: string })[] = [];
  let left = MAX_BYTES;
  for (const row of rows.slice(0, MAX_SHOWN)) {
    const one = show(row);
    left -= Buffer.byteLength(JSON.stringify(one));
    if (left < 0) break;
    incidents.push(one);
  }
  return { incidents, summaries: incidents.map(({ summary }) => summary).join('; ') };
}
