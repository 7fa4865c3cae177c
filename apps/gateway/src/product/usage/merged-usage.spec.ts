import 'reflect-metadata';
import { describe, expect, it } from 'vitest';
import type { LedgerDay } from '@spanwise/contracts/telemetry/usage';
import { mergedUsage } from './merged-usage.js';

const [A, B] = ['00000000-0000-7000-8000-0000000000aa', '00000000-0000-7000-8000-0000000000bb'];
const signal = (bytes: number) => ({ bytes, received: bytes, counted: bytes });
const sent = (organization_id: string, day: string, bytes: number): LedgerDay => ({
  organization_id,
  day,
  bytes,
  traces: signal(bytes),
  logs: signal(0),
  metrics: signal(0),
});

describe('the usage of a day', () => {
  it('is what was sent and how many queries ran, of each organization', () => {
    const ledger = [sent(A, '2026-11-21', 5), sent(B, '2026-11-21', 7), sent(A, '2026-11-20', 9)];
    const queries = [
      { organization_id: B, day: '2026-11-21', queries: 2 },
      { organization_id: A, day: '2026-11-20', queries: 3 },
    ];
    const merged = mergedUsage(ledger, queries);
    expect(merged.map((day) => [day.day, day.organization_id, day.bytes, day.queries])).toEqual([
      ['2026-11-21', A, 5, 0],
      ['2026-11-21', B, 7, 2],
      ['2026-11-20', A, 9, 3],
    ]);
  });

  it('on which only queries ran stands between the others', () => {
    const queries = [{ organization_id: A, day: '2026-11-20', queries: 1 }];
    expect(mergedUsage([sent(A, '2026-11-21', 1), sent(A, '2026-11-19', 1)], queries)[1]).toEqual({
      ...sent(A, '2026-11-20', 0),
      queries: 1,
    });
  });
});
